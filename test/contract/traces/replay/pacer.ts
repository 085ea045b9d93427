import { beatLength } from '../../../../src/media/thread/clock';
import type { ReplayClock } from './replay-clock';
import type { ReplayMedia } from './replay-media';
import type { TraceSocket } from './trace-socket';

/** By the server's clock: how much later than recorded something may come before it counts as missing. */
const maxLatenessMs = 3000;
/** By the machine's clock: how long an answer or the echo of a ping may take. Only what fails takes so long. */
const maxWaitMs = 60_000;
/** How often nothing may happen before what has not come counts as missing: in rounds, which a busy machine stretches. */
const maxQuietRounds = 400;
/** Once something has failed to come, the rest is not worth as long a wait. */
const afterFailure = { ms: 100, rounds: 5 };
/** Turns of the event loop, a millisecond each at least: an answer that takes more of them waits for time to pass. */
const promptTurns = 20;
/** Turns in which nothing may happen before nothing more is expected. */
const quietTurns = 4;

export type Review = 'equal' | 'alike' | 'incomplete';

/** What was recorded, and whether it has come. */
export interface Awaited {
  readonly review: () => Review;
  readonly pairAlike: () => void;
}

export interface PacerOptions {
  readonly ledger: Awaited;
  readonly clock: ReplayClock;
  readonly media: () => ReplayMedia;
  readonly sockets: () => readonly TraceSocket[];
  readonly quietRounds?: number | undefined;
}

/** Lets the server's time pass and waits for what comes of it, never longer than necessary. */
export class Pacer {
  #hasFailed = false;
  #arrivals = 0;

  constructor(private readonly options: PacerOptions) {}

  /** Something has arrived. */
  arrive(): void {
    this.#arrivals += 1;
  }

  /** Until this time by the server's clock: what was due has happened, and has been heard. */
  async pass(until: number): Promise<void> {
    await this.#settle();
    while (await this.#step(until)) continue;
    this.options.clock.reach(until);
  }

  /** Until all recorded events are there, or it is too late for them. */
  async untilArrived(): Promise<void> {
    const { ledger, clock } = this.options;
    if (ledger.review() === 'equal') return;
    await this.untilQuiet();
    const limit = clock.now() + this.#maxLateness;
    while (ledger.review() === 'incomplete' && (await this.#step(limit))) continue;
    // The audio goes on meanwhile: it tells what it has to tell when it beats.
    for (let round = 0; round < this.#quietRounds && ledger.review() === 'incomplete'; round += 1)
      if (!(await this.#arrival())) await this.#step(clock.now() + beatLength);
    // What is only alike may be followed by what is equal.
    while (ledger.review() !== 'equal' && (await this.#arrival())) continue;
    if (ledger.review() === 'incomplete') this.#hasFailed = true;
    ledger.pairAlike();
  }

  /** Until all that was sent has arrived, and nothing new follows. */
  async untilQuiet(): Promise<void> {
    do await this.#settle();
    while (await this.#arrival());
  }

  /** The result, which may need time to pass until then, or a little longer; undefined when it takes too long. */
  async within<Result>(result: Promise<Result>, until: number): Promise<Result | undefined> {
    const { clock } = this.options;
    let outcome: { readonly value: Result } | undefined;
    const settled = result.then((value) => void (outcome = { value }));
    const isLate = async (): Promise<boolean> => {
      for (let turn = 0; turn < promptTurns && outcome === undefined; turn += 1) await nextTurn();
      return outcome === undefined;
    };
    if (await isLate()) await this.pass(until);
    const limit = clock.now() + this.#maxLateness;
    while ((await isLate()) && (await this.#step(limit))) continue;
    if (outcome === undefined) await this.#outcome(settled, this.#maxWait);
    this.#hasFailed ||= outcome === undefined;
    return outcome?.value;
  }

  get #maxLateness(): number {
    return this.#hasFailed ? afterFailure.ms : maxLatenessMs;
  }

  get #quietRounds(): number {
    return this.#hasFailed ? afterFailure.rounds : (this.options.quietRounds ?? maxQuietRounds);
  }

  get #maxWait(): number {
    return this.#hasFailed ? afterFailure.ms : maxWaitMs;
  }

  /** Moves the clock to what is due next. A beat of the audio that has told nothing needs no wait. */
  async #step(until: number): Promise<boolean> {
    const { clock, media } = this.options;
    const before = media().noticed();
    const ran = clock.step(until);
    if (ran === undefined) return false;
    if (ran === 'timer' || media().noticed() !== before || isUnderWay()) await this.#settle();
    return true;
  }

  /** Until everything that the server has sent by now has arrived: the echo of a ping comes behind it. */
  async #settle(): Promise<void> {
    const { sockets } = this.options;
    let before = -1;
    while (before !== this.#arrivals) {
      before = this.#arrivals;
      await this.#outcome(Promise.all(sockets().map((socket) => socket.ping())), this.#maxWait);
      const end = Date.now() + this.#maxWait;
      for (let turn = 0; turn < 3 || (isUnderWay() && Date.now() < end); turn += 1) await new Promise(setImmediate);
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

  /** True when something has arrived within a few turns. */
  async #arrival(): Promise<boolean> {
    const before = this.#arrivals;
    for (let turn = 0; turn < quietTurns && this.#arrivals === before; turn += 1) await nextTurn();
    return this.#arrivals !== before;
  }
}

/** What a process may wait for besides timers and messages: files, connections, names. */
const inProgress = /^(FSReq|CloseReq|TCPConnect|GetAddrInfo)/;

/** Whether something is under way outside of this process: the server does not tell when it is done. */
function isUnderWay(): boolean {
  return process.getActiveResourcesInfo().some((resource) => inProgress.test(resource));
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1));
}
