import type { SipRequest, SipResponse } from '../message/message';
import { isSuccess } from '../message/status';
import { writeMessage } from '../message/write-message';
import type { ClientHandlers } from './client-transaction';
import { ClientTransaction } from './client-transaction';
import type { LateReceiver } from './left-invite';
import { LeftInvite } from './left-invite';
import { makeAck } from './related-requests';

const ignored = (): void => undefined;
const unheard: ClientHandlers = { onResponse: ignored, onTimeout: ignored, onTransportFailure: ignored };

type State = 'calling' | 'proceeding' | 'completed' | 'accepted';

/** The client's side of an INVITE (RFC 3261 §17.1.1 with the state `accepted` of RFC 6026). */
export class InviteClientTransaction extends ClientTransaction {
  #state: State = 'calling';
  #ack: { readonly request: SipRequest; readonly bytes: Buffer } | undefined;
  #cancel: (() => void) | undefined;
  #isCancelled = false;

  get state(): State | 'terminated' {
    return this.isTerminated ? 'terminated' : this.#state;
  }

  get isAnswered(): boolean {
    return this.#state === 'completed' || this.#state === 'accepted';
  }

  start(): void {
    this.startDeadline(this.timers.timeoutMs, () => this.timeOut()); // timer B
    this.retransmit(this.timers.t1, (pause) => pause * 2); // timer A
    this.sendRequest();
  }

  /**
   * Runs `send`, which is to send a CANCEL, as soon as a provisional answer shows that the request has arrived (§9.1);
   * never, when there is a final one already. Idempotent.
   */
  cancelWith(send: () => void): void {
    if (this.#isCancelled || this.isTerminated) return;
    if (this.#state === 'proceeding') this.#sendCancel(send);
    else if (this.#state === 'calling') this.#cancel = send;
  }

  /** The sender lets go of an INVITE that was accepted: a 2xx that may still come is for another one, and nothing else is. */
  leaveTo(receiver: LateReceiver): void {
    if (this.#state !== 'accepted' || this.isTerminated) return;
    const { key, table, channel, bytes, wheel } = this;
    const left = new LeftInvite({ key, table, channel, bytes, receiver, wheel });
    if (this.handDeadlineTo(left)) table.replace(key, left);
  }

  receive(response: SipResponse): void {
    if (response.status < 200) this.#receiveProvisional(response);
    else if (isSuccess(response.status)) this.#receiveSuccess(response);
    else this.#receiveFailure(response);
  }

  #receiveProvisional(response: SipResponse): void {
    if (this.#state !== 'calling' && this.#state !== 'proceeding') return;
    if (this.#state === 'calling') {
      this.#state = 'proceeding';
      this.stopTimers();
      if (this.#cancel !== undefined) this.#sendCancel(this.#cancel);
    }
    this.handlers.onResponse(response);
  }

  #receiveSuccess(response: SipResponse): void {
    if (this.#state === 'completed') return;
    if (this.#state !== 'accepted') {
      this.#state = 'accepted';
      this.noteFinal(response.status);
      this.stopTimers();
      this.startDeadline(this.timers.timeoutMs, () => this.terminate()); // timer M
    }
    this.handlers.onResponse(response);
  }

  #receiveFailure(response: SipResponse): void {
    if (this.#state === 'completed') {
      this.#sendAck(true);
      return;
    }
    if (this.#state === 'accepted') return;
    this.#state = 'completed';
    this.noteFinal(response.status);
    this.stopTimers();
    const request = makeAck(this.request, response);
    this.#ack = { request, bytes: writeMessage(request) };
    this.#sendAck(false);
    if (this.isTerminated) return;
    // Before the handler is told: an exception there must not keep the transaction.
    if (this.channel.isReliable) this.terminate();
    else this.startDeadline(this.timers.timeoutMs, () => this.terminate()); // timer D
    // From now on only the ACK is sent again, and the sender need not stay in memory for that.
    const { onResponse } = this.handlers;
    this.handlers = unheard;
    onResponse(response);
  }

  #sendAck(isRepeated: boolean): void {
    if (this.#ack !== undefined) this.send(this.#ack.request, this.#ack.bytes, isRepeated);
  }

  /** A peer that takes no notice of the CANCEL has had its time (§9.1). */
  #sendCancel(send: () => void): void {
    this.#isCancelled = true;
    this.startDeadline(this.timers.timeoutMs, () => this.timeOut());
    send();
  }
}
