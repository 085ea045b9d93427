import { logLevelNames } from '../config/files/log-level-names';
import type { LogLevel } from '../shared/logger';

/** What our own levels are called in logger.conf. */
export const channelLevel: Readonly<Record<LogLevel, string>> = {
  error: 'error',
  warn: 'warning',
  info: 'notice',
  debug: 'debug',
  security: 'security',
};

/** The levels that one channel takes. */
export interface LevelSelection {
  readonly levels: ReadonlySet<string>;
  /** `verbose(3)` takes messages up to that depth; plain `verbose` takes them all. */
  readonly verboseDepth: number;
}

export type LevelChoice =
  | { readonly outcome: 'chosen'; readonly selection: LevelSelection }
  | { readonly outcome: 'unknown-level'; readonly level: string; readonly known: readonly string[] };

/** Every level there is: the built-in ones, then the custom ones of logger.conf. */
export function knownLevels(custom: readonly string[]): readonly string[] {
  return [...new Set([...logLevelNames, ...custom.map((name) => name.toLowerCase())])];
}

/** Reads level names in any case, `verbose(n)` and `*` among them; the first unknown one ends it. */
export function chooseLevels(names: readonly string[], known: readonly string[]): LevelChoice {
  const levels = new Set<string>();
  let verboseDepth = 0;
  for (const name of names) {
    const { level, depth } = readLevel(name.toLowerCase());
    if (level !== '*' && !known.includes(level)) return { outcome: 'unknown-level', level: name.slice(0, 64), known };
    for (const taken of level === '*' ? known : [level]) levels.add(taken);
    if (level === '*' || level === 'verbose') verboseDepth = Math.max(verboseDepth, depth);
  }
  return { outcome: 'chosen', selection: { levels, verboseDepth } };
}

/** `NOTICE WARNING `: upper case, a blank after each, always in the same order. */
export function listLevels({ levels }: LevelSelection, known: readonly string[]): string {
  return known
    .filter((level) => levels.has(level))
    .map((level) => `${level.toUpperCase()} `)
    .join('');
}

function readLevel(name: string): { readonly level: string; readonly depth: number } {
  const depth = /^verbose\((\d{1,3})\)$/.exec(name)?.[1];
  return depth === undefined ? { level: name, depth: Infinity } : { level: 'verbose', depth: Number(depth) };
}
