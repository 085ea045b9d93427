import type { ModulesConfig } from '../config/server-config';

/** Which modules are started, by modules.conf; names without extension. */
export interface StartUpPlan {
  /** Start-up fails with any of these. */
  readonly required: readonly string[];
  readonly wanted: readonly string[];
  /** Not started, neither by themselves nor for another module that needs them. */
  readonly excluded: ReadonlySet<string>;
  /** Names that the configuration mentions and no module has; those that are required fail the start. */
  readonly unknown: readonly string[];
}

export interface KnownModule {
  readonly name: string;
  readonly isBuiltIn?: boolean;
}

export function planStartUp(config: ModulesConfig, modules: readonly KnownModule[]): StartUpPlan {
  const known = new Map(modules.map(({ name, isBuiltIn = false }) => [name, isBuiltIn]));
  const builtIn = [...known.keys()].filter((name) => known.get(name) === true);
  const required = [...new Set(config.require.map(bareName))];
  const excluded = new Set(config.noload.map(bareName).filter((name) => known.get(name) !== true));
  const listed = new Set([...builtIn, ...config.load.map(bareName), ...(config.autoload ? known.keys() : [])]);
  const wanted = [...listed].filter((name) => !excluded.has(name) && !required.includes(name));
  return {
    required,
    excluded,
    wanted: wanted.filter((name) => known.has(name)),
    unknown: [...wanted, ...excluded].filter((name) => !known.has(name)),
  };
}

/** Names are written with or without the extension `.so`. */
export function bareName(name: string): string {
  return name.endsWith('.so') ? name.slice(0, -3) : name;
}
