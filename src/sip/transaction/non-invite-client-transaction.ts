import type { SipResponse } from '../message/message';
import { ClientTransaction } from './client-transaction';

type State = 'trying' | 'proceeding' | 'completed';

/** The client's side of any request but INVITE and ACK (RFC 3261 §17.1.2). */
export class NonInviteClientTransaction extends ClientTransaction {
  #state: State = 'trying';

  get state(): State | 'terminated' {
    return this.isTerminated ? 'terminated' : this.#state;
  }

  get isAnswered(): boolean {
    return this.#state === 'completed';
  }

  start(): void {
    const { t1, t2, timeoutMs } = this.timers;
    this.startDeadline(timeoutMs, () => this.timeOut()); // timer F
    this.retransmit(t1, (pause) => Math.min(pause * 2, t2)); // timer E
    this.sendRequest();
  }

  receive(response: SipResponse): void {
    if (this.#state === 'completed') return;
    if (response.status < 200) this.#receiveProvisional(response);
    else this.#receiveFinal(response);
  }

  #receiveProvisional(response: SipResponse): void {
    const { t2 } = this.timers;
    if (this.#state === 'trying') {
      this.#state = 'proceeding';
      this.retransmit(t2, () => t2);
    }
    this.handlers.onResponse(response);
  }

  #receiveFinal(response: SipResponse): void {
    this.#state = 'completed';
    this.noteFinal(response.status);
    // Before the handler is told: an exception there must not keep the transaction. Copies of the answer, for which it
    // would stay for timer K, belong to no transaction then and are dropped just the same.
    this.terminate();
    this.handlers.onResponse(response);
  }
}
