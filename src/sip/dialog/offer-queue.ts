import type { HeaderList } from '../message/headers/header-list';
import type { SipMessage, SipRequest, SipResponse } from '../message/message';
import { cSeqHeader, retryAfterHeader } from '../message/headers/number-headers';
import { isSuccess } from '../message/status';
import { allowHeader } from '../message/headers/token-headers';
import { settle } from '../stack/settle';
import type { WheelTimer } from '../transaction/timer-wheel';
import { AuthenticatedRequest, flowOf } from './dialog-request';
import { glareDelay } from './glare';
import type { InviteSession } from './invite-session';
import type { SessionContext } from './session-context';
import { allowedMethods, sdpBody, sdpOf, supportedOptions } from './session-context';
import type { SessionInterval } from './session-timer';
import { agreedInterval, askForTimer, demandedMinimum } from './session-timer';

export type OfferOutcome =
  | { readonly outcome: 'answered' }
  /** All stays as it was. */
  | { readonly outcome: 'refused'; readonly status: number }
  | { readonly outcome: 'ended' };

type OfferTask =
  | {
      readonly kind: 'offer';
      readonly method: 'INVITE' | 'UPDATE';
      readonly description: string;
      /** Adds header fields to the request. */
      readonly edit?: ((headers: HeaderList) => void) | undefined;
    }
  /** An INVITE without a description: the far end is to offer. */
  | { readonly kind: 'ask'; readonly method: 'INVITE' }
  /** Only says that the session lives. */
  | { readonly kind: 'refresh'; readonly method: 'INVITE' | 'UPDATE' };

interface Queued {
  readonly task: OfferTask;
  readonly done: (outcome: OfferOutcome) => void;
  attempts: number;
}

interface QueueHandlers {
  readonly onAnswer: (answer: string) => void;
  readonly onOffer: (offer: string) => string | undefined | Promise<string | undefined>;
  readonly onInterval: (interval: SessionInterval | undefined) => void;
  /** The far end has lost the session, or does not answer. */
  readonly onLost: (status: number) => void;
  readonly onNoAnswer: () => void;
}

const maxAttempts = 5;

/** Re-INVITEs and UPDATEs of ours, one after the other; after glare they are sent again (RFC 3261 §14.1). */
export class OfferQueue {
  readonly #queue: Queued[] = [];
  #current: Queued | undefined;
  #pause: WheelTimer | undefined;
  #isClosed = false;
  /** The header fields in which the far end has said what it knows. */
  #peer: HeaderList | undefined;
  /** The shortest session interval that the far end puts up with, as far as we know. */
  #minimum = 0;

  constructor(
    private readonly context: SessionContext,
    private readonly session: InviteSession,
    private readonly handlers: QueueHandlers,
  ) {}

  get isBusy(): boolean {
    return this.#current !== undefined;
  }

  add(task: OfferTask): Promise<OfferOutcome> {
    return new Promise((resolve) => {
      if (this.#isClosed) return resolve({ outcome: 'ended' });
      this.#queue.push({ task, done: resolve, attempts: 0 });
      this.run();
    });
  }

  /** Refreshes the session, by UPDATE where the far end knows it. */
  refresh(): void {
    const knowsUpdate = this.#peer?.readable(allowHeader).includes('UPDATE') === true;
    void this.add({ kind: 'refresh', method: knowsUpdate ? 'UPDATE' : 'INVITE' });
  }

  /** What the far end has said about itself when the session began. */
  notePeer({ headers }: SipMessage, minimum: number): void {
    this.#peer = headers;
    this.#minimum = minimum;
  }

  /** Starts the next one if allowed. */
  run(): void {
    const [next] = this.#queue;
    if (next === undefined || this.#isClosed || this.#current !== undefined || this.#pause !== undefined) return;
    const isAllowed =
      this.session.dialog.isConfirmed || (next.task.method === 'UPDATE' && this.session.exchange.isAgreed);
    if (!isAllowed || !this.session.mayOffer(next.task.method)) return;
    this.#queue.shift();
    this.#current = next;
    this.#send(next);
  }

  close(): void {
    this.#isClosed = true;
    this.#pause?.cancel();
    if (this.#current === undefined && this.#queue.length === 0) return;
    const waiting = this.#current === undefined ? this.#queue : [this.#current, ...this.#queue];
    this.#current = undefined;
    for (const { done } of waiting) done({ outcome: 'ended' });
    this.#queue.length = 0;
  }

  #send(queued: Queued): void {
    const { task } = queued;
    queued.attempts += 1;
    const description = this.#descriptionOf(task);
    if (description !== undefined) this.session.exchange.offer('us', description);
    let ack: SipRequest | undefined;
    const sending = new AuthenticatedRequest(this.context, () => this.#make(queued, description), {
      onResponse: (response, sent) => {
        if (response.status < 200) return;
        if (ack !== undefined) return this.#sendAck(ack.clone());
        if (this.#current !== queued) return;
        if (!isSuccess(response.status)) return this.#receiveFailure(queued, response);
        this.#receiveSuccess(queued, response, (answer) => {
          if (sent.method !== 'INVITE') return;
          const sequence = sent.headers.get(cSeqHeader)?.sequence ?? 0;
          ack = this.session.dialog.ack(sequence, answer === undefined ? undefined : sdpBody(answer));
          this.#sendAck(ack.clone());
        });
      },
      onTimeout: () => this.#lose(queued, 408),
      onTransportFailure: () => this.#lose(queued, 503),
    });
    sending.start(flowOf(this.session.dialog));
  }

  #descriptionOf(task: OfferTask): string | undefined {
    if (task.kind === 'offer') return task.description;
    if (task.kind === 'ask' || task.method === 'UPDATE') return undefined;
    return this.session.exchange.local;
  }

  #make({ task }: Queued, description: string | undefined): SipRequest {
    const { dialog } = this.session;
    const request = dialog.request(task.method, description === undefined ? undefined : sdpBody(description));
    request.headers.add('Allow', allowedMethods).add('Supported', supportedOptions(this.context));
    if (task.kind === 'offer') task.edit?.(request.headers);
    const { sessionTimer } = this.context;
    if (sessionTimer !== undefined) {
      askForTimer(request, sessionTimer.interval, Math.max(sessionTimer.minimum, this.#minimum));
    }
    return request;
  }

  #receiveSuccess(queued: Queued, response: SipResponse, acknowledge: (answer?: string) => void): void {
    const { exchange, dialog } = this.session;
    const description = sdpOf(response);
    dialog.refreshTarget(response);
    this.handlers.onInterval(agreedInterval(response, this.context.sessionTimer));
    if (queued.task.kind === 'ask') return this.#answerOffer(queued, description, acknowledge);
    acknowledge();
    if (exchange.phase !== 'offered-by-us') return this.#finish(queued, { outcome: 'answered' });
    if (description === undefined) {
      exchange.rollBack();
      this.#finish(queued, { outcome: 'refused', status: response.status });
      return;
    }
    exchange.answer(description);
    this.handlers.onAnswer(description);
    this.#finish(queued, { outcome: 'answered' });
  }

  /** The 2xx carries the offer, and the ACK has to carry the answer. */
  #answerOffer(queued: Queued, offer: string | undefined, acknowledge: (answer?: string) => void): void {
    const { exchange } = this.session;
    const giveUp = (): void => {
      acknowledge();
      this.handlers.onNoAnswer();
    };
    if (offer === undefined) return giveUp();
    exchange.offer('them', offer);
    settle(
      () => this.handlers.onOffer(offer),
      (answer) => {
        if (answer === undefined) return giveUp();
        if (!this.#isClosed) exchange.answer(answer);
        acknowledge(answer);
        this.#finish(queued, { outcome: 'answered' });
      },
      giveUp,
    );
  }

  #receiveFailure(queued: Queued, response: SipResponse): void {
    const { status } = response;
    this.session.exchange.rollBack();
    if (status === 408 || status === 481) return this.#lose(queued, status);
    const minimum = demandedMinimum(response);
    const isRetried = queued.attempts < maxAttempts;
    if (minimum !== undefined && minimum > this.#minimum && isRetried) {
      this.#minimum = minimum;
      return this.#send(queued);
    }
    const delay = isRetried ? this.#retryDelay(response) : undefined;
    if (delay === undefined) return this.#finish(queued, { outcome: 'refused', status });
    this.#current = undefined;
    this.#queue.unshift(queued);
    this.#pause = this.context.stack.wheel.after(delay, () => {
      this.#pause = undefined;
      this.run();
    });
  }

  /** After glare, and where the far end has not finished a request of its own (RFC 3261 §14.2). */
  #retryDelay(response: SipResponse): number | undefined {
    if (response.status === 491) return glareDelay(this.session.dialog.isInitiator, this.context.random);
    const after = response.status === 500 ? response.headers.get(retryAfterHeader) : undefined;
    return after === undefined ? undefined : Math.min(after.seconds, 10) * 1000;
  }

  #lose(queued: Queued, status: number): void {
    if (this.#current !== queued) return;
    this.session.exchange.rollBack();
    this.handlers.onLost(status);
  }

  #finish(queued: Queued, outcome: OfferOutcome): void {
    if (this.#current === queued) this.#current = undefined;
    queued.done(outcome);
    this.run();
  }

  #sendAck(ack: SipRequest): void {
    this.context.stack.sendAck(ack, flowOf(this.session.dialog));
  }
}
