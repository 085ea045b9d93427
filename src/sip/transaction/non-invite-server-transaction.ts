import type { SipResponse } from '../message/message';
import { ServerTransaction } from './server-transaction';

type State = 'trying' | 'proceeding' | 'completed';

/** The server's side of any request but INVITE and ACK (RFC 3261 §17.2.2). */
export class NonInviteServerTransaction extends ServerTransaction {
  #state: State = 'trying';

  get state(): State | 'terminated' {
    return this.isTerminated ? 'terminated' : this.#state;
  }

  respond(response: SipResponse): void {
    if (this.isTerminated || this.#state === 'completed') return;
    this.#state = response.status < 200 ? 'proceeding' : 'completed';
    this.sendAnswer(response);
    if (this.#state !== 'completed' || this.isTerminated) return;
    if (this.channel.isReliable) this.terminate();
    else this.linger(this.timers.timeoutMs, { repeats: true }); // timer J
  }

  receiveAgain(): void {
    // Without an answer yet there is nothing to repeat.
    this.repeatAnswer();
  }
}
