import type { Dialog } from '../dialog/dialog';
import { setBody } from '../dialog/dialog';
import type { RequestContext } from '../dialog/dialog-request';
import { AuthenticatedRequest, flowOf } from '../dialog/dialog-request';
import { contactHeader } from '../message/headers/address-headers';
import { makeResponse } from '../message/make-response';
import type { SipRequest } from '../message/message';
import { expiresHeader } from '../message/headers/number-headers';
import { Parameters } from '../message/grammar/parameters';
import type { TokenValue } from '../message/headers/token-headers';
import { eventHeader, subscriptionStateHeader } from '../message/headers/token-headers';
import type { ServerTransaction } from '../transaction/server-transaction';
import type { TimerWheel, WheelTimer } from '../transaction/timer-wheel';
import type { EndReason, EventState } from './event-state';

export interface ServerSubscriptionInit {
  readonly dialog: Dialog;
  /** The package, with the id that the subscriber has given to this subscription. */
  readonly event: TokenValue;
  readonly context: RequestContext;
  readonly wheel: TimerWheel;
  readonly now: () => number;
  /** The state now. `version` counts the notifications of this subscription from zero. */
  readonly state: (version: number) => EventState | undefined;
  /** Sends notifications in their turn: calls back when this one may be made. */
  readonly schedule: (send: () => void) => void;
  /** Called once, when nothing is sent any more. */
  readonly onEnded: () => void;
}

/**
 * One subscription, as the notifier has it (RFC 6665 §4.2). At most one NOTIFY is on its way; changes in the meantime
 * are told by the next one, which always has the state of the moment when it is sent.
 */
export class ServerSubscription {
  #expiresAt = 0;
  #timer: WheelTimer | undefined;
  #version = 0;
  #isWaiting = false;
  #isInFlight = false;
  #end: EndReason | undefined;
  #isEnded = false;

  constructor(private readonly init: ServerSubscriptionInit) {}

  get dialog(): Dialog {
    return this.init.dialog;
  }

  /** Its subscriber is told the end, or knows it: it cannot be refreshed any more. */
  get isEnding(): boolean {
    return this.#end !== undefined || this.#isEnded;
  }

  /** Answers a SUBSCRIBE that begins, refreshes or ends the subscription, and tells the state. */
  accept(transaction: ServerTransaction, seconds: number): void {
    const response = makeResponse(transaction.request, 200, { toTag: this.dialog.localTag });
    response.headers.set(expiresHeader, seconds).set(contactHeader, this.dialog.contact);
    transaction.respond(response);
    this.#timer?.cancel();
    this.#expiresAt = this.init.now() + seconds * 1000;
    if (seconds === 0) return this.terminate('timeout');
    this.#timer = this.init.wheel.after(seconds * 1000, () => this.terminate('timeout'));
    this.notify();
  }

  /** The state has changed. */
  notify(): void {
    if (this.#isEnded || this.#isWaiting) return;
    this.#isWaiting = true;
    if (!this.#isInFlight) this.#schedule();
  }

  /** Tells the subscriber that there is nothing more to come. */
  terminate(reason: EndReason): void {
    if (this.#end !== undefined) return;
    this.#end = reason;
    this.#timer?.cancel();
    this.notify();
  }

  /** Tells the subscriber at once that it has to subscribe again, and does not wait for its answer. */
  deactivate(): void {
    if (this.#isEnded) return;
    this.#end ??= 'deactivated';
    this.#isInFlight = false;
    this.#send();
    this.close();
  }

  /** Ends without a word. Idempotent. */
  close(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#timer?.cancel();
    this.init.onEnded();
  }

  #schedule(): void {
    this.init.schedule(() => this.#send());
  }

  #send(): void {
    if (this.#isEnded || this.#isInFlight) return;
    this.#isWaiting = false;
    this.#isInFlight = true;
    const isLast = this.#end !== undefined;
    const finish = (status: number): void => this.#finished(status, isLast);
    const version = this.#version;
    this.#version += 1;
    // Its subscriber need not be told a last state of what is no longer there.
    const state = this.#end === 'noresource' ? undefined : this.init.state(version);
    new AuthenticatedRequest(this.init.context, () => this.#make(state), {
      onResponse: ({ status }) => void (status >= 200 && finish(status)),
      onTimeout: () => finish(408),
      onTransportFailure: () => finish(503),
    }).start(flowOf(this.dialog));
  }

  #make(state: EventState | undefined): SipRequest {
    const request = this.dialog.request('NOTIFY');
    request.headers.set(eventHeader, this.init.event).set(subscriptionStateHeader, this.#stateHeader());
    if (state !== undefined) setBody(request, state);
    return request;
  }

  #stateHeader(): TokenValue {
    if (this.#end !== undefined) return { token: 'terminated', params: Parameters.of({ reason: this.#end }) };
    const left = Math.max(0, Math.ceil((this.#expiresAt - this.init.now()) / 1000));
    return { token: 'active', params: Parameters.of({ expires: String(left) }) };
  }

  /** A subscriber that refuses a notification, or does not answer it, has no subscription any more (§4.2.2). */
  #finished(status: number, isLast: boolean): void {
    this.#isInFlight = false;
    if (isLast || status >= 300) this.close();
    else if (this.#isWaiting) this.#schedule();
  }
}
