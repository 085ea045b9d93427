import { contactHeader } from '../message/headers/address-headers';
import type { HeaderList } from '../message/headers/header-list';
import { makeResponse } from '../message/make-response';
import type { SipRequest } from '../message/message';
import type { NameAddr } from '../message/headers/name-addr';
import { settle } from '../stack/settle';
import type { ServerTransaction } from '../transaction/server-transaction';
import type { Flow } from '../transport/flow';
import { Dialog, setBody } from './dialog';
import { InviteSession, withMinimum } from './invite-session';
import { reliability, ReliableResponses } from './reliable-responses';
import type { SessionContext, SessionHandlers } from './session-context';
import { allowedMethods, checkSessionHeaders, sdpBody, sdpOf } from './session-context';
import { isTooBrief } from './session-timer';

export interface IncomingCallHandlers extends SessionHandlers {
  /** The caller has given up before there was an answer. The session has ended. */
  readonly onCancelled: (call: IncomingCall, cancel: SipRequest) => void;
}

export interface IncomingCallInit {
  /** Of a new INVITE. */
  readonly transaction: ServerTransaction;
  readonly contact: NameAddr;
  readonly context: SessionContext;
  readonly handlers: IncomingCallHandlers;
  /** The flow for our requests, when the caller's Contact alone would not lead there. */
  readonly flow?: Flow | undefined;
}

export interface ProgressOptions {
  /** Our description: the answer to the caller's offer, or our offer where there was none. */
  readonly description?: string;
  /** Whether it has to arrive; only where the caller knows how to acknowledge it. */
  readonly reliable?: boolean;
  readonly edit?: (headers: HeaderList) => void;
}

/**
 * An incoming call, until it is answered or refused; the session continues afterwards. An INVITE with a too short
 * session interval is refused immediately: the call is created already answered and its session ended.
 */
export class IncomingCall {
  readonly session: InviteSession;
  /** What the caller offers; undefined when we have to offer. */
  readonly offer: string | undefined;
  readonly #init: IncomingCallInit;
  /** Made when the first one goes out: most calls have none. */
  #reliable: ReliableResponses | undefined;
  #isAccepted = false;

  constructor(init: IncomingCallInit) {
    const { transaction, contact, context, handlers, flow } = init;
    const { request, localTag } = transaction;
    this.#init = init;
    this.offer = sdpOf(request);
    checkSessionHeaders(request);
    const dialog = Dialog.asServer(request, { localTag, contact, flow });
    this.session = new InviteSession({ dialog, context, handlers });
    this.session.expectAnswer(transaction);
    if (this.offer !== undefined) this.session.exchange.offer('them', this.offer);
    this.session.onPrack = (prack) => this.#receivePrack(prack);
    transaction.listen({
      onCancel: (cancel) => this.#cancel(cancel),
      onTransportFailure: () => this.#drop(),
    });
    if (context.sessionTimer !== undefined && isTooBrief(request, context.sessionTimer)) this.#refuseInterval();
  }

  /** Whether there is a final answer. */
  get isAnswered(): boolean {
    return this.#init.transaction.finalStatus !== undefined || this.#init.transaction.isTerminated;
  }

  /** Sends a provisional response: 180, 183 and so on. */
  progress(status: number, { description, reliable = false, edit }: ProgressOptions = {}): void {
    if (this.isAnswered || this.#isAccepted) return;
    const { transaction } = this.#init;
    const { request, localTag } = transaction;
    const response = makeResponse(request, status, { toTag: localTag });
    response.headers.copyFrom(request.headers, 'Record-Route').set(contactHeader, this.session.dialog.contact);
    response.headers.add('Allow', allowedMethods);
    edit?.(response.headers);
    if (description !== undefined) setBody(response, sdpBody(description));
    const wanted = reliability(request);
    if (wanted === 'required' || (reliable && wanted === 'supported')) {
      // An unreliable answer may get lost, so what it carries is only a preview of what the 2xx will carry.
      if (description !== undefined) this.#describe(description);
      (this.#reliable ??= this.#makeReliable()).send(response);
    } else {
      transaction.respond(response);
    }
  }

  /** Answers the call. The description is needed unless one was exchanged before. */
  accept(description?: string, edit?: (headers: HeaderList) => void): void {
    if (this.isAnswered || this.#isAccepted) return;
    this.#isAccepted = true;
    if (this.#reliable === undefined) this.#accept(description, edit);
    else this.#reliable.whenIdle(() => this.#accept(description, edit));
  }

  #accept(description: string | undefined, edit: ((headers: HeaderList) => void) | undefined): void {
    if (this.session.isOver) return;
    const carried = this.session.exchange.isAgreed ? undefined : description;
    if (carried !== undefined) this.#describe(carried);
    this.session.accept(this.#init.transaction, carried, edit);
  }

  /** Refuses the call. */
  reject(
    status: number,
    options: { readonly reason?: string; readonly edit?: (headers: HeaderList) => void } = {},
  ): void {
    if (this.isAnswered) return;
    const { transaction } = this.#init;
    const { reason, edit } = options;
    const named = reason === undefined ? {} : { reason };
    const response = makeResponse(transaction.request, status, { toTag: transaction.localTag, ...named });
    edit?.(response.headers);
    transaction.respond(response);
    this.#reliable?.stop();
    this.session.drop({ cause: 'local' });
  }

  #describe(description: string): void {
    const { exchange } = this.session;
    if (exchange.phase === 'offered-by-them') exchange.answer(description);
    else if (exchange.isIdle && !exchange.isAgreed) exchange.offer('us', description);
  }

  #makeReliable(): ReliableResponses {
    const { transaction, context } = this.#init;
    const { wheel, timers } = context.stack;
    return new ReliableResponses(transaction, {
      wheel,
      timers,
      random: context.random,
      onGivenUp: () => this.reject(504),
    });
  }

  #receivePrack(transaction: ServerTransaction): void {
    const reliable = (this.#reliable ??= this.#makeReliable());
    if (!reliable.acknowledge(transaction.request)) return transaction.reply(481);
    const { exchange } = this.session;
    const { handlers } = this.#init;
    const description = sdpOf(transaction.request);
    const done = (answer?: string): void => {
      transaction.reply(200, answer === undefined ? {} : { body: answer, contentType: 'application/sdp' });
      reliable.sendNext();
      this.session.runOffers();
    };
    if (description === undefined) return done();
    if (exchange.phase === 'offered-by-us') {
      exchange.answer(description);
      handlers.onAnswer(this.session, description);
      return done();
    }
    if (!exchange.isIdle) return transaction.reply(500);
    exchange.offer('them', description);
    const refuse = (): void => {
      exchange.rollBack();
      transaction.reply(488);
      reliable.sendNext();
    };
    settle(
      () => handlers.onOffer(this.session, description),
      (answer) => {
        if (answer === undefined) return refuse();
        exchange.answer(answer);
        done(answer);
      },
      refuse,
    );
  }

  #cancel(cancel: SipRequest): void {
    if (this.session.isOver) return;
    this.#init.transaction.reply(487);
    this.#reliable?.stop();
    this.session.drop({ cause: 'remote', request: cancel });
    this.#init.handlers.onCancelled(this, cancel);
  }

  #refuseInterval(): void {
    const { transaction, context } = this.#init;
    const response = makeResponse(transaction.request, 422, { toTag: transaction.localTag });
    transaction.respond(withMinimum(response, context.sessionTimer?.minimum ?? 0));
    this.#drop();
  }

  #drop(): void {
    this.#reliable?.stop();
    this.session.drop({ cause: 'lost', status: 503 });
  }
}
