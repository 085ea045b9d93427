import { makeResponse } from '../message/make-response';
import type { SipRequest, SipResponse } from '../message/message';
import { isSuccess } from '../message/status';
import { ServerTransaction } from './server-transaction';

type State = 'proceeding' | 'completed' | 'confirmed' | 'accepted';

/** The server's side of an INVITE (RFC 3261 §17.2.1 with the state `accepted` of RFC 6026). */
export class InviteServerTransaction extends ServerTransaction {
  #state: State = 'proceeding';

  get state(): State | 'terminated' {
    return this.isTerminated ? 'terminated' : this.#state;
  }

  /** Starts the timer for our response: without one in time, a 100 stops the retransmissions. */
  start(): void {
    this.startDeadline(this.timers.tryingMs, () => this.sendAnswer(makeResponse(this.request, 100)));
  }

  respond(response: SipResponse): void {
    if (this.isTerminated) return;
    if (this.#state === 'accepted' && isSuccess(response.status)) this.sendAnswer(response);
    if (this.#state !== 'proceeding') return;
    this.stopTimers();
    if (response.status < 200) this.sendAnswer(response);
    else if (isSuccess(response.status)) this.#accept(response);
    else this.#refuse(response);
  }

  receiveAgain(): void {
    if (this.#state === 'proceeding' || this.#state === 'completed') this.repeatAnswer();
  }

  /** For the table: an ACK that belongs to this transaction. */
  receiveAck(ack: SipRequest): void {
    if (this.#state !== 'completed') return;
    this.#state = 'confirmed';
    this.stopTimers();
    this.handlers.onAck?.(ack);
    if (this.channel.isReliable) this.terminate();
    else this.startDeadline(this.timers.t4, () => this.terminate()); // timer I
  }

  /** For the table: the far end has given up. */
  receiveCancel(cancel: SipRequest): void {
    if (this.#state === 'proceeding') this.handlers.onCancel?.(cancel);
  }

  override terminate(): void {
    this.table.refused.delete(this);
    super.terminate();
  }

  #accept(response: SipResponse): void {
    this.#state = 'accepted';
    // The user retransmits a 2xx (RFC 6026 §7.1).
    this.linger(this.timers.timeoutMs, { repeats: false }); // timer L
    this.sendAnswer(response);
  }

  #refuse(response: SipResponse): void {
    this.#state = 'completed';
    this.table.refused.add(this);
    this.retransmitAnswer(this.timers.t1); // timer G
    this.startDeadline(this.timers.timeoutMs, () => {
      this.handlers.onTimeout?.();
      this.terminate();
    }); // timer H
    this.sendAnswer(response);
  }
}
