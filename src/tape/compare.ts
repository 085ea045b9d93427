import type { JsonValue } from '../contract/json';
import { isJsonObject } from '../contract/json';
import { isGenerated } from './same-request';

/** One place at which a value is another one than in the recorded session. */
export interface ValueDifference {
  /** `channel.caller.number`; empty for the whole value. */
  readonly path: string;
  readonly recorded: JsonValue | undefined;
  readonly actual: JsonValue | undefined;
}

export interface Compared {
  readonly differences: readonly ValueDifference[];
  /** Ids that the server has made, as they were recorded, and as they are now. */
  readonly ids: ReadonlyMap<string, string>;
}

/** They are others in every run, or on every server. */
const notCompared =
  /^(timestamp|creationtime|asterisk_id|entity_id|startup_time|last_reload_time|uptime|date)$|duration/;
const separators = /[/?&=,@]/;

/** Compares what a server says with what was recorded. `known` are the ids that have appeared before. */
export function compare(
  recorded: JsonValue | undefined,
  actual: JsonValue | undefined,
  known: ReadonlyMap<string, string>,
): Compared {
  const comparison = new Comparison(known);
  comparison.values({ recorded, actual, path: '' });
  return { differences: comparison.differences, ids: comparison.ids };
}

class Comparison {
  readonly differences: ValueDifference[] = [];
  readonly ids = new Map<string, string>();

  constructor(private readonly known: ReadonlyMap<string, string>) {}

  values(pair: ValueDifference): void {
    const { recorded, actual } = { recorded: unpacked(pair.recorded), actual: unpacked(pair.actual) };
    if (typeof recorded === 'string' && typeof actual === 'string') {
      if (!this.#isSameText(recorded, actual)) this.differences.push(pair);
    } else if (Array.isArray(recorded) && Array.isArray(actual)) this.#lists(recorded, actual, pair);
    else if (isJsonObject(recorded) && isJsonObject(actual)) this.#members(recorded, actual, pair.path);
    else if (recorded !== actual) this.differences.push(pair);
  }

  #lists(recorded: readonly JsonValue[], actual: readonly JsonValue[], pair: ValueDifference): void {
    if (recorded.length !== actual.length) return void this.differences.push(pair);
    recorded.forEach((value, at) => this.values({ recorded: value, actual: actual[at], path: `${pair.path}[${at}]` }));
  }

  #members(
    recorded: Readonly<Record<string, JsonValue>>,
    actual: Readonly<Record<string, JsonValue>>,
    path: string,
  ): void {
    for (const name of new Set([...Object.keys(recorded), ...Object.keys(actual)])) {
      if (notCompared.test(name)) continue;
      const place = path === '' ? name : `${path}.${name}`;
      this.values({ recorded: recorded[name], actual: actual[name], path: place });
    }
  }

  /** Ids also stand inside of longer texts: `channel:ID`, `Local/100@default-00000001;1`. */
  #isSameText(recorded: string, actual: string): boolean {
    const [before, now] = [recorded.split(separators), actual.split(separators)];
    return before.length === now.length && before.every((part, at) => this.#isSameWord(part, now[at] ?? ''));
  }

  #isSameWord(recorded: string, actual: string): boolean {
    const named = this.ids.get(recorded) ?? this.known.get(recorded);
    if (named !== undefined) return named === actual;
    if (recorded === actual) return true;
    const [, kind = '', id = recorded] = /^(channel:|bridge:)(.+)$/.exec(recorded) ?? [];
    if (kind !== '') return actual.startsWith(kind) && this.#isSameWord(id, actual.slice(kind.length));
    if (!isGenerated(recorded) || !isGenerated(actual)) return false;
    this.ids.set(recorded, actual);
    return true;
  }
}

/** The body of an answer over a socket is JSON inside of a text. */
function unpacked(value: JsonValue | undefined): JsonValue | undefined {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as JsonValue;
  } catch {
    return value;
  }
}

/** `channel.state is "Up", was "Ring"` */
export function describeDifference({ path, recorded, actual }: ValueDifference): string {
  const place = path === '' ? 'the body' : path;
  if (actual === undefined) return `${place} is missing, was ${short(recorded)}`;
  return recorded === undefined
    ? `${place} is ${short(actual)}, which was not there`
    : `${place} is ${short(actual)}, was ${short(recorded)}`;
}

function short(value: JsonValue | undefined): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
