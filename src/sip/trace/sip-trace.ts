import type { SipMessage } from '../message/message';
import type { Sending } from '../transaction/transaction-observer';
import type { Flow } from '../transport/flow';
import { TracedMessage } from './traced-message';
import { TurnoverMap } from '../../shared/collections/turnover-map';

export interface TraceLimits {
  /** Messages of one call: this many from its beginning on, and this many of the last ones. */
  readonly first: number;
  readonly last: number;
  /** Calls without a channel that are kept: those that have ended, and those that were refused before. */
  readonly endedCalls: number;
  /** Milliseconds that these are kept. */
  readonly keepMs: number;
  /** Bytes that these hold at most, all together. */
  readonly endedBytes: number;
  /** Bytes that are kept of a message. */
  readonly messageBytes: number;
}

export const defaultTraceLimits: TraceLimits = {
  first: 16,
  last: 48,
  endedCalls: 200,
  keepMs: 15 * 60_000,
  endedBytes: 8 * 1024 * 1024,
  messageBytes: 8 * 1024,
};

/** Called with each message and the channel of its call, if it has one by then. */
export type TraceListener = (message: TracedMessage, channelId: string | undefined) => void;

export interface TraceOptions {
  readonly limits?: TraceLimits;
  readonly listeners?: ReadonlySet<TraceListener> | undefined;
}

/** Messages of one call, the oldest first. */
export interface CallTrace {
  readonly callId: string;
  /** Undefined for a call that has had no channel. */
  readonly channelId: string | undefined;
  readonly messages: readonly TracedMessage[];
  /** How many messages are left out, and behind how many of those that are there. */
  readonly leftOut: { readonly count: number; readonly behind: number };
}

interface Entry {
  readonly callId: string;
  channelId: string | undefined;
  /** Whether it is one of those without a channel. */
  isEnded: boolean;
  readonly first: TracedMessage[];
  readonly last: TracedMessage[];
  leftOut: number;
  changedAt: number;
  bytes: number;
}

/** The last messages of calls, in memory. A call begins with an INVITE; messages outside of calls are not kept. */
export class SipTrace {
  /** Calls that have a channel, by Call-ID. */
  readonly #live = new TurnoverMap<string, Entry>();
  /** All others, those that changed last at the end. */
  readonly #ended = new TurnoverMap<string, Entry>();
  readonly #channels = new TurnoverMap<string, Entry>();
  #count = 0;
  #endedBytes = 0;

  readonly #limits: TraceLimits;
  readonly #listeners: ReadonlySet<TraceListener>;

  constructor(
    private readonly now: () => number,
    { limits = defaultTraceLimits, listeners = new Set() }: TraceOptions = {},
  ) {
    this.#limits = limits;
    this.#listeners = listeners;
  }

  /** How many calls it knows. */
  get size(): number {
    return this.#live.size + this.#ended.size;
  }

  received(message: SipMessage, flow: Flow): void {
    this.#keep('in', message, { flow, bytes: message.received });
  }

  sent(message: SipMessage, { bytes, channel }: Sending): void {
    // Every channel that the stack hands to its transactions is a flow.
    this.#keep('out', message, { flow: channel as Flow, bytes });
  }

  /** The call has a channel until the result is called. */
  link(callId: string, channelId: string): () => void {
    const entry = this.#find(callId) ?? this.#begun(callId);
    if (entry.channelId !== undefined) this.#channels.delete(entry.channelId);
    entry.channelId = channelId;
    this.#channels.set(channelId, entry);
    if (this.#ended.delete(callId)) this.#endedBytes -= entry.bytes;
    entry.isEnded = false;
    this.#live.set(callId, entry);
    return () => {
      if (!this.#live.delete(callId)) return;
      entry.isEnded = true;
      entry.changedAt = this.now();
      this.#ended.set(callId, entry);
      this.#endedBytes += entry.bytes;
      this.#shrink();
    };
  }

  /** By the id of the channel, or by Call-ID. */
  of(id: string): CallTrace | undefined {
    this.#shrink();
    const entry = this.#channels.get(id) ?? this.#find(id);
    if (entry === undefined) return undefined;
    const { callId, channelId, first, last, leftOut } = entry;
    return { callId, channelId, leftOut: { count: leftOut, behind: first.length }, messages: [...first, ...last] };
  }

  /** Messages of all calls behind the one with that number, in order, this many at most. */
  after(number: number, max: number): readonly TracedMessage[] {
    this.#shrink();
    const entries = [...this.#live.values(), ...this.#ended.values()];
    const newer = entries.flatMap(({ first, last }) => [...first, ...last].filter((each) => each.number > number));
    return newer.sort((one, other) => one.number - other.number).slice(0, max);
  }

  #keep(
    direction: 'in' | 'out',
    message: SipMessage,
    { flow, bytes }: { readonly flow: Flow; readonly bytes: Buffer | undefined },
  ): void {
    const callId = message.headers.raw('Call-ID');
    if (callId === undefined) return;
    const isCall = message.kind === 'request' && message.method === 'INVITE';
    const entry = this.#find(callId) ?? (isCall ? this.#begun(copied(callId)) : undefined);
    if (entry === undefined) return;
    this.#count += 1;
    entry.changedAt = this.now();
    const { first, last, changedAt: time } = entry;
    const { remote, transport } = flow;
    const [number, maxBytes] = [this.#count, this.#limits.messageBytes];
    const traced = new TracedMessage({ number, time, direction, remote, transport, callId: entry.callId, message, bytes, maxBytes });
    for (const listener of this.#listeners) listener(traced, entry.channelId);
    this.#weigh(entry, traced.size);
    if (first.length < this.#limits.first) return void first.push(traced);
    last.push(traced);
    if (last.length <= this.#limits.last) return;
    this.#weigh(entry, -(last.shift()?.size ?? 0));
    entry.leftOut += 1;
  }

  #weigh(entry: Entry, bytes: number): void {
    entry.bytes += bytes;
    if (entry.isEnded) this.#endedBytes += bytes;
  }

  #find(callId: string): Entry | undefined {
    return this.#live.get(callId) ?? this.#ended.get(callId);
  }

  #begun(callId: string): Entry {
    const entry: Entry = {
      callId,
      channelId: undefined,
      isEnded: true,
      first: [],
      last: [],
      leftOut: 0,
      changedAt: this.now(),
      bytes: 0,
    };
    this.#ended.set(callId, entry);
    this.#shrink();
    return entry;
  }

  /** Forgets the oldest of those without a channel. */
  #shrink(): void {
    const { keepMs, endedCalls, endedBytes } = this.#limits;
    const oldest = this.now() - keepMs;
    for (let first = this.#ended.first(); first !== undefined; first = this.#ended.first()) {
      const [callId, entry] = first;
      const { changedAt, channelId, bytes } = entry;
      const fits = this.#ended.size <= endedCalls && this.#endedBytes <= endedBytes;
      if (fits && changedAt >= oldest) return;
      this.#ended.delete(callId);
      entry.isEnded = false;
      this.#endedBytes -= bytes;
      if (channelId !== undefined) this.#channels.delete(channelId);
    }
  }
}

/** A text of its own: a part of a message keeps the whole text of that. */
function copied(text: string): string {
  return Buffer.from(text).toString();
}
