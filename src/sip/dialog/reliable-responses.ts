import type { SipRequest, SipResponse } from '../message/message';
import { cSeqHeader, rAckHeader, rSeqHeader } from '../message/headers/number-headers';
import { requireHeader, supportedHeader } from '../message/headers/token-headers';
import type { TimerSettings } from '../transaction/timer-settings';
import type { TimerWheel } from '../transaction/timer-wheel';
import type { ServerTransaction } from '../transaction/server-transaction';
import { Repeater } from './repeater';

const option = '100rel';
const maxFirstNumber = 2 ** 31 - 1;

/** Whether the client of an INVITE knows reliable provisional answers, or even demands them (RFC 3262 §3). */
export function reliability({ headers }: SipRequest): 'required' | 'supported' | 'unknown' {
  if (headers.all(requireHeader).includes(option)) return 'required';
  return headers.all(supportedHeader).includes(option) ? 'supported' : 'unknown';
}

/** Provisional answers that are repeated until a PRACK acknowledges them, one after the other (RFC 3262 §3). */
export class ReliableResponses {
  readonly #waiting: SipResponse[] = [];
  readonly #repeater: Repeater;
  #current: SipResponse | undefined;
  #number: number;
  #whenIdle: (() => void) | undefined;

  constructor(
    private readonly transaction: ServerTransaction,
    options: {
      readonly wheel: TimerWheel;
      readonly timers: TimerSettings;
      readonly random: () => number;
      /** An answer was not acknowledged in time: the INVITE has to be refused with a 5xx. */
      readonly onGivenUp: () => void;
    },
  ) {
    this.#number = 1 + Math.floor(options.random() * (maxFirstNumber - 1));
    this.#repeater = new Repeater({
      wheel: options.wheel,
      timers: options.timers,
      repeat: () => this.#current !== undefined && this.transaction.respond(this.#current),
      onGivenUp: options.onGivenUp,
    });
  }

  send(response: SipResponse): void {
    if (this.#current !== undefined) {
      this.#waiting.push(response);
      return;
    }
    response.headers.set(rSeqHeader, this.#number).set(requireHeader, option);
    this.#current = response;
    this.#repeater.start();
    this.transaction.respond(response);
  }

  /** Whether a PRACK belongs to the answer that waits for it. The next one goes out by itself. */
  acknowledge(prack: SipRequest): boolean {
    const rAck = prack.headers.get(rAckHeader);
    const invite = this.transaction.request.headers.get(cSeqHeader);
    const isMatch =
      this.#current !== undefined &&
      rAck?.responseNumber === this.#number &&
      rAck.sequence === invite?.sequence &&
      rAck.method === 'INVITE';
    if (!isMatch) return false;
    this.#repeater.stop();
    this.#current = undefined;
    this.#number += 1;
    return true;
  }

  /** For after the PRACK was answered. */
  sendNext(): void {
    const next = this.#waiting.shift();
    if (next !== undefined) this.send(next);
    else if (this.#current === undefined) this.#whenIdle?.();
  }

  /** A 2xx must not overtake an answer that carries a description (RFC 3262 §3): runs as soon as all are acknowledged. */
  whenIdle(action: () => void): void {
    if (this.#current === undefined && this.#waiting.length === 0) action();
    else this.#whenIdle = action;
  }

  stop(): void {
    this.#repeater.stop();
    // To set the length of an array is a slow call into the engine, also when nothing changes.
    if (this.#waiting.length > 0) this.#waiting.length = 0;
    this.#current = undefined;
    this.#whenIdle = undefined;
  }
}
