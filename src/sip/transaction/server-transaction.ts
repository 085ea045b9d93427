import type { ResponseOptions } from '../message/make-response';
import { makeResponse } from '../message/make-response';
import type { SipRequest, SipResponse } from '../message/message';
import { writeMessage } from '../message/write-message';
import { AnsweredRequest, noHandlers } from './answered-request';
import type { ServerKeys, ServerTable } from './server-table';
import type { MessageChannel } from './message-channel';
import type { TimerSettings } from './timer-settings';
import type { TransactionObserver } from './transaction-observer';
import type { TimerWheel, WheelTimer } from './timer-wheel';

/** Callbacks to the handler of the request. */
export interface ServerHandlers {
  /** The far end has cancelled the request and expects a 487. INVITE only. */
  readonly onCancel?: (cancel: SipRequest) => void;
  /** An ACK to a refusal. INVITE only. */
  readonly onAck?: (ack: SipRequest) => void;
  /** The refusal of an INVITE was never acknowledged. */
  readonly onTimeout?: () => void;
  readonly onTransportFailure?: (error: Error) => void;
  readonly onTerminated?: () => void;
}

export interface ServerTransactionInit {
  readonly request: SipRequest;
  /** Our tag for the answers, unless the request has one in its To. */
  readonly localTag: string;
  readonly channel: MessageChannel;
  readonly wheel: TimerWheel;
  readonly timers: TimerSettings;
  readonly observer?: TransactionObserver | undefined;
  readonly keys: ServerKeys;
  readonly table: ServerTable;
}

/** What both kinds of server transactions have in common: one request, its answers, one end. */
export abstract class ServerTransaction {
  readonly request: SipRequest;
  readonly channel: MessageChannel;
  readonly localTag: string;
  protected readonly timers: TimerSettings;
  protected readonly table: ServerTable;
  protected handlers: ServerHandlers = {};
  readonly #init: ServerTransactionInit;
  #lastAnswer: { readonly response: SipResponse; readonly bytes: Buffer } | undefined;
  #retransmission: WheelTimer | undefined;
  #deadline: WheelTimer | undefined;
  #isTerminated = false;
  #rest: AnsweredRequest | undefined;
  #finalStatus: number | undefined;

  constructor(init: ServerTransactionInit) {
    this.#init = init;
    this.request = init.request;
    this.channel = init.channel;
    this.localTag = init.localTag;
    this.timers = init.timers;
    this.table = init.table;
  }

  get isTerminated(): boolean {
    return this.#isTerminated || this.#rest?.isTerminated === true;
  }

  /** The status of the final answer that was given. */
  get finalStatus(): number | undefined {
    return this.#finalStatus;
  }

  /** Sets the listener; before that there is none. */
  listen(handlers: ServerHandlers): void {
    this.handlers = handlers;
  }

  /** Answers with a status and perhaps more, under our tag. */
  reply(status: number, options: ResponseOptions = {}): void {
    const { reason, toTag = this.localTag, body, contentType } = options;
    this.respond(makeResponse(this.request, status, { reason, toTag, body, contentType }));
  }

  /** Answers the request. Once there is a final answer, others are ignored; INVITE lets a 2xx be repeated. */
  abstract respond(response: SipResponse): void;

  /** For the table: the request came again. */
  abstract receiveAgain(): void;

  /** Ends without an answer. Idempotent. */
  terminate(): void {
    if (this.#isTerminated) return;
    this.#isTerminated = true;
    this.stopTimers();
    if (this.#rest !== undefined) return this.#rest.terminate();
    this.table.forget(this.#init.keys);
    this.handlers.onTerminated?.();
  }

  protected sendAnswer(response: SipResponse): void {
    const { observer } = this.#init;
    if (response.status >= 200 && this.#finalStatus === undefined) {
      this.#finalStatus = response.status;
      observer?.onFinal('in', this.request.method, response.status);
    }
    const isRepeated = response === this.#lastAnswer?.response;
    this.#lastAnswer = { response, bytes: writeMessage(response) };
    this.#send(isRepeated);
  }

  protected repeatAnswer(): void {
    this.#send(true);
  }

  /** Copies of the request may come for so long; `repeats` answers them as before. */
  protected linger(milliseconds: number, { repeats }: { readonly repeats: boolean }): void {
    const { wheel, observer, channel, localTag, keys, table } = this.#init;
    const { onTerminated } = this.handlers;
    const onTransportFailure = repeats ? this.handlers.onTransportFailure : undefined;
    const isHeard = onTerminated !== undefined || onTransportFailure !== undefined;
    this.#rest = new AnsweredRequest({
      wheel,
      observer,
      channel,
      localTag,
      milliseconds,
      keys,
      table,
      isInvite: this.request.method === 'INVITE',
      answer: repeats ? this.#lastAnswer?.bytes : undefined,
      handlers: isHeard ? { onTerminated, onTransportFailure } : noHandlers,
    });
    table.replace(keys, this.#rest);
  }

  #send(isRepeated: boolean): void {
    if (this.#lastAnswer === undefined || this.isTerminated) return;
    const { response, bytes } = this.#lastAnswer;
    this.#init.observer?.onSent(response, { bytes, channel: this.channel, isRepeated });
    // A datagram that does not go out the first time is sent again: it is early enough to hear of it then.
    if (!isRepeated && !this.channel.isReliable) return this.channel.send(bytes);
    this.channel.send(bytes, (error) => {
      if (this.isTerminated) return;
      this.handlers.onTransportFailure?.(error);
      this.terminate();
    });
  }

  /** Repeats the answer until it is acknowledged, if the transport may lose it. */
  protected retransmitAnswer(pause: number): void {
    if (this.channel.isReliable || this.#isTerminated) return;
    this.#retransmission = this.#init.wheel.after(pause, () => {
      this.repeatAnswer();
      this.retransmitAnswer(Math.min(pause * 2, this.timers.t2));
    });
  }

  protected startDeadline(milliseconds: number, action: () => void): void {
    this.#deadline?.cancel();
    this.#deadline = this.#init.wheel.after(milliseconds, action);
  }

  protected stopTimers(): void {
    this.#retransmission?.cancel();
    this.#retransmission = undefined;
    this.#deadline?.cancel();
    this.#deadline = undefined;
  }
}
