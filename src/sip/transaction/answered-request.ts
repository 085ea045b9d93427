import { parseDatagram } from '../message/parsing/parse-message';
import type { MessageChannel } from './message-channel';
import type { ServerKeys, ServerTable } from './server-table';
import type { TimerWheel } from './timer-wheel';
import { WheelTimer } from './timer-wheel';
import type { TransactionObserver } from './transaction-observer';

export interface AnsweredHandlers {
  readonly onTerminated: (() => void) | undefined;
  readonly onTransportFailure: ((error: Error) => void) | undefined;
}

/** Nearly all requests have these: one object for all of them. */
export const noHandlers: AnsweredHandlers = {
  onTerminated: undefined,
  onTransportFailure: undefined,
};

export interface AnsweredRequestInit {
  readonly isInvite: boolean;
  readonly localTag: string;
  readonly channel: MessageChannel;
  /** The answer to repeat; undefined where the user of the transaction repeats it. */
  readonly answer: Buffer | undefined;
  readonly handlers: AnsweredHandlers;
  readonly observer: TransactionObserver | undefined;
  readonly wheel: TimerWheel;
  /** Milliseconds in which copies of the request may come. */
  readonly milliseconds: number;
  readonly keys: ServerKeys;
  readonly table: ServerTable;
}

/**
 * What is left of a server transaction after its final answer: it meets copies of the request until none can come any
 * more. That is half a minute, which the request, its call and everything around them need not stay in memory for. There are
 * tens of thousands of these on a busy server, and each object more in them is work for every full garbage collection.
 */
export class AnsweredRequest extends WheelTimer {
  readonly isInvite: boolean;
  readonly localTag: string;
  readonly #channel: MessageChannel;
  readonly #answer: Buffer | undefined;
  readonly #handlers: AnsweredHandlers;
  readonly #observer: TransactionObserver | undefined;
  readonly #keys: ServerKeys;
  readonly #table: ServerTable;
  #isTerminated = false;

  constructor(init: AnsweredRequestInit) {
    super(init.wheel);
    this.isInvite = init.isInvite;
    this.localTag = init.localTag;
    this.#channel = init.channel;
    this.#answer = init.answer;
    this.#handlers = init.handlers;
    this.#observer = init.observer;
    this.#keys = init.keys;
    this.#table = init.table;
    init.wheel.start(this, init.milliseconds);
  }

  get isTerminated(): boolean {
    return this.#isTerminated;
  }

  override fire(): void {
    this.terminate();
  }

  receiveAgain(): void {
    const bytes = this.#answer;
    if (bytes === undefined || this.#isTerminated) return;
    const { message } = parseDatagram(bytes);
    const channel = this.#channel;
    if (message !== undefined) this.#observer?.onSent(message, { bytes, channel, isRepeated: true });
    channel.send(bytes, (error) => {
      if (this.#isTerminated) return;
      this.#handlers.onTransportFailure?.(error);
      this.terminate();
    });
  }

  /** Idempotent. */
  terminate(): void {
    if (this.#isTerminated) return;
    this.#isTerminated = true;
    this.cancel();
    this.#table.forget(this.#keys);
    this.#handlers.onTerminated?.();
  }
}
