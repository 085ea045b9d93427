import type { Difference } from '../compare/difference';
import type { Exchange } from '../compare/exchange';
import type { KnownDifference } from '../explain/known-difference';
import { affectedBy } from '../compare/objects';
import type { Json } from '../recording/trace';
import { isObject, textOf } from '../recording/trace';
import type { Transcript } from '../explain/transcript';

/** Variables that are shown with their channel or bridge, because somebody has asked for that. */
export const knownInShownVariables: readonly KnownDifference[] = [
  {
    name: 'the variables that are shown are the present ones',
    why: 'the variables shown with a channel or a bridge are the present ones, under their names without underscores; the reference shows old values until something else changes',
    seenIn: ['0310', '0404', '0413', '0710', '0715'],
    explains: (difference, transcript) => {
      const [, field, name] = /(?:^|\.)(channelvars|bridgevars)(?:\.(.*))?$/.exec(difference.path) ?? [];
      if (field === undefined) return false;
      const shown = shownIn(name, difference.got);
      const hidden = shownIn(name, difference.expected);
      const assigned = assignmentsTo(ownerOf(difference, transcript), transcript);
      // What is shown here was asked for with this value; what is shown only there is not present any more.
      return (
        Object.entries(shown).every(([key, value]) =>
          assigned.some((one) => one.isShown && one.name === plain(key) && one.value === value),
        ) && Object.keys(hidden).every((key) => key in shown || isPast(plain(key), hidden[key], assigned))
      );
    },
  },
];

interface Assignment {
  readonly name: string;
  readonly value: string;
  readonly isShown: boolean;
}

function shownIn(name: string | undefined, value: Json | undefined): Readonly<Record<string, Json>> {
  if (value === undefined) return {};
  return name === undefined ? (isObject(value) ? value : {}) : { [name]: value };
}

/** Whether the variable has been given another value, or the name only looks like one: `__NAME` is stored as `NAME`. */
function isPast(name: string, value: Json | undefined, assigned: readonly Assignment[]): boolean {
  const all = assigned.filter((one) => one.name === name);
  return value === '' ? all.length > 0 : all.some((one) => one.value !== value || !one.isShown);
}

/** The id of the channel or bridge that the variables are shown with. */
function ownerOf({ path, event, exchange }: Difference, transcript: Transcript): string {
  if (event !== undefined) {
    const carried = event[path.split('.')[0] ?? ''];
    return isObject(carried) ? textOf(carried['id']) : '';
  }
  const asked = transcript.exchanges.find(({ key }) => key === exchange);
  const made = asked === undefined ? undefined : affectedBy(asked).find((key) => /^(channel|bridge):/.test(key));
  return made?.replace(/^\w+:/, '') ?? asked?.segments[1] ?? '';
}

function assignmentsTo(owner: string, { exchanges }: Transcript): readonly Assignment[] {
  return exchanges.filter((exchange) => ownedBy(owner, exchange)).flatMap(assignmentsIn);
}

function ownedBy(owner: string, exchange: Exchange): boolean {
  return exchange.segments[1] === owner || affectedBy(exchange).some((key) => key.replace(/^\w+:/, '') === owner);
}

function assignmentsIn({ parameters }: Exchange): readonly Assignment[] {
  const variables = parameters.get('variables');
  const [name, value] = [parameters.get('variable'), parameters.get('value')];
  const isShown = /^(true|yes|on|1|t|y)$/i.test(textOf(parameters.get('report_events')));
  const single = typeof name === 'string' ? [{ name: plain(name), value: textOf(value ?? ''), isShown }] : [];
  const many = Object.entries(isObject(variables) ? variables : {}).map(([key, given]) => ({
    name: plain(key),
    value: isObject(given) ? textOf(given['value']) : textOf(given),
    isShown: isObject(given) && given['report_events'] === true,
  }));
  return [...single, ...many];
}

function plain(name: string): string {
  return name.trim().replace(/^_{1,2}/, '');
}
