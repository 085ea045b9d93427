import type { Leg } from './leg/leg';
import type { MixingBridge } from './mixing/mixing-bridge';

/** The legs with work in this tick. No others are visited: a thousand idle legs cost nothing. */
export class TickWork {
  readonly #onFirstAudio: (leg: Leg) => void;
  /** Legs to which something was sent in the last tick. */
  arrivals: Leg[] = [];
  bridges: MixingBridge[] = [];
  senders: Leg[] = [];
  tick = 0;
  #next: Leg[] = [];

  constructor(onFirstAudio: (leg: Leg) => void) {
    this.#onFirstAudio = onFirstAudio;
  }

  begin(): void {
    const before = this.arrivals;
    before.length = 0;
    this.bridges.length = 0;
    this.senders.length = 0;
    this.arrivals = this.#next;
    this.#next = before;
    this.tick += 1;
  }

  /** The leg has something to receive in the next tick. A leg may be named twice. */
  arriveNext(leg: Leg): void {
    this.#next.push(leg);
  }

  /** The leg has something to send in this tick. A leg may be named twice. */
  send(leg: Leg): void {
    this.senders.push(leg);
  }

  mix(bridge: MixingBridge): void {
    this.bridges.push(bridge);
  }

  firstAudio(leg: Leg): void {
    this.#onFirstAudio(leg);
  }
}
