import type { Pattern } from './pattern';
import { parsePattern, PatternError } from './pattern';
import { Regex } from './regex';

const longest = 256;
const deepestGroup = 10;
const maxQuantifiedGroups = 3;
const maxRepetitions = 100;
/** Of one group; those of groups that are not deeper than this are limited by the length alone. */
const maxAlternations = 20;
const freeDepth = 2;

/**
 * An expression that says which applications are meant, held to narrower limits than the dialplan's own ones. A text
 * says what is wrong with it.
 */
export function readLimitedRegex(text: string): Regex | string {
  if (text.length > longest) return `it has more than ${longest} characters`;
  try {
    return excessOf(parsePattern(text).pattern) ?? new Regex(text);
  } catch (error) {
    if (error instanceof PatternError) return error.message;
    throw error;
  }
}

function excessOf(pattern: Pattern): string | undefined {
  const counted = { quantifiedGroups: 0 };
  const excess = excessAt(pattern, 0, counted);
  if (excess !== undefined || counted.quantifiedGroups <= maxQuantifiedGroups) return excess;
  return `it repeats more than ${maxQuantifiedGroups} groups`;
}

function excessAt(pattern: Pattern, depth: number, counted: { quantifiedGroups: number }): string | undefined {
  switch (pattern.kind) {
    case 'choice':
      if (depth > freeDepth && pattern.parts.length - 1 > maxAlternations)
        return `a group deeper than ${freeDepth} levels has more than ${maxAlternations} alternations`;
      return firstExcess(pattern.parts, depth, counted);
    case 'sequence':
      return firstExcess(pattern.parts, depth, counted);
    case 'group':
      if (depth + 1 > deepestGroup) return `its groups are nested deeper than ${deepestGroup} levels`;
      return excessAt(pattern.inner, depth + 1, counted);
    case 'repeat':
      if (pattern.inner.kind === 'group') counted.quantifiedGroups += 1;
      if (pattern.least > maxRepetitions || (pattern.most > maxRepetitions && pattern.most !== Infinity))
        return `it repeats something more than ${maxRepetitions} times`;
      return excessAt(pattern.inner, depth, counted);
    default:
      return undefined;
  }
}

function firstExcess(
  parts: readonly Pattern[],
  depth: number,
  counted: { quantifiedGroups: number },
): string | undefined {
  for (const part of parts) {
    const excess = excessAt(part, depth, counted);
    if (excess !== undefined) return excess;
  }
  return undefined;
}
