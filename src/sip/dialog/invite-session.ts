import { guarded } from '../../shared/scheduling/guard';
import { contactHeader } from '../message/headers/address-headers';
import type { HeaderList } from '../message/headers/header-list';
import { makeResponse } from '../message/make-response';
import type { SipRequest, SipResponse } from '../message/message';
import { minSessionExpiresHeader } from '../message/headers/number-headers';
import { settle } from '../stack/settle';
import type { ServerTransaction } from '../transaction/server-transaction';
import type { Dialog } from './dialog';
import { setBody } from './dialog';
import type { RequestHandlers } from './dialog-request';
import { AuthenticatedRequest, flowOf } from './dialog-request';
import { OfferAnswer } from './offer-answer';
import { OfferQueue } from './offer-queue';
import type { OfferOutcome } from './offer-queue';
import { Repeater } from './repeater';
import type { SessionContext, SessionEnd, SessionHandlers } from './session-context';
import { allowedMethods, checkSessionHeaders, sdpBody, sdpOf, supportedOptions } from './session-context';
import type { SessionInterval } from './session-timer';
import { answerTimer, isTooBrief, SessionTimer } from './session-timer';

interface SessionInit {
  readonly dialog: Dialog;
  readonly context: SessionContext;
  readonly handlers: SessionHandlers;
  readonly exchange?: OfferAnswer;
}

export interface OfferOptions {
  readonly method?: 'INVITE' | 'UPDATE';
  /** Adds header fields to the request. */
  readonly edit?: (headers: HeaderList) => void;
}

/** The longest Retry-After of RFC 3261 §14.2, in seconds. */
const maxRetryAfter = 10;

/** What becomes of a BYE changes nothing. */
const unheard: RequestHandlers = {
  onResponse: () => undefined,
  onTimeout: () => undefined,
  onTransportFailure: () => undefined,
};

/**
 * What an INVITE has made: a dialog in which both sides offer, answer and hang up. Deals with everything that comes after
 * the first request, also while the call still rings.
 */
export class InviteSession {
  readonly dialog: Dialog;
  readonly exchange: OfferAnswer;
  /** Answers a PRACK; the call that sends reliable provisional answers sets it. */
  onPrack: ((transaction: ServerTransaction) => void) | undefined;
  /** Nothing of the far end is waited for any more; the call that has made the session sets it. */
  onOver: (() => void) | undefined;
  readonly #context: SessionContext;
  readonly #handlers: SessionHandlers;
  readonly #timer: SessionTimer;
  readonly #offers: OfferQueue;
  #forget: (() => void) | undefined;
  /** Repeats our 2xx until it is acknowledged. */
  #success: Repeater | undefined;
  #incomingInvite: ServerTransaction | undefined;
  #isOver = false;
  #leaving: ((bye: SipRequest) => void) | undefined;

  constructor({ dialog, context, handlers, exchange = new OfferAnswer() }: SessionInit) {
    this.dialog = dialog;
    this.exchange = exchange;
    this.#context = context;
    this.#handlers = handlers;
    this.#timer = new SessionTimer(context.stack.wheel, {
      onRefresh: () => this.#offers.refresh(),
      onExpired: () => this.#leave({ cause: 'expired' }),
    });
    this.#offers = new OfferQueue(context, this, {
      onAnswer: (answer) => handlers.onAnswer(this, answer),
      onOffer: (offer) => handlers.onOffer(this, offer),
      onInterval: (interval) => this.#timer.set(interval),
      onLost: (status) => this.#leave({ cause: 'lost', status }),
      onNoAnswer: () => this.#leave({ cause: 'no-answer' }),
    });
    this.#forget = context.dialogs.add(dialog, {
      onRequest: (transaction) => this.#receive(transaction),
      onAck: (ack) => this.#receiveAck(ack),
      onFault: (error) => this.fail(error),
    });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether we may send an offer: no INVITE of the far end is pending, and our last 2xx is acknowledged. */
  mayOffer(method: 'INVITE' | 'UPDATE'): boolean {
    if (!this.exchange.isIdle) return false;
    return method === 'UPDATE' || (this.#incomingInvite === undefined && this.#success?.isRunning !== true);
  }

  /** Offers a new description as soon as possible. Resolves with the result. */
  offer(description: string, options: OfferOptions = {}): Promise<OfferOutcome> {
    const { method = 'INVITE', edit } = options;
    return this.#offers.add({ kind: 'offer', method, description, edit });
  }

  /** Asks the far end to offer. */
  askForOffer(): Promise<OfferOutcome> {
    return this.#offers.add({ kind: 'ask', method: 'INVITE' });
  }

  /** Sends any other request within the dialog. */
  request(make: () => SipRequest, handlers: RequestHandlers): AuthenticatedRequest {
    const sending = new AuthenticatedRequest(this.#context, make, handlers);
    sending.start(flowOf(this.dialog));
    return sending;
  }

  /** Hangs up a session that has been answered. `edit` may add header fields to the BYE. Idempotent. */
  hangUp(edit: (bye: SipRequest) => void = () => undefined): void {
    this.#leave({ cause: 'local' }, edit);
  }

  /** Ends the session because a handler of it has thrown. */
  fail(error: unknown): void {
    this.#context.onFault?.(error);
    this.abort();
  }

  /** Ends the session in whatever state it is. Never throws. */
  abort(): void {
    guarded(
      () => this.#leave({ cause: 'lost', status: 500 }),
      (another) => this.#context.onFault?.(another),
    )();
  }

  /** Ends a session that was never answered: there is nothing to hang up. Idempotent. */
  drop(end: SessionEnd): void {
    if (this.#isOver) return;
    this.#finish();
    this.#handlers.onEnded(this, end);
  }

  /** For the call: the INVITE that has made the session and waits for its answer. */
  expectAnswer(transaction: ServerTransaction): void {
    this.#incomingInvite = transaction;
  }

  /** For the call: both sides have answered; what was asked of the session meanwhile can begin. */
  confirm(response: SipResponse, interval: SessionInterval | undefined): void {
    this.dialog.confirm(response);
    this.#timer.set(interval);
    this.#offers.notePeer(response, interval?.seconds ?? 0);
    this.#offers.run();
  }

  /** For the call: a description that was exchanged by other means than those of the session may let an offer of ours go. */
  runOffers(): void {
    this.#offers.run();
  }

  /** For the call: answers an INVITE with 200 and sees to it that it arrives (RFC 3261 §13.3.1.4). */
  accept(transaction: ServerTransaction, description: string | undefined, edit?: (headers: HeaderList) => void): void {
    const response = this.#success200(transaction);
    edit?.(response.headers);
    if (description !== undefined) setBody(response, sdpBody(description));
    const { wheel, timers } = this.#context.stack;
    this.#incomingInvite = undefined;
    this.#success = new Repeater({
      wheel,
      timers,
      maxPause: timers.t2,
      repeat: () => transaction.respond(response),
      onGivenUp: () => this.#giveUpWaiting(),
    });
    if (!this.dialog.isConfirmed) this.#offers.notePeer(transaction.request, 0);
    this.dialog.confirm();
    this.#success.start();
    transaction.respond(response);
  }

  #success200(transaction: ServerTransaction): SipResponse {
    const { request, localTag } = transaction;
    const response = makeResponse(request, 200, { toTag: localTag });
    response.headers.copyFrom(request.headers, 'Record-Route').set(contactHeader, this.dialog.contact);
    response.headers.add('Allow', allowedMethods).add('Supported', supportedOptions(this.#context));
    this.#timer.set(answerTimer(request, response, this.#context.sessionTimer));
    return response;
  }

  #receive(transaction: ServerTransaction): void {
    const { method } = transaction.request;
    if (this.#isOver) return transaction.reply(481);
    checkSessionHeaders(transaction.request);
    switch (method) {
      case 'BYE':
        transaction.reply(200);
        this.#incomingInvite?.reply(487);
        this.#finish();
        return this.#handlers.onEnded(this, { cause: 'remote', request: transaction.request });
      case 'INVITE':
        return this.#receiveInvite(transaction);
      case 'UPDATE':
        return this.#receiveUpdate(transaction);
      case 'PRACK':
        return this.onPrack === undefined ? transaction.reply(481) : this.onPrack(transaction);
      default:
        return this.#handlers.onRequest(this, transaction);
    }
  }

  /** Glare: our offer is pending (491), theirs is (500), or the interval is too short (422). */
  #refuses(transaction: ServerTransaction): boolean {
    const { request } = transaction;
    const { sessionTimer, random } = this.#context;
    const isInvite = request.method === 'INVITE';
    const hasOffer = isInvite || sdpOf(request) !== undefined;
    const isTheirs = (isInvite && this.#incomingInvite !== undefined) || this.exchange.phase === 'offered-by-them';
    const isOurs =
      this.exchange.phase === 'offered-by-us' || (isInvite && (this.#offers.isBusy || !this.mayOffer('INVITE')));
    if (hasOffer && isTheirs) {
      const response = makeResponse(request, 500, { toTag: transaction.localTag });
      response.headers.add('Retry-After', String(Math.floor(random() * (maxRetryAfter + 1))));
      transaction.respond(response);
    } else if (hasOffer && isOurs) {
      transaction.reply(491);
    } else if (sessionTimer !== undefined && isTooBrief(request, sessionTimer)) {
      const response = makeResponse(request, 422, { toTag: transaction.localTag });
      transaction.respond(withMinimum(response, sessionTimer.minimum));
    } else {
      return false;
    }
    return true;
  }

  #receiveInvite(transaction: ServerTransaction): void {
    if (this.#refuses(transaction)) return;
    const offer = sdpOf(transaction.request);
    this.#incomingInvite = transaction;
    transaction.listen({ onCancel: () => this.#dropInvite(transaction, 487) });
    if (offer !== undefined) this.exchange.offer('them', offer);
    settle<string | undefined>(
      () => (offer === undefined ? this.#handlers.makeOffer(this) : this.#handlers.onOffer(this, offer)),
      (description) => {
        if (this.#incomingInvite !== transaction) return;
        if (description === undefined) return this.#dropInvite(transaction, 488);
        if (offer === undefined) this.exchange.offer('us', description);
        else this.exchange.answer(description);
        this.dialog.refreshTarget(transaction.request);
        this.accept(transaction, description);
        this.#handlers.onRefreshed?.(this, transaction.request);
      },
      () => this.#dropInvite(transaction, 500),
    );
  }

  /** All stays as it was. */
  #dropInvite(transaction: ServerTransaction, status: number): void {
    if (this.#incomingInvite !== transaction) return;
    this.#incomingInvite = undefined;
    this.exchange.rollBack();
    transaction.reply(status);
    this.#offers.run();
  }

  #receiveUpdate(transaction: ServerTransaction): void {
    if (this.#refuses(transaction)) return;
    const offer = sdpOf(transaction.request);
    if (offer === undefined) return this.#answerUpdate(transaction, undefined);
    this.exchange.offer('them', offer);
    const refuse = (status: number): void => {
      this.exchange.rollBack();
      transaction.reply(status);
      this.#offers.run();
    };
    settle(
      () => this.#handlers.onOffer(this, offer),
      (answer) => {
        if (this.#isOver) return transaction.reply(481);
        if (answer === undefined) return refuse(488);
        this.exchange.answer(answer);
        this.#answerUpdate(transaction, answer);
      },
      () => refuse(500),
    );
  }

  #answerUpdate(transaction: ServerTransaction, answer: string | undefined): void {
    const response = this.#success200(transaction);
    if (answer !== undefined) setBody(response, sdpBody(answer));
    this.dialog.refreshTarget(transaction.request);
    transaction.respond(response);
    this.#handlers.onRefreshed?.(this, transaction.request);
    this.#offers.run();
  }

  #receiveAck(ack: SipRequest): void {
    if (this.#success?.isRunning !== true) return;
    this.#success.stop();
    const answer = sdpOf(ack);
    if (this.#leaving !== undefined) return this.#sendBye(this.#leaving);
    if (this.exchange.phase === 'offered-by-us') {
      if (answer === undefined) return this.#leave({ cause: 'no-answer' });
      this.exchange.answer(answer);
      this.#handlers.onAnswer(this, answer);
    }
    this.#offers.run();
  }

  #giveUpWaiting(): void {
    if (this.#leaving !== undefined) this.#sendBye(this.#leaving);
    else this.#leave({ cause: 'no-ack' });
  }

  /** A BYE may not overtake the ACK for our 2xx (RFC 3261 §15); for the user the session ends immediately. */
  #leave(end: SessionEnd, edit: (bye: SipRequest) => void = () => undefined): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#timer.stop();
    this.#offers.close();
    this.#incomingInvite?.reply(487);
    if (this.#success?.isRunning === true) this.#leaving = edit;
    else if (this.dialog.isConfirmed) this.#sendBye(edit);
    else this.#finish();
    this.#handlers.onEnded(this, end);
  }

  #sendBye(edit: (bye: SipRequest) => void): void {
    this.#finish();
    const make = (): SipRequest => {
      const bye = this.dialog.request('BYE');
      edit(bye);
      return bye;
    };
    this.request(make, unheard);
  }

  #finish(): void {
    this.#isOver = true;
    this.#timer.stop();
    this.#success?.stop();
    this.#offers.close();
    this.#forget?.();
    this.#forget = undefined;
    this.onOver?.();
    this.onOver = undefined;
  }
}

export function withMinimum(response: SipResponse, minimum: number): SipResponse {
  response.headers.set(minSessionExpiresHeader, minimum);
  return response;
}
