import type {
  DocumentParameter,
  OpenApiDocument,
  PlacedOperation,
} from '../src/server/contract-mode/open-api-document';
import { jsonType, operationsIn } from '../src/server/contract-mode/open-api-document';
import type { HttpCase } from './http-case';
import type { Random } from './random';
import { anyJson, goodText, nearText } from './values';

const formType = 'application/x-www-form-urlencoded';

/** What a request says, before it is decided where it says it. */
interface Draft {
  readonly path: string;
  readonly pairs: readonly (readonly [name: string, text: string])[];
  /** Members that only a body can hold, as JSON text. */
  readonly members: readonly (readonly [name: string, json: string])[];
  readonly whole: string | undefined;
}

/** Makes requests to the operations of the document: right ones, and ones with something wrong. */
export class RequestCases {
  readonly #operations: readonly PlacedOperation[];
  readonly #resources: readonly (readonly PlacedOperation[])[];

  constructor(document: OpenApiDocument) {
    this.#operations = operationsIn(document).filter(
      ({ operation }) => operation['x-websocket-protocol'] === undefined,
    );
    this.#resources = byResource(this.#operations);
  }

  good(random: Random): HttpCase {
    const placed = this.#choose(random);
    return written(placed, draftOf(placed, random), random);
  }

  nearMiss(random: Random): HttpCase {
    const placed = this.#choose(random);
    const draft = spoil(draftOf(placed, random), random);
    return { ...written(placed, draft, random), note: 'near miss' };
  }

  /** Resources of few operations are not to drown among those of many. */
  #choose(random: Random): PlacedOperation {
    return random.pick(random.chance(0.5) ? random.pick(this.#resources) : this.#operations);
  }
}

function byResource(operations: readonly PlacedOperation[]): PlacedOperation[][] {
  const resources = new Map<string, PlacedOperation[]>();
  for (const placed of operations) {
    const [, name = ''] = placed.template.split('/');
    resources.set(name, [...(resources.get(name) ?? []), placed]);
  }
  return [...resources.values()];
}

function draftOf({ template, operation }: PlacedOperation, random: Random): Draft {
  const parameters = operation.parameters ?? [];
  const given = parameters.filter(
    (parameter) => parameter.in === 'query' && (parameter.required || random.chance(0.4)),
  );
  const schema = operation.requestBody?.content[jsonType]?.schema;
  const properties = Object.keys(schema?.['properties'] ?? {});
  const own = properties.filter((name) => !parameters.some((parameter) => parameter.name === name));
  return {
    path: template.replaceAll(/\{(\w+)\}/g, (_, name: string) => segmentFor(name, parameters, random)),
    pairs: given.map((parameter) => [parameter.name, listOf(parameter, random)] as const),
    members: own.map((name) => [name, memberFor(name, random)] as const),
    whole: schema !== undefined && properties.length === 0 ? filter(random) : undefined,
  };
}

function segmentFor(name: string, parameters: readonly DocumentParameter[], random: Random): string {
  const parameter = parameters.find((candidate) => candidate.in === 'path' && candidate.name === name);
  return encodeURIComponent(parameter === undefined ? 'a' : goodText(parameter, random) || 'a');
}

function listOf(parameter: DocumentParameter, random: Random): string {
  const count = parameter.schema['type'] === 'array' ? 1 + random.below(3) : 1;
  return Array.from({ length: count }, () => goodText(parameter, random)).join(',');
}

function memberFor(name: string, random: Random): string {
  const variables = ['{}', '{"A":"b"}', '{"A":{"value":1,"report_events":true},"B":null}', '{"A":[1,{}]}'];
  const fields = [
    '[]',
    '[{"attribute":"password","value":"x"}]',
    '[{"attribute":"read_only","value":"yes"}]',
    '[{"attribute":"a","value":""}]',
  ];
  return random.pick(name === 'fields' ? fields : variables);
}

function filter(random: Random): string {
  return random.pick([
    '{}',
    '{"allowed":[{"type":"Dial"}]}',
    '{"disallowed":[{"type":"DeviceStateChanged"}]}',
    '{"allowed":[]}',
  ]);
}

function spoil(draft: Draft, random: Random): Draft {
  const names = [...draft.pairs.map(([name]) => name), ...draft.members.map(([name]) => name), 'nobody', '__proto__'];
  const name = random.pick(names);
  const pairs = draft.pairs.filter(([known]) => known !== name);
  switch (random.below(5)) {
    case 0:
      return { ...draft, pairs };
    case 1:
      return { ...draft, pairs: [...draft.pairs, [name, nearText(random)]] };
    case 2:
      return { ...draft, members: [...draft.members.filter(([known]) => known !== name), [name, anyJson(random)]] };
    case 3:
      return { ...draft, path: draft.path.replace(/[^/]+$/, () => encoded(nearText(random)) || 'x') };
    default:
      return { ...draft, pairs: [...pairs, [name, nearText(random)]] };
  }
}

function written({ method }: PlacedOperation, draft: Draft, random: Random): HttpCase {
  const { path, pairs, members, whole } = draft;
  const inBody = members.length > 0 && random.chance(0.7);
  const place = inBody || random.chance(0.2) ? 'json' : random.chance(0.2) ? 'form' : 'query';
  const query = place === 'query' || random.chance(0.2) ? queryOf(pairs) : '';
  const said: Said = { pairs: query === '' ? pairs : [], members, whole };
  const body = place === 'json' ? jsonBody(said) : place === 'form' && query === '' ? queryOf(pairs) : '';
  return {
    note: 'good',
    method: method.toUpperCase(),
    target: `/ari${path}${query === '' ? '' : `?${query}`}`,
    headers: place === 'query' ? [] : [['Content-Type', place === 'json' ? jsonType : formType]],
    body: Buffer.from(body),
    framing: random.chance(0.1) ? 'chunked' : 'length',
    expects: 'answer',
  };
}

type Said = Pick<Draft, 'pairs' | 'members' | 'whole'>;

/** A name that is said twice is written twice: what a parser makes of it is part of the question. */
function jsonBody({ pairs, members, whole }: Said): string {
  if (whole !== undefined) return whole;
  const texts = [...pairs.map(([name, text]) => [name, JSON.stringify(text)] as const), ...members];
  return texts.length === 0 ? '' : `{${texts.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
}

function queryOf(pairs: Draft['pairs']): string {
  return pairs.map(([name, text]) => `${encoded(name)}=${encoded(text)}`).join('&');
}

/** encodeURIComponent would throw at half a surrogate pair. */
function encoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}
