import type { Module } from '../../src/modules/module';
import { ModuleRegistry } from '../../src/modules/module-registry';
import { makeLogger } from '../../src/shared/logger';

export interface Rig {
  readonly registry: ModuleRegistry;
  /** What modules were told, in order: `start a`. */
  readonly told: string[];
  /** What was logged: level and sentence. */
  readonly logged: string[];
}

type Sketch = Partial<Module> & { readonly name: string };

export function aRegistry(...sketches: readonly Sketch[]): Rig {
  const told: string[] = [];
  const logged: string[] = [];
  const modules = sketches.map((sketch) => ({
    description: `the module ${sketch.name}`,
    supportLevel: 'core' as const,
    dependsOn: [],
    start: () => void told.push(`start ${sketch.name}`),
    stop: () => void told.push(`stop ${sketch.name}`),
    ...sketch,
  }));
  const log = makeLogger((level, _, sentence) => void logged.push(`${level} ${sentence}`));
  return { registry: new ModuleRegistry({ modules, log, now: () => 1234 }), told, logged };
}

/** A promise and what settles it. */
export function aGate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

export const fails = (reason: string) => () => {
  throw new Error(reason);
};

export const nothingConfigured = { autoload: false, load: [], noload: [], require: [] };
