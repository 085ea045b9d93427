import fc from 'fast-check';
import { booleans } from '../../src/contract/read-parameters';
import type { JsonValue } from '../../src/contract/json';
import type { Route, RouteParameter } from '../../src/contract/route';
import type { WireRequest } from './doors';

type AnyRoute = Pick<Route<never>, 'method' | 'path' | 'parameters'>;

/** One parameter as a request carries it, before anybody decided in which form. */
interface Entry {
  readonly name: string;
  readonly place: 'query' | 'form' | 'json';
  /** Several: the parameter is repeated. In JSON only the last one counts. */
  readonly values: readonly JsonValue[];
}

interface Draft {
  readonly path: string;
  readonly entries: readonly Entry[];
  readonly whole: JsonValue | undefined;
  readonly contentType: string;
}

/** Texts that look like a value of some type, nearly. */
const nearMisses = [
  ...['', ' ', '0', '1', '-1', '+5', ' 5 ', '5.0', '5.5', '-0', '007', '1e3', '0x10', '1_000', 'NaN', 'Infinity'],
  ...['2147483647', '2147483648', '-2147483649', '9007199254740991', '9007199254740993', '99999999999999999999'],
  ...['true', 'TRUE', 'False', 'yes', 'No', 'on', 'OFF', 't', 'n', 'maybe', 'null', 'undefined'],
  ...['a,b', 'a,,b', ',', '"a,b"', '"', '\\', 'a\\,b', '(a,b)', '[a', 'a;b', '{}', '[]', '{"a":1}', '['],
  ...[
    'x',
    'ä',
    '日本',
    '🎉',
    'a b',
    'a+b',
    '%',
    '%41',
    '&',
    '=',
    '#',
    '?',
    '/',
    '@:',
    "'",
    '*!()',
    '$',
    '\u0000',
    '\u007f',
  ],
  ...['both', 'BOTH', 'In', 'build', 'BUILD,status', 'x'.repeat(300), 'a,'.repeat(127), 'a,'.repeat(126)],
];

const nearMembers: readonly JsonValue[] = [
  ...[null, true, false, 0, 1, 2, -1, -0, 1.5, 1e3, 1e21, 2147483648, 2 ** 53 + 2, '', 'x', '5', 'yes', '\ud800'],
  ...[
    [],
    [[]],
    [null],
    [''],
    ['a'],
    ['a', 'b'],
    ['a,b', ''],
    [1, true],
    [{}],
    [['a']],
    Array(127).fill('a'),
    Array(128).fill('a'),
  ],
  ...[{}, { value: 'x' }, { attribute: 'a', value: 'b' }, { __proto__: null, a: 1 }],
  ...[
    [{ attribute: 'a', value: 'b' }],
    [{ attribute: 'a' }],
    [{ attribute: 1, value: 'b' }],
    [{ attribute: 'a', value: 'b', more: 1 }],
  ],
];

const strangers = ['nobody', '__proto__', 'constructor', 'toString', 'a[b]', 'a[]', 'body', 'query', 'api', ''];
const contentTypes = [
  'application/json',
  'application/json; charset=utf-8',
  'APPLICATION/JSON',
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded;charset=UTF-8',
  'text/plain',
  'application/xml',
  '',
];

/** Requests to an operation: right ones, ones with one thing wrong, and ones where little is right. */
export function requestsTo(route: AnyRoute): fc.Arbitrary<WireRequest> {
  return fc
    .oneof(
      { weight: 2, arbitrary: goodDraft(route) },
      { weight: 4, arbitrary: goodDraft(route).chain((draft) => spoilt(route, draft)) },
      {
        weight: 1,
        arbitrary: goodDraft(route)
          .chain((draft) => spoilt(route, draft))
          .chain((draft) => spoilt(route, draft)),
      },
    )
    .map((draft) => written(route, draft));
}

function goodDraft({ path, parameters }: AnyRoute): fc.Arbitrary<Draft> {
  const place = fc.constantFrom<Entry['place'][]>('query', 'query', 'json', 'form');
  const entries = parameters
    .filter((parameter) => parameter.in === 'query' || parameter.in === 'body')
    .map((parameter) => entryOf(parameter));
  const whole = parameters.some((parameter) => parameter.in === 'whole-body')
    ? fc.option(fc.constantFrom<JsonValue>({}, { allowed: [] }, { allowed: [{ type: 'Dial' }], disallowed: [] }), {
        nil: undefined,
      })
    : fc.constant(undefined);
  return fc
    .record({
      segments: fc.array(segment, { minLength: 5, maxLength: 5 }),
      place,
      entries: fc.tuple(...entries),
      whole,
    })
    .map(({ segments, place: chosen, entries: given, whole: body }) => ({
      path: path.replaceAll(/\{\w+\}/g, () => segments.pop() ?? 'x'),
      // A body is either JSON or a form: what is to go into one goes into the chosen one.
      entries: given
        .flat()
        .map((entry) => (entry.place === 'query' ? entry : { ...entry, place: bodyPlace(entry, chosen) })),
      whole: body,
      contentType: chosen === 'form' ? 'application/x-www-form-urlencoded' : 'application/json',
    }));
}

const segment = fc.constantFrom('x', '1234.5', 'a%2Fb', 'a+b', '%C3%A4', 'a@b:c', '..%2f', '%00', 'PJSIP', "it's");

function bodyPlace({ place }: Entry, chosen: Entry['place']): Entry['place'] {
  return place === 'json' || chosen === 'query' ? 'json' : chosen;
}

/** A required parameter always, another one sometimes. */
function entryOf(parameter: RouteParameter): fc.Arbitrary<readonly Entry[]> {
  const { name, in: where } = parameter;
  const place: fc.Arbitrary<Entry['place']> =
    where === 'body' ? fc.constant('json') : fc.constantFrom('query', 'query', 'form');
  const one = fc.record({ name: fc.constant(name), place, values: goodValue(parameter).map((value) => [value]) });
  const some = one.map((entry) => [entry]);
  return parameter.required ? some : fc.oneof(fc.constant([]), some);
}

function goodValue({ type, enum: values, minimum = -10, multiple }: RouteParameter): fc.Arbitrary<JsonValue> {
  if (values !== undefined) return fc.constantFrom(...values);
  switch (type) {
    case 'boolean':
      return fc.constantFrom<JsonValue>(true, false, ...booleans.keys());
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer({ min: minimum, max: 100_000 }), fc.integer({ min: minimum, max: 100 }).map(String));
    case 'object':
      return fc.constantFrom<JsonValue>({}, { A: 'b' }, { A: { value: 1 }, B: null });
    case 'array':
      return fc.constantFrom<JsonValue>([], [{ attribute: 'a', value: 'b' }]);
    case 'json':
    case 'string':
      return multiple
        ? fc.constantFrom<JsonValue>('a', 'a,b', ['a', 'b'], '"a,b",c', 7)
        : fc.constantFrom('x', 'Local/1@d', 'ä b', '5');
  }
}

/** The draft with one thing changed, usually for the worse. */
function spoilt({ parameters }: AnyRoute, draft: Draft): fc.Arbitrary<Draft> {
  const names = fc.oneof(
    fc.constantFrom(...strangers),
    { weight: 2, arbitrary: fc.constantFrom('nobody', ...parameters.map(({ name }) => name)) },
    { weight: 6, arbitrary: fc.constantFrom(...delicate(parameters)) },
  );
  const values = fc.oneof(fc.constantFrom<JsonValue>(...nearMisses), fc.constantFrom(...nearMembers));
  const entry: fc.Arbitrary<Entry> = fc.record({
    name: names,
    place: fc.constantFrom('query', 'form', 'json'),
    values: fc.array(values, { minLength: 1, maxLength: 2 }),
  });
  const others = (name: string): readonly Entry[] => draft.entries.filter((one) => one.name !== name);
  return fc.oneof(
    { weight: 4, arbitrary: entry.map((one) => ({ ...draft, entries: [...others(one.name), one] })) },
    { weight: 2, arbitrary: entry.map((one) => ({ ...draft, entries: [...draft.entries, one] })) },
    { weight: 2, arbitrary: names.map((name) => ({ ...draft, entries: others(name) })) },
    { weight: 1, arbitrary: fc.constantFrom(...contentTypes).map((contentType) => ({ ...draft, contentType })) },
    { weight: 1, arbitrary: fc.constantFrom(...nearMembers).map((whole) => ({ ...draft, whole })) },
  );
}

/** The parameters with which something can go wrong; a stranger where there is none. */
function delicate(parameters: readonly RouteParameter[]): [string, ...string[]] {
  const names = parameters
    .filter(
      ({ in: place, type, required, enum: values }) => place !== 'path' && (required || values || type !== 'string'),
    )
    .map(({ name }) => name);
  return [names[0] ?? 'nobody', ...names];
}

function written({ method }: AnyRoute, { path, entries, whole, contentType }: Draft): WireRequest {
  const at = (place: Entry['place']): readonly Entry[] => entries.filter((entry) => entry.place === place);
  const query = pairsOf(at('query'));
  const body = bodyText({ form: at('form'), members: at('json'), whole, contentType });
  return {
    method,
    target: query === '' ? path : `${path}?${query}`,
    headers: contentType === '' ? {} : { 'content-type': contentType },
    body,
  };
}

/** Some characters are left unencoded, as clients do. */
function pairsOf(entries: readonly Entry[]): string {
  const pairs = entries.flatMap(({ name, values }) => values.map((value): [string, string] => [name, textOf(value)]));
  return new URLSearchParams(pairs).toString().replaceAll('%2C', ',').replaceAll('%2F', '/').replaceAll('%40', '@');
}

interface BodyParts {
  readonly form: readonly Entry[];
  readonly members: readonly Entry[];
  readonly whole: JsonValue | undefined;
  readonly contentType: string;
}

function bodyText({ form, members, whole, contentType }: BodyParts): string {
  if (contentType.includes('form')) return pairsOf([...form, ...members]);
  if (whole !== undefined && members.length + form.length === 0) return JSON.stringify(whole);
  const entries = [...form, ...members].map(({ name, values }) => [name, values.at(-1)] as const);
  return entries.length === 0 ? '' : JSON.stringify(Object.fromEntries(entries));
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : Array.isArray(value) ? value.map(String).join(',') : JSON.stringify(value);
}
