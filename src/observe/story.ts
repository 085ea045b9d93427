import type { CallStory } from '../engine/call-story';
import { threadOfCall } from './observe-signalling';
import type { Sighting } from './sighting';
import type { Tap } from './tap';

export interface StoryLimits {
  /** Calls that are kept; those that nothing has happened to for the longest time go first. */
  readonly calls: number;
  /** Lines of one call; later ones are counted only. */
  readonly lines: number;
  /** Lines of all calls together. */
  readonly total: number;
}

const usualLimits: StoryLimits = { calls: 1000, lines: 5000, total: 100_000 };

/** Channels by which one call is found: a conference may go on for weeks. */
const maxKeys = 1000;

interface Line {
  /** Grows from line to line, over all calls. */
  readonly number: number;
  readonly sighting: Sighting;
}

interface Call {
  lines: Line[];
  omitted: number;
  readonly keys: Set<string>;
}

/** Keeps what a tap tells, call by call. */
export class StoryBook {
  /** Channels that were part of one call share an entry. */
  readonly #byKey = new Map<string, Call>();
  /** Those that changed last are at the end. */
  readonly #calls = new Set<Call>();
  readonly #unlisten: () => void;
  #count = 0;
  #total = 0;

  constructor(
    tap: Tap,
    private readonly limits: StoryLimits = usualLimits,
  ) {
    this.#unlisten = tap.onSighting((sighting) => this.#keep(sighting));
  }

  /** By the id of a channel, or by the Call-ID of a SIP call. */
  of(id: string): CallStory | undefined {
    const call = this.#byKey.get(id) ?? this.#byKey.get(threadOfCall(id));
    return call && storyOf(call);
  }

  /** The calls that are kept, the oldest first. */
  calls(): readonly CallStory[] {
    const first = ({ lines: [line] }: Call): number => line?.number ?? 0;
    return [...this.#calls].sort((one, other) => first(one) - first(other)).map(storyOf);
  }

  clear(): void {
    this.#byKey.clear();
    this.#calls.clear();
    this.#total = 0;
  }

  close(): void {
    this.#unlisten();
    this.clear();
  }

  #keep(sighting: Sighting): void {
    const { channelIds, thread } = sighting;
    const keys = thread === undefined ? channelIds : [thread, ...channelIds];
    if (keys.length === 0) return;
    this.#count += 1;
    this.#add(this.#callOf(keys), { number: this.#count, sighting });
    this.#trim();
  }

  #add(call: Call, line: Line): void {
    if (call.lines.length >= this.limits.lines) return void (call.omitted += 1);
    call.lines.push(line);
    this.#total += 1;
  }

  /** Channels that appear together belong to one call from then on. */
  #callOf(keys: readonly string[]): Call {
    const [key = ''] = keys;
    const same = this.#byKey.get(key);
    if (same !== undefined && keys.every((each) => this.#byKey.get(each) === same)) return this.#changed(same);
    const known = keys.map((each) => this.#byKey.get(each)).filter((call) => call !== undefined);
    const [first = { lines: [], omitted: 0, keys: new Set<string>() }, ...others] = new Set(known);
    for (const other of others) this.#merge(first, other);
    for (const each of keys) this.#find(each, first);
    return this.#changed(first);
  }

  #changed(call: Call): Call {
    this.#calls.delete(call);
    this.#calls.add(call);
    return call;
  }

  #merge(into: Call, other: Call): void {
    const lines = [...into.lines, ...other.lines].sort((one, two) => one.number - two.number);
    const surplus = Math.max(0, lines.length - this.limits.lines);
    into.lines = lines.slice(0, this.limits.lines);
    into.omitted += other.omitted + surplus;
    this.#total -= surplus;
    this.#calls.delete(other);
    for (const key of other.keys) this.#find(key, into);
  }

  /** From now on this key finds this call. */
  #find(key: string, call: Call): void {
    this.#byKey.set(key, call);
    call.keys.add(key);
    if (call.keys.size <= maxKeys) return;
    const [oldest = key] = call.keys;
    call.keys.delete(oldest);
    this.#byKey.delete(oldest);
  }

  #trim(): void {
    for (const call of this.#calls) {
      if (this.#calls.size <= this.limits.calls && this.#total <= this.limits.total) return;
      this.#calls.delete(call);
      this.#total -= call.lines.length;
      for (const key of call.keys) this.#byKey.delete(key);
    }
  }
}

function storyOf({ lines, omitted }: Call): CallStory {
  return {
    lines: lines.map(({ sighting }) => sighting.read()),
    leftOut: { count: omitted, behind: lines.length },
  };
}
