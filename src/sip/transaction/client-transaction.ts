import { toHeader } from '../message/headers/address-headers';
import { tagOf } from '../message/headers/name-addr';
import type { SipRequest, SipResponse } from '../message/message';
import { writeMessage } from '../message/write-message';
import type { ClientTable } from './client-table';
import type { MessageChannel } from './message-channel';
import type { TimerSettings } from './timer-settings';
import type { TransactionObserver } from './transaction-observer';
import type { TimerWheel, WheelTimer } from './timer-wheel';

/** Callbacks to the sender of the request. */
export interface ClientHandlers {
  /** Provisional answers, then a final one; to an INVITE perhaps several 2xx. */
  readonly onResponse: (response: SipResponse) => void;
  /** No final answer in time: as good as a 408. */
  readonly onTimeout: () => void;
  /** The request did not leave: as good as a 503. */
  readonly onTransportFailure: (error: Error) => void;
}

export interface ClientTransactionInit {
  /** With our Via on top. */
  readonly request: SipRequest;
  readonly channel: MessageChannel;
  readonly handlers: ClientHandlers;
  readonly wheel: TimerWheel;
  readonly timers: TimerSettings;
  readonly observer?: TransactionObserver | undefined;
  /** Where, and under which key, responses find it. */
  readonly table: ClientTable;
  readonly key: string;
}

/** What both kinds of client transactions have in common: one request, two timers, one end. */
export abstract class ClientTransaction {
  readonly request: SipRequest;
  readonly channel: MessageChannel;
  protected handlers: ClientHandlers;
  protected readonly timers: TimerSettings;
  protected readonly wheel: TimerWheel;
  protected readonly table: ClientTable;
  protected readonly key: string;
  /** The request as it is sent. */
  protected readonly bytes: Buffer;
  readonly #observer: TransactionObserver | undefined;
  readonly #isInDialog: boolean;
  #retransmission: WheelTimer | undefined;
  #deadline: WheelTimer | undefined;
  #isTerminated = false;
  #isSent = false;

  constructor(init: ClientTransactionInit) {
    this.request = init.request;
    this.channel = init.channel;
    this.handlers = init.handlers;
    this.timers = init.timers;
    this.wheel = init.wheel;
    this.table = init.table;
    this.key = init.key;
    this.bytes = writeMessage(init.request);
    this.#observer = init.observer;
    const to = init.request.headers.get(toHeader);
    this.#isInDialog = to !== undefined && tagOf(to) !== undefined;
  }

  get isTerminated(): boolean {
    return this.#isTerminated;
  }

  /** Sends the request and starts the timers. */
  abstract start(): void;

  /** For the table: a response that belongs to this transaction. */
  abstract receive(response: SipResponse): void;

  /** Whether there has been a final answer. */
  abstract get isAnswered(): boolean;

  /** For the table: the connection for the response has closed. */
  loseChannel(error: Error): void {
    if (!this.isAnswered) this.#fail(error);
  }

  /** Ends without callbacks. Idempotent. */
  terminate(): void {
    if (this.#isTerminated) return;
    this.#isTerminated = true;
    this.stopTimers();
    this.table.forget(this.key);
  }

  protected sendRequest(): void {
    const isRepeated = this.#isSent;
    this.#isSent = true;
    this.send(this.request, this.bytes, isRepeated);
  }

  protected send(message: SipRequest, bytes: Buffer, isRepeated: boolean): void {
    this.#observer?.onSent(message, { bytes, channel: this.channel, isRepeated });
    // A datagram that does not go out the first time is sent again: within a dialog, where there is no other place to try, it is
    // early enough to hear of it then.
    if (!isRepeated && !this.channel.isReliable && this.#isInDialog) this.channel.send(bytes);
    else this.channel.send(bytes, (error) => this.#fail(error));
  }

  /** For figures: the first final answer. */
  protected noteFinal(status: number): void {
    this.#observer?.onFinal('out', this.request.method, status);
  }

  /** Sends the request again and again, if the transport may lose it; `nextPause` says how long to wait after each time. */
  protected retransmit(pause: number, nextPause: (pause: number) => number): void {
    if (this.channel.isReliable || this.#isTerminated) return;
    this.#retransmission?.cancel();
    this.#retransmission = this.wheel.after(pause, () => {
      this.sendRequest();
      this.retransmit(nextPause(pause), nextPause);
    });
  }

  protected stopRetransmission(): void {
    this.#retransmission?.cancel();
    this.#retransmission = undefined;
  }

  protected startDeadline(milliseconds: number, action: () => void): void {
    this.#deadline?.cancel();
    this.#deadline = this.wheel.after(milliseconds, action);
  }

  /** Another timer is to fire when the deadline would have; false when there is none. */
  protected handDeadlineTo(timer: WheelTimer): boolean {
    const deadline = this.#deadline;
    this.#deadline = undefined;
    return deadline !== undefined && this.wheel.replace(deadline, timer);
  }

  protected stopTimers(): void {
    this.stopRetransmission();
    this.#deadline?.cancel();
    this.#deadline = undefined;
  }

  #fail(error: Error): void {
    if (this.#isTerminated) return;
    this.terminate();
    this.handlers.onTransportFailure(error);
  }

  protected timeOut(): void {
    this.terminate();
    this.noteFinal(408);
    this.handlers.onTimeout();
  }
}
