import type { EventLedger } from './event-ledger';
import type { StageClock } from './stage-clock';
import type { TraceSocket } from './trace-socket';

/** How much later than recorded an event may come before it counts as missing, by the server's clock. */
const lateness = 3000;
/** How long the machine may take for what no clock rules: connections, files. */
const slowness = 3000;
/** Once something has failed to come, the rest is not worth as long a wait. */
const lessSlowness = 100;
/** An answer takes no time by the server's clock, unless it takes longer than this. */
const promptness = 250;
/** How long nothing may happen before nothing more is expected. */
const quiet = 15;

export interface PatienceDeps {
  readonly ledger: EventLedger;
  readonly clock: StageClock;
  readonly sockets: () => readonly TraceSocket[];
  readonly isHasty: boolean;
}

/** Lets the server's time pass and waits for what comes of it, never longer than it has to. */
export class Patience {
  hasGivenUp = false;
  #wake: () => void = () => undefined;
  #arrivals = 0;

  constructor(private readonly deps: PatienceDeps) {}

  wake(): void {
    this.#arrivals += 1;
    this.#wake();
  }

  /** Until this time by the server's clock: what was due has happened, and has been heard. */
  async pass(until: number): Promise<void> {
    const { clock } = this.deps;
    await this.#settle();
    while (clock.step(until)) await this.#settle();
    await clock.reach(until);
  }

  /** Until all recorded events are there, or it is too late for them. */
  async untilArrived(): Promise<void> {
    const { ledger, clock } = this.deps;
    if (ledger.review() === 'equal') return;
    if (!this.hasGivenUp) {
      await this.untilQuiet();
      const limit = clock.now() + lateness;
      while (ledger.review() === 'incomplete' && clock.step(limit)) await this.#settle();
    }
    const end = Date.now() + this.#slowness;
    while (ledger.review() === 'incomplete' && Date.now() < end) await this.#arrival(end - Date.now());
    // What is only alike may be followed by what is equal.
    while (ledger.review() !== 'equal' && (await this.#arrival(quiet))) continue;
    if (ledger.review() === 'incomplete') this.hasGivenUp = true;
    ledger.pairAlike();
  }

  /** Until all that was sent has arrived, and nothing new follows. */
  async untilQuiet(): Promise<void> {
    do await this.#settle();
    while (await this.#arrival(quiet));
  }

  /** The result, which may need time to pass until then; undefined when it takes too long. */
  async within<Result>(result: Promise<Result>, until: number): Promise<Result | undefined> {
    const prompt = await this.#outcome(result, promptness);
    if (prompt !== undefined) return prompt.value;
    await this.pass(until);
    const late = await this.#outcome(result, this.#slowness);
    if (late === undefined) this.hasGivenUp = true;
    return late?.value;
  }

  get #slowness(): number {
    return this.hasGivenUp ? lessSlowness : this.deps.isHasty ? slowness / 3 : slowness;
  }

  /** Until everything that the server has sent by now has arrived: the echo of a ping comes behind it. */
  async #settle(): Promise<void> {
    let before = -1;
    while (before !== this.#arrivals) {
      before = this.#arrivals;
      await this.#outcome(Promise.all(this.deps.sockets().map((socket) => socket.ping())), this.#slowness);
      for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
    }
  }

  async #outcome<Result>(
    result: Promise<Result>,
    milliseconds: number,
  ): Promise<{ readonly value: Result } | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), milliseconds);
    });
    const inTime = result.then((value) => ({ value }));
    return Promise.race([inTime, late]).finally(() => clearTimeout(timer));
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
