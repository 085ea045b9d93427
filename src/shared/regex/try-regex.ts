import { longestPattern, PatternError } from './pattern';
import { Regex } from './regex';

/** Dialplans use few patterns and each of them often. */
const known = new Map<string, Regex | undefined>();
const maxKnown = 200;

/** The compiled pattern; undefined when it is malformed. */
export function tryRegex(pattern: string): Regex | undefined {
  if (pattern.length > longestPattern) return undefined;
  if (known.has(pattern)) return known.get(pattern);
  if (known.size >= maxKnown) known.clear();
  const regex = compileOrNothing(pattern);
  known.set(pattern, regex);
  return regex;
}

function compileOrNothing(pattern: string): Regex | undefined {
  try {
    return new Regex(pattern);
  } catch (error) {
    if (error instanceof PatternError) return undefined;
    throw error;
  }
}
