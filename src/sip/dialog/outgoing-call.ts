import { contactHeader, toHeader } from '../message/headers/address-headers';
import type { HeaderList } from '../message/headers/header-list';
import type { SipRequest, SipResponse } from '../message/message';
import type { NameAddr } from '../message/headers/name-addr';
import { tagOf } from '../message/headers/name-addr';
import { cSeqHeader, rAckHeader, rSeqHeader } from '../message/headers/number-headers';
import { isSuccess } from '../message/status';
import { requireHeader } from '../message/headers/token-headers';
import { settle } from '../stack/settle';
import type { Flow } from '../transport/flow';
import { Dialog, setBody } from './dialog';
import { AuthenticatedRequest, flowOf } from './dialog-request';
import { InviteSession } from './invite-session';
import type { Acknowledgement } from './late-answers';
import { LateAnswers } from './late-answers';
import { OfferAnswer } from './offer-answer';
import type { SessionContext, SessionHandlers } from './session-context';
import { allowedMethods, sdpBody, sdpOf, supportedOptions } from './session-context';
import { agreedInterval, askForTimer, demandedMinimum } from './session-timer';

/** Why there is no call. */
export type CallFailure =
  | { readonly cause: 'response'; readonly response: SipResponse }
  | { readonly cause: 'timeout' }
  /** It was answered at the moment it was cancelled, and has been hung up again. */
  | { readonly cause: 'cancelled' }
  | { readonly cause: 'transport'; readonly error: Error };

export interface OutgoingCallHandlers extends SessionHandlers {
  /** A provisional response; the session is undefined until one has a To tag. */
  readonly onProgress: (call: OutgoingCall, response: SipResponse, session: InviteSession | undefined) => void;
  readonly onAnswered: (call: OutgoingCall, session: InviteSession, response: SipResponse) => void;
  readonly onFailed: (call: OutgoingCall, failure: CallFailure) => void;
}

export interface OutgoingCallInit {
  /** The INVITE with From (tagged), To, Call-ID, CSeq and what else it is to say. It is copied for each attempt. */
  readonly request: SipRequest;
  readonly contact: NameAddr;
  /** Our offer; without one the far end has to offer. */
  readonly offer?: string;
  readonly context: SessionContext;
  readonly handlers: OutgoingCallHandlers;
  readonly flow?: Flow;
}

interface Branch {
  readonly session: InviteSession;
  /** The number of the last reliable answer (RFC 3262 §4). */
  reliableNumber: number | undefined;
  ack: SipRequest | undefined;
  /** Our answer, where the 2xx has offered. */
  answer: string | undefined;
}

const maxIntervalAttempts = 3;

/** An outgoing call. Proxies may fork it: each answering phone is a separate session, and one wins. */
export class OutgoingCall {
  readonly #init: OutgoingCallInit;
  readonly #branches = new Map<string, Branch>();
  readonly #exchange = new OfferAnswer();
  #sending: AuthenticatedRequest | undefined;
  #sequence: number;
  #minimum = 0;
  #intervalAttempts = 0;
  #winner: Branch | undefined;
  #isCancelled = false;
  #isOver = false;

  constructor(init: OutgoingCallInit) {
    this.#init = init;
    this.#sequence = (init.request.headers.get(cSeqHeader)?.sequence ?? 1) - 1;
  }

  start(): void {
    const { offer } = this.#init;
    if (offer !== undefined) this.#exchange.offer('us', offer);
    this.#send();
  }

  /** Gives up. A phone that is answered at the same moment is hung up again. `edit` may add header fields to the CANCEL. Idempotent. */
  cancel(edit?: (headers: HeaderList) => void): void {
    if (this.#isCancelled || this.#winner !== undefined || this.#isOver) return;
    this.#isCancelled = true;
    this.#sending?.cancel(edit);
  }

  #send(): void {
    const { context, flow } = this.#init;
    this.#sending = new AuthenticatedRequest(context, () => this.#make(), {
      onResponse: (response, sent) => this.#receive(response, sent),
      onTimeout: () => this.#fail({ cause: 'timeout' }),
      onTransportFailure: (error) => {
        // A handler has failed after the answer: there is a call to be hung up.
        this.#winner?.session.abort();
        this.#fail({ cause: 'transport', error });
      },
    });
    this.#sending.start(flow);
  }

  #make(): SipRequest {
    const { request, contact, offer, context } = this.#init;
    this.#sequence += 1;
    const invite = request.clone();
    invite.headers.set(cSeqHeader, { sequence: this.#sequence, method: 'INVITE' }).set(contactHeader, contact);
    if (!invite.headers.has('Allow')) invite.headers.add('Allow', allowedMethods);
    if (!invite.headers.has('Supported')) invite.headers.add('Supported', supportedOptions(context));
    if (offer !== undefined) setBody(invite, sdpBody(offer));
    const { sessionTimer } = context;
    if (sessionTimer !== undefined) {
      askForTimer(invite, sessionTimer.interval, Math.max(sessionTimer.minimum, this.#minimum));
    }
    return invite;
  }

  #receive(response: SipResponse, sent: SipRequest): void {
    if (this.#isOver && !isSuccess(response.status)) return;
    if (response.status < 200) this.#receiveProvisional(response, sent);
    else if (isSuccess(response.status)) this.#receiveSuccess(response, sent);
    else this.#receiveFailure(response);
  }

  #receiveProvisional(response: SipResponse, sent: SipRequest): void {
    const { handlers } = this.#init;
    const branch = response.status === 100 ? undefined : this.#branchOf(response, sent);
    const isReliable = response.headers.all(requireHeader).includes('100rel');
    if (branch === undefined || !isReliable) return handlers.onProgress(this, response, branch?.session);
    const number = response.headers.get(rSeqHeader);
    // One that comes again has been acknowledged; one too early comes again.
    const isNext = branch.reliableNumber === undefined || number === branch.reliableNumber + 1;
    if (number === undefined || !isNext) return;
    branch.reliableNumber = number;
    this.#acknowledge(branch, response, sent);
    handlers.onProgress(this, response, branch.session);
  }

  /** A PRACK, with the answer where the provisional answer offers. */
  #acknowledge({ session }: Branch, response: SipResponse, sent: SipRequest): void {
    const { handlers } = this.#init;
    const responseNumber = response.headers.get(rSeqHeader) ?? 0;
    const sequence = sent.headers.get(cSeqHeader)?.sequence ?? 0;
    const description = sdpOf(response);
    const prack = (answer?: string): void => {
      const make = (): SipRequest => {
        const request = session.dialog.request('PRACK', answer === undefined ? undefined : sdpBody(answer));
        request.headers.set(rAckHeader, { responseNumber, sequence, method: 'INVITE' });
        return request;
      };
      const ignored = (): void => undefined;
      session.request(make, { onResponse: ignored, onTimeout: ignored, onTransportFailure: ignored });
      session.runOffers();
    };
    if (description === undefined || session.exchange.isAgreed) return prack();
    if (session.exchange.phase === 'offered-by-us') {
      session.exchange.answer(description);
      handlers.onAnswer(session, description);
      return prack();
    }
    session.exchange.offer('them', description);
    const refuse = (): void => {
      session.exchange.rollBack();
      prack();
      this.cancel();
    };
    settle(
      () => handlers.onOffer(session, description),
      (answer) => {
        if (answer === undefined) return refuse();
        session.exchange.answer(answer);
        prack(answer);
      },
      refuse,
    );
  }

  #receiveSuccess(response: SipResponse, sent: SipRequest): void {
    const branch = this.#branchOf(response, sent);
    if (branch === undefined) return;
    if (branch.ack !== undefined) return this.#sendAck(branch, branch.ack.clone());
    if (branch === this.#winner) return;
    branch.session.confirm(response, agreedInterval(response, this.#init.context.sessionTimer));
    const isUnwanted = this.#winner !== undefined || this.#isCancelled || this.#isOver;
    if (isUnwanted) return this.#hangUpAgain(branch, sent);
    this.#winner = branch;
    this.#isOver = true;
    this.#dropOthers(branch);
    branch.session.onOver = () => this.#leave();
    this.#complete(branch, { response, sent });
  }

  /** Settles what the 2xx says about media, and acknowledges it. */
  #complete(branch: Branch, { response, sent }: { readonly response: SipResponse; readonly sent: SipRequest }): void {
    const { session } = branch;
    const { handlers } = this.#init;
    const description = sdpOf(response);
    const finish = (answer?: string): void => {
      this.#acknowledgeSuccess(branch, sent, answer);
      handlers.onAnswered(this, session, response);
      session.runOffers();
    };
    const giveUp = (): void => {
      session.exchange.rollBack();
      this.#acknowledgeSuccess(branch, sent);
      handlers.onAnswered(this, session, response);
      session.hangUp();
    };
    if (session.exchange.isAgreed) return finish();
    if (description === undefined) return giveUp();
    if (session.exchange.phase === 'offered-by-us') {
      session.exchange.answer(description);
      handlers.onAnswer(session, description);
      return finish();
    }
    session.exchange.offer('them', description);
    settle(
      () => handlers.onOffer(session, description),
      (answer) => {
        if (answer === undefined || session.isOver) return giveUp();
        session.exchange.answer(answer);
        finish(answer);
      },
      giveUp,
    );
  }

  /** Every 2xx is acknowledged, also that of an unwanted phone, which is then hung up immediately. */
  #hangUpAgain(branch: Branch, sent: SipRequest): void {
    this.#acknowledgeSuccess(branch, sent);
    branch.session.hangUp();
    this.#fail({ cause: 'cancelled' });
  }

  #acknowledgeSuccess(branch: Branch, sent: SipRequest, answer?: string): void {
    const sequence = sent.headers.get(cSeqHeader)?.sequence ?? 0;
    branch.answer = answer;
    branch.ack = branch.session.dialog.ack(sequence, answer === undefined ? undefined : sdpBody(answer));
    this.#sendAck(branch, branch.ack.clone());
  }

  #sendAck({ session }: Branch, ack: SipRequest): void {
    this.#init.context.stack.sendAck(ack, flowOf(session.dialog));
  }

  #receiveFailure(response: SipResponse): void {
    const minimum = demandedMinimum(response);
    if (minimum !== undefined && minimum > this.#minimum && this.#intervalAttempts < maxIntervalAttempts) {
      this.#minimum = minimum;
      this.#intervalAttempts += 1;
      return this.#send();
    }
    this.#fail({ cause: 'response', response });
  }

  /** The call has ended: answers that come late are met without it. */
  #leave(): void {
    const { context, flow } = this.#init;
    const acknowledged: Acknowledgement[] = [];
    for (const [tag, { ack, answer, session }] of this.#branches)
      if (ack !== undefined) acknowledged.push({ tag, answer, flow: flowOf(session.dialog) });
    this.#sending?.leaveTo(new LateAnswers(context, flow, acknowledged));
  }

  #fail(failure: CallFailure): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#dropOthers(undefined);
    this.#init.handlers.onFailed(this, failure);
  }

  #dropOthers(winner: Branch | undefined): void {
    for (const branch of this.#branches.values()) if (branch !== winner) branch.session.drop({ cause: 'not-chosen' });
  }

  /** The session of a responding phone, created on its first response; undefined without a To tag. */
  #branchOf(response: SipResponse, sent: SipRequest): Branch | undefined {
    const to = response.headers.get(toHeader);
    // Phones of RFC 2543 have no tag; a 2xx makes a dialog nevertheless (RFC 3261 §12.1.2).
    const tag = (to && tagOf(to)) ?? (isSuccess(response.status) ? '' : undefined);
    if (tag === undefined) return undefined;
    const known = this.#branches.get(tag);
    if (known !== undefined && !(known.session.isOver && known.ack === undefined)) return known;
    const { contact, context, handlers, flow } = this.#init;
    const dialog = Dialog.asClient(sent, response, contact);
    dialog.flow = flow;
    const session = new InviteSession({ dialog, context, handlers, exchange: this.#exchange.fork() });
    const branch: Branch = { session, reliableNumber: undefined, ack: undefined, answer: undefined };
    this.#branches.set(tag, branch);
    return branch;
  }
}
