import type { DialplanPlace } from '../../engine/calls/channel/dialplan-place';
import { splitArguments } from '../expressions/split-arguments';
import type { Steps } from './steps';

/**
 * Reads `[[context,]extension,]priority` as seen from a place. The priority is a number, a distance (`+2`, `-1`) or a
 * label; undefined when it is none of these. Whether anything is there is for the run to find out.
 */
export function readDestination(
  text: string,
  from: DialplanPlace,
  findLabel: Steps['findLabel'],
): DialplanPlace | undefined {
  const parts = splitArguments(text).map((part) => part.trim());
  if (parts.length > 3) return undefined;
  const [priority = '', extension = from.extension, context = from.context] = [...parts].reverse();
  const found = readPriority(priority, from.priority) ?? findLabel(context, extension, priority);
  return found === undefined || found < 1 ? undefined : { context, extension, priority: found };
}

function readPriority(text: string, from: number): number | undefined {
  const [, sign, digits] = /^([+-]?)(\d+)$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const number = Number(digits);
  if (sign === '+') return from + number;
  return sign === '-' ? from - number : number;
}
