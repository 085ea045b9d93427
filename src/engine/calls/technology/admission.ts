import type { Logger } from '../../../shared/logger';
import type { Channels } from '../channel/channels';

/** What is asked for: a call of its own, or one more channel on behalf of a call that exists. */
export type Admitted = 'call' | 'leg';

export interface AdmissionDeps {
  readonly channels: Pick<Channels, 'size' | 'callCount'>;
  /** Undefined or 0 for no limit. */
  readonly maxCalls: number | undefined;
  readonly maxLoad: number | undefined;
  /** The load of the machine, averaged over a minute. */
  readonly load: () => number;
  readonly now: () => number;
  readonly log: Logger;
}

/** Milliseconds between two lines about refusals. */
const lineInterval = 10_000;

/** Decides whether there may be more calls. */
export class Admission {
  readonly #maxCalls: number;
  readonly #maxLoad: number;
  /** Calls that a technology has been asked for and has not made yet. */
  #onTheWay = 0;
  #isOver = false;
  #isFenced = false;
  #isDraining = false;
  #refused = 0;
  #toldAt = -Infinity;

  constructor(private readonly deps: AdmissionDeps) {
    this.#maxCalls = deps.maxCalls || Infinity;
    this.#maxLoad = deps.maxLoad || Infinity;
  }

  /** How many have been refused. */
  get refused(): number {
    return this.#refused;
  }

  /** Whether the server stops. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** The server stops: there will be no more calls. */
  end(): void {
    this.#isOver = true;
  }

  /** The server has lost the other nodes of its cluster, or has them again. */
  setFenced(isFenced: boolean): void {
    this.#isFenced = isFenced;
  }

  /** Whether the server finishes its calls and takes no new ones. */
  get isDraining(): boolean {
    return this.#isDraining || this.#isOver;
  }

  /** From now on no new calls are taken; those that exist go on, and may have more legs. */
  setDraining(): void {
    this.#isDraining = true;
  }

  /** Undefined when nothing is in the way. */
  whyNot(what: Admitted): string | undefined {
    const reason = this.#objection(what);
    if (reason !== undefined) this.#note(reason);
    return reason;
  }

  /** Counts a call from the moment it is asked for. */
  counting<Result>(asked: Result | Promise<Result>): Result | Promise<Result> {
    if (!(asked instanceof Promise)) return asked;
    this.#onTheWay += 1;
    return asked.finally(() => (this.#onTheWay -= 1));
  }

  #objection(what: Admitted): string | undefined {
    if (this.#isOver) return 'the server is stopping and takes no new calls';
    if (this.#isFenced) return 'this node has lost the other nodes of its cluster and takes no new calls';
    if (what === 'call' && this.#isDraining) return 'the server drains: it finishes its calls and takes no new ones';
    if (what === 'call' && this.#isFull())
      return `there are ${this.#maxCalls} calls already, and no more are allowed (maxcalls)`;
    const load = this.#maxLoad === Infinity ? 0 : this.deps.load();
    if (load < this.#maxLoad) return undefined;
    return `the load of this machine is ${load.toFixed(2)}, and new calls are allowed below ${this.#maxLoad} (maxload)`;
  }

  /** Calls are counted only when there could be too many: there are at least as many channels. */
  #isFull(): boolean {
    const { channels } = this.deps;
    return channels.size + this.#onTheWay >= this.#maxCalls && channels.callCount() + this.#onTheWay >= this.#maxCalls;
  }

  #note(reason: string): void {
    this.#refused += 1;
    const now = this.deps.now();
    if (Math.abs(now - this.#toldAt) < lineInterval) return;
    this.#toldAt = now;
    this.deps.log.warn({ reason, refusedSoFar: this.#refused }, 'new calls are refused');
  }
}
