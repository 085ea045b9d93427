import type { Disposer, ModuleDefinition } from '../../modules/module';
import type { Hold } from '../../shared/module-use/hold';
import type { Contents } from './contents';
import { registerAll } from './contents';
import type { ServerParts } from './server-parts';

/** A module and what it brings. */
export interface ContentModule<Dependency extends string = string> extends ModuleDefinition<ServerParts, Dependency> {
  readonly contents: Contents;
}

export interface ModuleOptions<Dependency extends string> extends Contents {
  readonly dependsOn?: readonly Dependency[];
  readonly isBuiltIn?: boolean;
  /** What it does besides bringing its contents; the result undoes it. */
  readonly serve?: (parts: ServerParts, hold: Hold) => () => void;
  readonly reload?: (parts: ServerParts) => Promise<void> | void;
}

/** `defineModule('Simple Echo Application', { applications: ['Echo'] })` */
export function defineModule<Dependency extends string = never>(
  description: string,
  { dependsOn = [], isBuiltIn = false, serve, reload, ...contents }: ModuleOptions<Dependency>,
): ContentModule<Dependency> {
  return {
    description,
    supportLevel: 'core',
    isBuiltIn,
    dependsOn,
    contents,
    start: async (parts, hold) => {
      const unregister = await registerAll(parts.registrars, contents, hold);
      return serve === undefined ? unregister : startService({ serve, unregister }, parts, hold);
    },
    ...(reload && { reload }),
  };
}

interface Beginning {
  readonly serve: (parts: ServerParts, hold: Hold) => () => void;
  readonly unregister: Disposer;
}

async function startService({ serve, unregister }: Beginning, parts: ServerParts, hold: Hold): Promise<Disposer> {
  try {
    const stop = serve(parts, hold);
    return () => {
      stop();
      return unregister();
    };
  } catch (error) {
    await unregister();
    throw error;
  }
}

/** Undoes all of it, last first. */
export function together(...steps: readonly (() => void)[]): () => void {
  return () => {
    for (const undo of [...steps].reverse()) undo();
  };
}
