import type { Hold } from '../shared/module-use/hold';

/** How far the makers of a module stand behind it. */
export type SupportLevel = 'core' | 'extended' | 'deprecated';

/** Disposes what a module has registered. */
export type Disposer = () => Promise<void> | void;

/** A part of the server that can be started and stopped during calls. `Parts` is what the server hands to it. */
export interface Module<Parts, Dependency extends string = string> {
  /** Without ending: `res_stasis_playback`. */
  readonly name: string;
  readonly description: string;
  readonly supportLevel: SupportLevel;
  /** Part of every server: it runs whatever the configuration says, cannot be unloaded, and is listed without ending. */
  readonly isBuiltIn?: boolean;
  /** Modules that run whenever this one does. */
  readonly dependsOn: readonly Dependency[];
  /**
   * Registers what the module owns with the parts of the server; the result takes it away again. Throws when the module
   * cannot run, having undone whatever it had begun. Must not load or unload modules.
   */
  readonly start: (parts: Parts, hold: Hold) => Promise<Disposer> | Disposer;
  /** Reads the configuration again. A module whose new configuration is bad throws and keeps the old one. */
  readonly reload?: (parts: Parts) => Promise<void> | void;
}

export type ModuleDefinition<Parts, Dependency extends string = string> = Omit<Module<Parts, Dependency>, 'name'>;

/**
 * Declares the modules of a server, by name. It does not compile without those that operations require, nor with a
 * dependency that is not declared beside it.
 */
export function declareModules<Parts, Required extends string, Name extends string>(
  required: readonly Required[],
  catalogue: Readonly<Record<Name, ModuleDefinition<Parts, NoInfer<Name>>>> &
    Readonly<Record<NoInfer<Required>, unknown>>,
): readonly Module<Parts>[] {
  const missing = required.filter((name) => !Object.hasOwn(catalogue, name));
  if (missing.length > 0) throw new Error(`operations require unknown modules: ${missing.join(', ')}`);
  return Object.entries<ModuleDefinition<Parts>>(catalogue).map(([name, definition]) => ({ name, ...definition }));
}
