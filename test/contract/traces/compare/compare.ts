import type { Placeholders } from './placeholders';
import type { Json, JsonObject } from '../recording/trace';
import { isObject } from '../recording/trace';

/** A place where our value is not what was recorded. */
export interface Finding {
  /** `channel.dialplan.app_name`; empty for the value itself. */
  readonly path: string;
  readonly expected: Json | undefined;
  readonly got: Json | undefined;
}

/** A point in time: as events have it, or in seconds since 1970. */
const moments = [/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}[+-]\d{4}$/, /^1\d{9}$/];

/** What the reference calls itself, and what it says about its build: ours has a name and a build of its own. */
const ownNames = /^(Asterisk(\/.*)?|GIT-master-.*|\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2} UTC)$/;
const ownFields = new Set(['build.os', 'build.machine', 'build.options', 'build.user', 'config.setid.user']);

/**
 * Measured by a clock; the recorded values scatter. In milliseconds or seconds, as the field says; a twentieth is
 * allowed in any case, since the length of talking is a plain duration and in milliseconds.
 */
const measured: Readonly<Record<string, number>> = {
  duration_ms: 120,
  duration: 1,
  talking_duration: 1,
  silence_duration: 1,
  queue_length: 30,
  txcount: 30,
  rxcount: 30,
  txoctetcount: 4800,
  rxoctetcount: 4800,
};

/** What two machines never measure alike: quality and delay of audio, the numbers of streams. */
const scattering = /^((local|remote)_\w*(jitter|rxploss|mes)|[rt]x(jitter|mes)|\w*rtt|(local|remote)_ssrc)$/;

/** Lists in the order of a hash table, recorded as they came. */
const unordered = new Set(['channel_ids', 'bridge_ids', 'endpoint_ids', 'device_names', 'formats', 'peers']);

/** Which of our fields the reference does not have, by what marks their model. They are declared in the specification. */
const additions: readonly { readonly mark: string; readonly fields: readonly string[] }[] = [
  { mark: 'dialplan', fields: ['app_name', 'app_data', 'tenantid'] },
  { mark: 'bridge_class', fields: ['type'] },
  { mark: 'target_uri', fields: ['total_duration'] },
  { mark: 'message', fields: ['code', 'parameter', 'allowed', 'request_id'] },
];

export interface ComparisonRules {
  readonly placeholders: Placeholders;
  /** The list at the top counts as a set. */
  readonly isSet?: boolean;
}

/** Holds our value against the recorded one. Key order never counts; an empty list of findings means equal. */
export function compareValues(expected: Json, got: Json | undefined, rules: ComparisonRules): readonly Finding[] {
  return compareAt('', [expected, got], rules);
}

type Pair = readonly [expected: Json, got: Json | undefined];

function compareAt(path: string, [expected, got]: Pair, rules: ComparisonRules): readonly Finding[] {
  if (Array.isArray(expected) && Array.isArray(got)) return compareLists(path, [expected, got], rules);
  if (isObject(expected) && isObject(got)) return compareObjects(path, [expected, got], rules);
  return isSame(path, [expected, got], rules) ? [] : [{ path, expected, got }];
}

function isSame(path: string, [expected, got]: Pair, { placeholders }: ComparisonRules): boolean {
  const tolerance = measured[lastOf(path)];
  if (typeof expected === 'number' && typeof got === 'number' && tolerance !== undefined)
    return Math.abs(expected - got) <= Math.max(tolerance, expected / 20);
  if (typeof expected === 'number' && typeof got === 'number' && scattering.test(lastOf(path))) return true;
  if (typeof expected !== 'string' || typeof got !== 'string') return expected === got;
  // Microseconds to a phone and back, as a text.
  if (lastOf(path) === 'roundtrip_usec') return (expected === '0') === (got === '0') && /^\d+$/.test(got);
  const moment = moments.find((pattern) => pattern.test(expected));
  if (moment !== undefined) return moment.test(got);
  if (ownFields.has(path) || ownNames.test(expected)) return true;
  return placeholders.accept(expected, got);
}

function compareLists(
  path: string,
  [expected, got]: readonly [readonly Json[], readonly Json[]],
  rules: ComparisonRules,
): readonly Finding[] {
  if (unordered.has(lastOf(path)) || (path === '' && rules.isSet === true))
    return compareSets(path, [expected, got], rules);
  if (expected.length !== got.length) return [{ path, expected, got }];
  return expected.flatMap((value, place) => compareAt(`${path}[${place}]`, [value, got[place]], rules));
}

function compareSets(
  path: string,
  [expected, got]: readonly [readonly Json[], readonly Json[]],
  rules: ComparisonRules,
): readonly Finding[] {
  const rest = [...got];
  const missing = expected.filter((value) => {
    const place = rest.findIndex((candidate) => isEqual([value, candidate], rules));
    if (place !== -1) rest.splice(place, 1);
    return place === -1;
  });
  if (missing.length === 0 && rest.length === 0) return [];
  // One against one is most likely the same thing, changed: its fields tell more than the whole.
  const [first] = missing;
  if (first !== undefined && missing.length === 1 && rest.length === 1)
    return compareAt(`${path}[*]`, [first, rest[0]], rules);
  return [{ path, expected: missing, got: rest }];
}

/** Like a comparison, but what it learns about placeholders counts only when the values are equal. */
export function isEqual(pair: Pair, { placeholders }: ComparisonRules): boolean {
  return placeholders.attempt(() => compareAt('', pair, { placeholders }).length === 0);
}

function compareObjects(
  path: string,
  [expected, got]: readonly [JsonObject, JsonObject],
  rules: ComparisonRules,
): readonly Finding[] {
  const name = (key: string): string => (path === '' ? key : `${path}.${key}`);
  const findings = Object.entries(expected).flatMap(([key, value]) =>
    key in got
      ? compareAt(name(key), [value, got[key]], rules)
      : [{ path: name(key), expected: value, got: undefined }],
  );
  const allowed = additions.filter(({ mark }) => mark in expected).flatMap(({ fields }) => fields);
  const extra = Object.keys(got).filter((key) => !(key in expected) && !allowed.includes(key));
  return [...findings, ...extra.map((key) => ({ path: name(key), expected: undefined, got: got[key] }))];
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}
