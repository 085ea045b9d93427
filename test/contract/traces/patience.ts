import type { EventLedger } from './event-ledger';
import type { TraceSocket } from './trace-socket';

/** How long an event may be late before it counts as missing; the recording's own pause comes on top. */
const lateness = 3000;
/** Once something has failed to come, the rest is not worth as long a wait. */
const lessLateness = 150;
/** How long nothing may happen before nothing more is expected. */
const quiet = 15;

/** Waits for events, never longer than it has to: it looks again whenever something arrives. */
export class Patience {
  hasGivenUp = false;
  #wake: () => void = () => undefined;
  #arrivals = 0;

  constructor(
    private readonly ledger: EventLedger,
    private readonly isHasty: boolean,
  ) {}

  wake(): void {
    this.#arrivals += 1;
    this.#wake();
  }

  /** Until all recorded events are there, or it is too late for them. */
  async untilArrived(pause: number): Promise<void> {
    if (this.ledger.review() === 'equal') return;
    const limit = Date.now() + this.#limit(pause);
    while (this.ledger.review() === 'incomplete' && Date.now() < limit) await this.#arrival(limit - Date.now());
    // What is only alike may be followed by what is equal.
    while (this.ledger.review() !== 'equal' && (await this.#arrival(quiet))) continue;
    if (this.ledger.review() === 'incomplete') this.hasGivenUp = true;
    this.ledger.pairAlike();
  }

  /** Until all that was sent has arrived, and nothing new follows. */
  async untilQuiet(sockets: readonly TraceSocket[]): Promise<void> {
    let before = -1;
    while (before !== this.#arrivals) {
      before = this.#arrivals;
      await this.within(Promise.all(sockets.map((socket) => socket.ping())));
      await this.#arrival(quiet);
    }
  }

  async until(time: number): Promise<void> {
    while (Date.now() < time) await this.#arrival(time - Date.now());
  }

  /** Until something arrives, or a moment has passed. */
  async aMoment(): Promise<void> {
    await this.#arrival(quiet);
  }

  /** The result, or undefined when it takes too long. */
  async within<Result>(result: Promise<Result>): Promise<Result | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => {
        this.hasGivenUp = true;
        resolve(undefined);
      }, this.#limit(0));
    });
    return Promise.race([result, late]).finally(() => clearTimeout(timer));
  }

  #limit(pause: number): number {
    const own = Number.isFinite(pause) ? pause : 0;
    return (this.hasGivenUp ? lessLateness : this.isHasty ? lateness / 3 : lateness) + own;
  }

  /** True when something arrived before the time was over. */
  #arrival(milliseconds: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), Math.max(0, milliseconds));
      this.#wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }
}
