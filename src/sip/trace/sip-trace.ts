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
  /** Whether there is too much to do to keep all calls. */
  readonly isSparing?: () => boolean;
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
  /** Whether it is one of those without a channel, and its neighbours among them. */
  isEnded: boolean;
  older: Entry | undefined;
  newer: Entry | undefined;
  readonly first: TracedMessage[];
  readonly last: TracedMessage[];
  leftOut: number;
  changedAt: number;
  bytes: number;
}

/** Of the calls that begin while there is too much to do, one in this many is kept. */
const sparingShare = 8;

/** The last messages of calls, in memory. A call begins with an INVITE; messages outside of calls are not kept. */
export class SipTrace {
  /** By Call-ID. */
  readonly #entries = new TurnoverMap<string, Entry>();
  readonly #channels = new TurnoverMap<string, Entry>();
  /** Those without a channel: a list of its own, because calls come and go too fast for another table. */
  #oldest: Entry | undefined;
  #newest: Entry | undefined;
  #ended = 0;
  #endedBytes = 0;
  #count = 0;

  readonly #limits: TraceLimits;
  readonly #listeners: ReadonlySet<TraceListener>;
  readonly #isSparing: () => boolean;
  /** Calls that have begun while there was too much to do. */
  #spared = 0;

  constructor(
    private readonly now: () => number,
    { limits = defaultTraceLimits, listeners = new Set(), isSparing = () => false }: TraceOptions = {},
  ) {
    this.#isSparing = isSparing;
    this.#limits = limits;
    this.#listeners = listeners;
  }

  /** How many calls it knows. */
  get size(): number {
    return this.#entries.size;
  }

  received(message: SipMessage, flow: Flow): void {
    this.#keep('in', message, { flow, bytes: message.received });
  }

  sent(message: SipMessage, { bytes, channel }: Sending): void {
    // Every channel that the stack hands to its transactions is a flow.
    this.#keep('out', message, { flow: channel as Flow, bytes });
  }

  /** A call that begins here has a channel before it has a message, until the result is called. */
  begin(callId: string, channelId: string): () => void {
    if (!this.#entries.has(callId)) this.#begun(callId);
    return this.link(callId, channelId);
  }

  /** The call has a channel until the result is called. Nothing changes for one that is not kept. */
  link(callId: string, channelId: string): () => void {
    const entry = this.#entries.get(callId);
    if (entry === undefined) return () => undefined;
    if (entry.channelId !== undefined) this.#channels.delete(entry.channelId);
    entry.channelId = channelId;
    this.#channels.set(channelId, entry);
    this.#revive(entry);
    return () => this.#unlink(entry);
  }

  #unlink(entry: Entry): void {
    if (entry.isEnded || this.#entries.get(entry.callId) !== entry) return;
    entry.changedAt = this.now();
    this.#end(entry);
    this.#shrink(entry.changedAt);
  }

  /** By the id of the channel, or by Call-ID. */
  of(id: string): CallTrace | undefined {
    this.#shrink(this.now());
    const entry = this.#channels.get(id) ?? this.#entries.get(id);
    if (entry === undefined) return undefined;
    const { callId, channelId, first, last, leftOut } = entry;
    return { callId, channelId, leftOut: { count: leftOut, behind: first.length }, messages: [...first, ...last] };
  }

  /** Messages of all calls behind the one with that number, in order, this many at most. */
  after(number: number, max: number): readonly TracedMessage[] {
    this.#shrink(this.now());
    const newer = [...this.#entries.values()].flatMap(({ first, last }) =>
      [...first, ...last].filter((each) => each.number > number),
    );
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
    const entry = this.#entries.get(callId) ?? (isCall && this.#isWorthwhile() ? this.#begun(callId) : undefined);
    if (entry === undefined) return;
    this.#count += 1;
    entry.changedAt = this.now();
    const { first, last, changedAt: time } = entry;
    const { remote, transport } = flow;
    const traced = new TracedMessage({
      number: this.#count,
      time,
      direction,
      remote,
      transport,
      callId: entry.callId,
      message,
      bytes,
      maxBytes: this.#limits.messageBytes,
    });
    if (this.#listeners.size > 0) for (const listener of this.#listeners) listener(traced, entry.channelId);
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

  #isWorthwhile(): boolean {
    if (!this.#isSparing()) return true;
    this.#spared += 1;
    return this.#spared % sparingShare === 1;
  }

  #begun(callId: string): Entry {
    const entry: Entry = {
      callId: copied(callId),
      channelId: undefined,
      isEnded: false,
      older: undefined,
      newer: undefined,
      first: [],
      last: [],
      leftOut: 0,
      changedAt: this.now(),
      bytes: 0,
    };
    this.#entries.set(entry.callId, entry);
    this.#end(entry);
    this.#shrink(entry.changedAt);
    return entry;
  }

  /** It has no channel, or none any more. */
  #end(entry: Entry): void {
    entry.isEnded = true;
    entry.older = this.#newest;
    if (this.#newest === undefined) this.#oldest = entry;
    else this.#newest.newer = entry;
    this.#newest = entry;
    this.#ended += 1;
    this.#endedBytes += entry.bytes;
  }

  /** It is not among those without a channel any more. */
  #revive(entry: Entry): void {
    if (!entry.isEnded) return;
    const { older, newer } = entry;
    if (older === undefined) this.#oldest = newer;
    else older.newer = newer;
    if (newer === undefined) this.#newest = older;
    else newer.older = older;
    entry.isEnded = false;
    entry.older = undefined;
    entry.newer = undefined;
    this.#ended -= 1;
    this.#endedBytes -= entry.bytes;
  }

  /** Forgets the oldest of those without a channel. */
  #shrink(now: number): void {
    const { keepMs, endedCalls, endedBytes } = this.#limits;
    const expired = now - keepMs;
    for (let entry = this.#oldest; entry !== undefined; entry = this.#oldest) {
      const fits = this.#ended <= endedCalls && this.#endedBytes <= endedBytes;
      if (fits && entry.changedAt >= expired) return;
      this.#revive(entry);
      this.#entries.delete(entry.callId);
      if (entry.channelId !== undefined) this.#channels.delete(entry.channelId);
    }
  }
}

/** A text of its own: a part of a message keeps the whole text of that. */
function copied(text: string): string {
  return Buffer.from(text).toString();
}
