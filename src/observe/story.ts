import type { Observation, Tap } from './tap';

export interface StoryLimits {
  /** Calls that are kept; the oldest goes first. */
  readonly calls: number;
  /** Lines of one call; what comes later is counted only. */
  readonly lines: number;
}

const usualLimits: StoryLimits = { calls: 1000, lines: 5000 };

/** What happened to one channel and to those that had to do with it, in order. */
export interface Story {
  readonly lines: readonly Observation[];
  /** Lines that were left out because there were too many. */
  readonly omitted: number;
}

interface Record {
  readonly lines: Observation[];
  omitted: number;
}

/** Keeps what a tap tells, call by call. */
export class StoryBook {
  /** Channels that were part of one call share a record. */
  readonly #byChannel = new Map<string, Record>();
  readonly #all: Observation[] = [];
  readonly #unlisten: () => void;

  constructor(
    tap: Tap,
    private readonly limits: StoryLimits = usualLimits,
  ) {
    this.#unlisten = tap.on((observation) => this.#keep(observation));
  }

  /** Everything, in order, as far as it is kept. */
  get all(): readonly Observation[] {
    return this.#all;
  }

  of(channelId: string): Story | undefined {
    const record = this.#byChannel.get(channelId);
    return record && { lines: record.lines, omitted: record.omitted };
  }

  /** The calls that are kept, the oldest first. */
  calls(): readonly Story[] {
    return [...new Set(this.#byChannel.values())];
  }

  clear(): void {
    this.#byChannel.clear();
    this.#all.length = 0;
  }

  close(): void {
    this.#unlisten();
    this.clear();
  }

  #keep(observation: Observation): void {
    this.#all.push(observation);
    if (this.#all.length > this.limits.lines * 2) this.#all.splice(0, this.limits.lines);
    const { channelIds } = observation;
    if (channelIds.length === 0) return;
    const record = this.#recordOf(channelIds);
    if (record.lines.length < this.limits.lines) record.lines.push(observation);
    else record.omitted += 1;
  }

  /** Channels that appear together belong to one call from then on. */
  #recordOf(channelIds: readonly string[]): Record {
    const known = [
      ...new Set(channelIds.map((id) => this.#byChannel.get(id)).filter((record) => record !== undefined)),
    ];
    const [first = { lines: [], omitted: 0 }, ...others] = known;
    for (const other of others) this.#merge(first, other);
    for (const id of channelIds) this.#byChannel.set(id, first);
    this.#trim();
    return first;
  }

  #merge(into: Record, other: Record): void {
    const all = [...into.lines, ...other.lines];
    const order = new Map(this.#all.map((line, at) => [line, at]));
    all.sort((one, two) => (order.get(one) ?? -1) - (order.get(two) ?? -1));
    into.lines.splice(0, into.lines.length, ...all);
    into.omitted += other.omitted;
    for (const [id, record] of this.#byChannel) if (record === other) this.#byChannel.set(id, into);
  }

  #trim(): void {
    while (this.#byChannel.size > this.limits.calls) {
      const [oldest] = this.#byChannel.keys();
      if (oldest === undefined) return;
      this.#byChannel.delete(oldest);
    }
  }
}
