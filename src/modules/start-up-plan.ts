import type { ModulesConfig } from '../config/server-config';

/** What modules.conf makes of the modules there are; names without ending. */
export interface StartUpPlan {
  /** Start-up fails with any of these. */
  readonly required: readonly string[];
  readonly wanted: readonly string[];
  /** Not started, neither by themselves nor for another module that needs them. */
  readonly excluded: ReadonlySet<string>;
  /** Listed, but not ours. */
  readonly unknown: readonly string[];
}

export function planStartUp(config: ModulesConfig, known: readonly string[]): StartUpPlan {
  const required = [...new Set(config.require.map(bareName))];
  const excluded = new Set(config.noload.map(bareName));
  const listed = [...new Set([...config.load.map(bareName), ...(config.autoload ? known : [])])];
  const wanted = listed.filter((name) => !excluded.has(name) && !required.includes(name));
  return {
    required,
    excluded,
    wanted: wanted.filter((name) => known.includes(name)),
    unknown: wanted.filter((name) => !known.includes(name)),
  };
}

/** People write names with or without the ending that files of loadable code have. */
export function bareName(name: string): string {
  return name.endsWith('.so') ? name.slice(0, -3) : name;
}
