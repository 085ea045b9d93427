import type { Pattern } from './pattern';
import { parsePattern, PatternError } from './pattern';
import { Regex } from './regex';

const longest = 256;
const deepestGroup = 10;
const mostQuantifiedGroups = 3;
const mostRepetitions = 100;
/** Of one group; those of groups that are not deeper than this are limited by the length alone. */
const mostAlternations = 20;
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
  if (excess !== undefined || counted.quantifiedGroups <= mostQuantifiedGroups) return excess;
  return `it repeats more than ${mostQuantifiedGroups} groups`;
}

function excessAt(pattern: Pattern, depth: number, counted: { quantifiedGroups: number }): string | undefined {
  switch (pattern.kind) {
    case 'choice':
      if (depth > freeDepth && pattern.parts.length - 1 > mostAlternations)
        return `a group deeper than ${freeDepth} levels has more than ${mostAlternations} alternations`;
      return firstExcess(pattern.parts, depth, counted);
    case 'sequence':
      return firstExcess(pattern.parts, depth, counted);
    case 'group':
      if (depth + 1 > deepestGroup) return `its groups are nested deeper than ${deepestGroup} levels`;
      return excessAt(pattern.inner, depth + 1, counted);
    case 'repeat':
      if (pattern.inner.kind === 'group') counted.quantifiedGroups += 1;
      if (pattern.least > mostRepetitions || (pattern.most > mostRepetitions && pattern.most !== Infinity))
        return `it repeats something more than ${mostRepetitions} times`;
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
