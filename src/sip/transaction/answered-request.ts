import { parseDatagram } from '../message/parsing/parse-message';
import type { SipRequest } from '../message/message';
import type { MessageChannel } from './message-channel';
import type { TimerWheel, WheelTimer } from './timer-wheel';
import type { TransactionObserver } from './transaction-observer';

export interface AnsweredHandlers {
  readonly onAck: ((ack: SipRequest) => void) | undefined;
  readonly onTerminated: (() => void) | undefined;
  readonly onTransportFailure: ((error: Error) => void) | undefined;
}

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
  readonly onTerminated: () => void;
}

/**
 * What is left of a server transaction after its final answer: it meets copies of the request until none can come any
 * more. That is half a minute, which the request, its call and everything around them need not stay in memory for.
 */
export class AnsweredRequest {
  readonly isInvite: boolean;
  readonly localTag: string;
  readonly #channel: MessageChannel;
  readonly #answer: Buffer | undefined;
  readonly #handlers: AnsweredHandlers;
  readonly #observer: TransactionObserver | undefined;
  readonly #onTerminated: () => void;
  readonly #deadline: WheelTimer;
  #isTerminated = false;

  constructor(init: AnsweredRequestInit) {
    this.isInvite = init.isInvite;
    this.localTag = init.localTag;
    this.#channel = init.channel;
    this.#answer = init.answer;
    this.#handlers = init.handlers;
    this.#observer = init.observer;
    this.#onTerminated = init.onTerminated;
    this.#deadline = init.wheel.after(init.milliseconds, () => this.terminate());
  }

  get isTerminated(): boolean {
    return this.#isTerminated;
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

  /** An ACK to a 2xx under the old rules. */
  receiveAck(ack: SipRequest): void {
    this.#handlers.onAck?.(ack);
  }

  /** Idempotent. */
  terminate(): void {
    if (this.#isTerminated) return;
    this.#isTerminated = true;
    this.#deadline.cancel();
    this.#onTerminated();
    this.#handlers.onTerminated?.();
  }
}
