import type { ModuleControl } from '../../modules/module-registry';
import { describeModuleFailure } from '../../modules/module-results';

export type Reloadable = Pick<ModuleControl, 'list' | 'reload'>;

/** What has been read again, and why the rest has not. */
export interface Reloaded {
  readonly done: readonly string[];
  readonly failures: readonly string[];
}

/** Reloads these modules, or all. Those that cannot be reloaded count as failed only when they are named. */
export async function reloadModules(modules: Reloadable, names: readonly string[] = []): Promise<Reloaded> {
  const wanted = names.length > 0 ? names : modules.list().map(({ name }) => name);
  const done: string[] = [];
  const failures: string[] = [];
  for (const name of wanted) {
    const result = await modules.reload(name);
    const isPassedOver = names.length === 0 && result.outcome === 'not-reloadable';
    if (result.outcome === 'reloaded') done.push(name);
    else if (!isPassedOver) failures.push(describeModuleFailure(name, result));
  }
  return { done, failures };
}
