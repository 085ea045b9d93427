import { bridgeFields, channelFields } from '../../../src/manager/events/blocks';
import type { EventRow, Part } from '../../../src/manager/events/event-row';
import type { Told } from './manager-client';

/**
 * Whether an event is what its row says: behind its name and class, block after block in the order of the row, and
 * nothing else. A block is there as a whole or not at all; single fields may be missing.
 */
export function isWritten<Event>({ parts }: EventRow<Event>, { names }: Told): boolean {
  let rest = names.slice(2);
  for (const [index, part] of parts.entries()) {
    const taken = fieldsTaken(part, rest, parts.slice(index + 1));
    if (taken === undefined) return false;
    rest = rest.slice(taken);
  }
  return rest.length === 0;
}

/** How many of the names belong to the part; undefined when a block is broken. */
function fieldsTaken<Event>(
  part: Part<Event>,
  names: readonly string[],
  later: readonly Part<Event>[],
): number | undefined {
  switch (part.kind) {
    case 'field':
      return names[0] === part.name ? 1 : 0;
    case 'fields': {
      // Names of their own, up to the next part that has a fixed one.
      const next = later.find((each) => each.kind === 'field');
      const end = next?.kind === 'field' ? names.indexOf(next.name) : -1;
      return end === -1 ? names.length : end;
    }
    case 'channel':
      return blockTaken(
        part.prefix,
        names,
        [...channelFields.slice(0, 14).map(([name]) => name)],
        ['Tenantid', 'ChanVariable'],
      );
    case 'bridge':
      return blockTaken(
        part.prefix,
        names,
        bridgeFields.map(([name]) => name),
        [],
      );
  }
}

function blockTaken(
  prefix: string,
  names: readonly string[],
  block: readonly string[],
  optional: readonly string[],
): number | undefined {
  if (names[0] !== `${prefix}${block[0]}`) return 0;
  if (!block.every((name, index) => names[index] === `${prefix}${name}`)) return undefined;
  const more = names.slice(block.length).findIndex((name) => !optional.some((each) => name === `${prefix}${each}`));
  return more === -1 ? names.length : block.length + more;
}
