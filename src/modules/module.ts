/** How far the makers of a module stand behind it. */
export type SupportLevel = 'core' | 'extended' | 'deprecated';

/** A part of the server that can be started and stopped while calls go on. */
export interface Module<Dependency extends string = string> {
  /** Without ending: `res_stasis_playback`. */
  readonly name: string;
  readonly description: string;
  readonly supportLevel: SupportLevel;
  /** Modules that run whenever this one does. */
  readonly dependsOn: readonly Dependency[];
  /** Throws when the module cannot run, having undone whatever it had begun. Must not load or unload modules. */
  readonly start: () => Promise<void> | void;
  readonly stop: () => Promise<void> | void;
  /** Reads the configuration again. A module whose new configuration is bad throws and keeps the old one. */
  readonly reload?: () => Promise<void> | void;
}

export type ModuleDefinition<Dependency extends string = string> = Omit<Module<Dependency>, 'name'>;

/**
 * Declares the modules of a server, by name. It does not compile without those that operations require, nor with a
 * dependency that is not declared beside it.
 */
export function declareModules<Required extends string, Name extends string>(
  required: readonly Required[],
  catalogue: Readonly<Record<Name, ModuleDefinition<NoInfer<Name>>>> & Readonly<Record<NoInfer<Required>, unknown>>,
): readonly Module[] {
  const missing = required.filter((name) => !Object.hasOwn(catalogue, name));
  if (missing.length > 0) throw new Error(`operations require modules that nobody provides: ${missing.join(', ')}`);
  return Object.entries<ModuleDefinition>(catalogue).map(([name, definition]) => ({ name, ...definition }));
}
