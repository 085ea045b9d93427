import type { Clock } from '../shared/time/clock';
import { systemClock } from '../shared/time/clock';
import type { VirtualTime } from './virtual-time';

/** Moves the time of a server under test. */
export interface Pacer {
  readonly clock: Clock;
  /** Lets that many milliseconds pass. */
  readonly pass: (milliseconds: number) => Promise<void>;
  /** Lets time pass until the condition holds; false when it does not within these milliseconds. */
  readonly until: (condition: () => boolean, within: number) => Promise<boolean>;
  /** Until everything that was sent has arrived and been handled, without time passing. */
  readonly settle: () => Promise<void>;
}

/** Turns of the event loop in which nothing may happen before nothing more is expected. */
const quietTurns = 6;
/** By the machine's clock: how long files and connections may be under way. */
const longestWork = 10_000;
/** What a process may wait for besides timers and messages: files, connections, names. */
const inProgress = /^(FSReq|CloseReq|TCPConnect|GetAddrInfo|WriteWrap)/;

export interface VirtualPacerOptions {
  readonly time: VirtualTime;
  /** Counts everything that happens in the server. */
  readonly activity: () => number;
  /** By the machine's clock: how long nothing may happen before it counts as settled, for clients in other processes. */
  readonly patience: number;
}

/** Moves a virtual clock from one due moment to the next, and waits at each of them until all have reacted to it. */
export class VirtualPacer implements Pacer {
  /** Several may wait for something at the same time; one of them at a time moves the clock. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: VirtualPacerOptions) {}

  get clock(): Clock {
    return this.options.time;
  }

  async pass(milliseconds: number): Promise<void> {
    const end = this.clock.now() + milliseconds;
    await this.#exclusively(() => this.#settle());
    while (await this.#exclusively(() => this.#step(end))) continue;
    this.options.time.reach(end);
    await this.#exclusively(() => this.#settle());
  }

  async until(condition: () => boolean, within: number): Promise<boolean> {
    const end = this.clock.now() + within;
    await this.#exclusively(() => this.#settle());
    while (!condition()) {
      const hasMoved = await this.#exclusively(async () => condition() || (await this.#step(end)));
      if (!hasMoved) {
        this.options.time.reach(end);
        return condition();
      }
    }
    await this.#exclusively(() => this.#settle());
    return true;
  }

  settle(): Promise<void> {
    return this.#exclusively(() => this.#settle());
  }

  #exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  /** A beat of the audio by which nothing has happened needs no wait. */
  async #step(until: number): Promise<boolean> {
    const { time, activity } = this.options;
    const before = activity();
    const ran = time.step(until);
    if (ran === undefined) return false;
    await nextTurn();
    if (ran === 'timer' || activity() !== before || isUnderWay()) await this.#settle();
    return true;
  }

  async #settle(): Promise<void> {
    const { activity, patience } = this.options;
    let before: number;
    do {
      before = activity();
      const end = Date.now() + longestWork;
      for (let turn = 0; turn < quietTurns || (isUnderWay() && Date.now() < end); turn += 1) await nextTurn();
      // Some libraries put off their work by a timer of a millisecond.
      await new Promise((resolve) => setTimeout(resolve, 1 + patience));
      for (let turn = 0; turn < quietTurns; turn += 1) await nextTurn();
    } while (activity() !== before);
  }
}

/** Lets the machine's own time pass. */
export class RealPacer implements Pacer {
  readonly clock = systemClock;

  pass(milliseconds: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, milliseconds));
  }

  async until(condition: () => boolean, within: number): Promise<boolean> {
    const end = Date.now() + within;
    while (!condition() && Date.now() < end) await this.pass(5);
    return condition();
  }

  async settle(): Promise<void> {
    for (let turn = 0; turn < quietTurns; turn += 1) await nextTurn();
  }
}

function isUnderWay(): boolean {
  return process.getActiveResourcesInfo().some((resource) => inProgress.test(resource));
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
