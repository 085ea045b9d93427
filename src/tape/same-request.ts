import type { JsonValue } from '../contract/json';
import { isJsonObject } from '../contract/json';

/** A request, over HTTP or as a message of a socket. */
export interface Asked {
  readonly method: string;
  readonly uri: string;
  readonly body?: JsonValue;
}

/** What an application names differently than in the recorded run. */
export interface Renamed {
  /** Ids that it has made. */
  readonly ids: ReadonlyMap<string, string>;
  /** Numbers of its requests over a socket. */
  readonly counters: ReadonlyMap<string, string>;
}

interface Renaming extends Renamed {
  readonly ids: Map<string, string>;
  readonly counters: Map<string, string>;
}

const nothingRenamed = (): Renaming => ({ ids: new Map(), counters: new Map() });

/** All renamings so far. */
export class Renamings {
  readonly #all = nothingRenamed();

  add({ ids, counters }: Renamed): void {
    for (const [recorded, actual] of ids) this.#all.ids.set(recorded, actual);
    for (const [recorded, actual] of counters) this.#all.counters.set(recorded, actual);
  }

  /** Recorded ids, and what they are in this run. */
  get ids(): ReadonlyMap<string, string> {
    return this.#all.ids;
  }

  /** A recorded target as it has to be in this run; ids may be encoded in it. */
  applyToTarget(target: string): string {
    const [path = '', query] = target.split('?', 2);
    const segments = path.split('/').map((segment) => encodeURIComponent(this.#named(decoded(segment))));
    if (query === undefined) return segments.join('/');
    const parameters = [...new URLSearchParams(query)].map(([name, value]): [string, string] => [
      name,
      this.#named(value),
    ]);
    return `${segments.join('/')}?${new URLSearchParams(parameters).toString()}`;
  }

  /** A recorded value as it has to be in this run. */
  apply<Value>(value: Value): Value {
    const { ids, counters } = this.#all;
    if (value === undefined || (ids.size === 0 && counters.size === 0)) return value;
    return JSON.parse(JSON.stringify(value), (name, part: unknown) => {
      if (typeof part !== 'string') return part;
      return counterNames.has(name) ? (counters.get(part) ?? part) : this.#named(part);
    }) as Value;
  }

  /** Ids also stand inside of longer texts: `channel:ID`. */
  #named(text: string): string {
    let named = text;
    for (const [recorded, actual] of this.#all.ids) named = named.replaceAll(recorded, actual);
    return named;
  }
}

/** Every client counts its requests over a socket as it likes. */
const counterNames = new Set(['request_id', 'transaction_id']);
/** Such a text may be another one in every run: an id with the time or with random digits. */
const generated = /^(?=.*\d)[\w.;:-]{8,}$/;

export function isGenerated(text: string): boolean {
  return generated.test(text);
}

/** What is named differently in an otherwise equal request; undefined when it is another request. */
export function renamedIn(recorded: Asked, actual: Asked): Renamed | undefined {
  if (recorded.method !== actual.method) return undefined;
  const renamed = nothingRenamed();
  return isSame(partsOf(recorded), partsOf(actual), { renamed, name: '' }) ? renamed : undefined;
}

function partsOf({ uri, body = null }: Asked): JsonValue {
  const [path = '', query = ''] = uri.split('?', 2);
  const parameters = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(query))
    parameters.set(name, [...(parameters.get(name) ?? []), value]);
  return [path.split('/').map(decoded), Object.fromEntries(parameters), body];
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const separators = /[/?&=]/;

interface Comparison {
  readonly renamed: Renaming;
  /** Of the member that is compared. */
  readonly name: string;
}

function isSame(one: JsonValue, two: JsonValue, comparison: Comparison): boolean {
  if (typeof one === 'string' && typeof two === 'string') return isSameText(one, two, comparison);
  if (isList(one) && isList(two))
    return one.length === two.length && one.every((item, at) => isSame(item, two[at] ?? null, comparison));
  if (!isJsonObject(one) || !isJsonObject(two)) return one === two;
  const names = Object.keys(one);
  if (names.length !== Object.keys(two).length) return false;
  return names.every((name) => name in two && isSame(one[name] ?? null, two[name] ?? null, { ...comparison, name }));
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function isSameText(one: string, two: string, comparison: Comparison): boolean {
  const { renamed, name } = comparison;
  // Requests over a socket name their target in one text.
  if (one.includes('/') && two.includes('/')) return isSame(one.split(separators), two.split(separators), comparison);
  const isCounter = counterNames.has(name);
  const known = isCounter ? renamed.counters : renamed.ids;
  if (one === two || known.get(one) === two) return true;
  if (known.has(one) || !(isCounter || (generated.test(one) && generated.test(two)))) return false;
  known.set(one, two);
  return true;
}
