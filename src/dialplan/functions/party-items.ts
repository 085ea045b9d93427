import type { Party } from '../../engine/calls/channel/party';
import { parseParty } from '../../engine/calls/channel/party';
import { parsePresentation, presentationName } from '../../engine/calls/channel/presentation';
import type { Written } from '../expressions/functions';

/** Details that are kept as they are written, and mean nothing to the server. */
const details: ReadonlySet<string> = new Set(
  ['name-charset', 'num-plan', 'subaddr', 'subaddr-valid', 'subaddr-type', 'subaddr-odd', 'tag'].flatMap((item) => [
    item,
    `priv-${item}`,
  ]),
);
for (const item of ['all', 'name', 'num', 'name-valid', 'num-valid', 'name-pres', 'num-pres', 'pres']) {
  (details as Set<string>).add(`priv-${item}`);
}

/** What functions about a party agree upon: `num` and `number` are one. */
export function canonicalItem(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/(^|-)number(-|$)/, '$1num$2');
}

export function isDetail(item: string): boolean {
  return details.has(item);
}

/** Undefined for an unknown item. */
export function readParty(party: Party, item: string): string | undefined {
  switch (item) {
    case 'all':
      return `"${party.name}" <${party.number}>`;
    case 'name':
      return party.name;
    case 'num':
      return party.number;
    case 'name-valid':
      return party.name === '' ? '0' : '1';
    case 'num-valid':
      return party.number === '' ? '0' : '1';
    case 'pres':
    case 'name-pres':
    case 'num-pres':
      return presentationName(party.presentation);
    default:
      return undefined;
  }
}

const presentations: ReadonlySet<string> = new Set(['pres', 'name-pres', 'num-pres']);

/** Why an item cannot be that; undefined when it can, or there is no such item. */
export function partyProblem(item: string, given: string): Written | undefined {
  if (!presentations.has(item) || parsePresentation(given.trim()) !== undefined) return undefined;
  return { refused: 'it is a presentation such as allowed, prohib or unavailable' };
}

/** What changes; undefined for what cannot be changed. */
export function partyChange(item: string, given: string): Partial<Party> | undefined {
  const value = given.trim();
  switch (item) {
    case 'all':
      return parseParty(value);
    case 'name':
      return { name: value };
    case 'num':
      return { number: value };
    case 'pres':
    case 'name-pres':
    case 'num-pres': {
      const presentation = parsePresentation(value);
      return presentation === undefined ? undefined : { presentation };
    }
    default:
      return undefined;
  }
}
