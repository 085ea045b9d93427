import { TurnoverSet } from '../../shared/collections/turnover-set';
import type { Soon } from '../../shared/scheduling/soon';

export interface RequestQueueDeps {
  /** Milliseconds, with fractions. */
  readonly now: () => number;
  readonly soon: Soon;
  /** A new request with that key waits. */
  readonly onWait?: (key: string) => void;
}

/** Milliseconds of work in one turn of the loop. Several messages together cost less than each of them alone; beyond this, refusals come late. */
export const sliceMs = 2.5;
/** Datagrams that a turn of the loop reads from a socket at most: after so many, there may be more in it. */
export const datagramsPerTurn = 32;
/** So many turns at most only read. */
export const readingTurns = 8;
/** The time between two new requests is an average over about so many of them, and known after the first of these. */
const averaged = { most: 64, least: 16 };
/** So many of a kind wait at most; then each one that comes has the oldest served, and the rest stays in the socket. */
export const mostWaiting = 2000;

interface Waiting {
  readonly action: () => void;
  readonly key: string;
  readonly since: number;
}

/**
 * What comes over UDP takes its turn: messages of calls that there are first, then new requests. In every turn of the loop
 * they get a slice of time, and those that are left wait. How many new requests wait, and how fast they are served, shows
 * what the server is behind. While there is more in the sockets than a turn reads, the next turn comes first: what waits in a socket
 * is not seen, gets lost when there is too much of it, and may be a request that is to be refused at once.
 */
export class RequestQueue {
  readonly #ofCalls: (() => void)[] = [];
  readonly #waiting: Waiting[] = [];
  readonly #keys = new TurnoverSet<string>();
  /** Milliseconds of work that is left for this turn. */
  #left = sliceMs;
  /** Datagrams since the last turn. */
  #arrived = 0;
  /** Turns without work. */
  #read = 0;
  #isPlanned = false;
  /** Milliseconds from one new request that had waited to the next, and of how many that is the average. */
  #interval = 0;
  #averaged = 0;
  /** When the last one was served; undefined when none waited after it. */
  #servedAt: number | undefined;

  constructor(private readonly deps: RequestQueueDeps) {}

  /** New requests that wait. */
  get length(): number {
    return this.#waiting.length;
  }

  /**
   * Milliseconds that a new request would wait behind the others, or that the oldest has waited if that is more. The second alone
   * lets in far too many before the first of them has waited for long. The first one is for a queue that lasts: a burst is not
   * judged by how fast others were served at another time.
   */
  get delay(): number {
    const [oldest] = this.#waiting;
    if (oldest === undefined) return 0;
    const expected = this.#averaged < averaged.least ? 0 : this.#waiting.length * this.#interval;
    return Math.max(this.deps.now() - oldest.since, expected);
  }

  /** A datagram was read, whatever it is. */
  noteArrival(): void {
    this.#arrived += 1;
  }

  /** Whether a new request with that key waits. */
  holds(key: string): boolean {
    return this.#keys.has(key);
  }

  /** Takes a new request in, now where there is time for it and else in its turn. Its key is that of its transaction. */
  run(action: () => void, keyOf: () => string): void {
    if (this.#hasTime() && this.#waiting.length === 0) this.#execute(action);
    else this.#wait(action, keyOf());
    if (this.#waiting.length > mostWaiting) this.#serveOne(this.#nextNew);
    this.#plan();
  }

  /** The same for a message that belongs to a call there is: it comes before new requests. */
  runFirst(action: () => void): void {
    if (this.#hasTime()) this.#execute(action);
    else this.#ofCalls.push(action);
    if (this.#ofCalls.length > mostWaiting) this.#serveOne(this.#nextOfCalls);
    this.#plan();
  }

  /** Forgets what waits. */
  clear(): void {
    this.#ofCalls.length = 0;
    this.#waiting.length = 0;
    this.#keys.clear();
  }

  #wait(action: () => void, key: string): void {
    this.#waiting.push({ action, key, since: this.deps.now() });
    this.#keys.add(key);
    this.deps.onWait?.(key);
  }

  #hasTime(): boolean {
    return this.#left > 0 && this.#ofCalls.length === 0;
  }

  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    this.deps.soon(() => this.#turn());
  }

  #turn(): void {
    this.#isPlanned = false;
    if (this.#hasToRead()) return this.#plan();
    this.#left = sliceMs;
    try {
      this.#serve(this.#nextOfCalls);
      this.#serve(this.#nextNew);
    } finally {
      if (this.#left <= 0 || this.#ofCalls.length + this.#waiting.length > 0) this.#plan();
    }
  }

  /** Whether there may be more in the sockets. What is read then waits. */
  #hasToRead(): boolean {
    const isMore = this.#arrived >= datagramsPerTurn && this.#read < readingTurns;
    this.#arrived = 0;
    this.#read = isMore ? this.#read + 1 : 0;
    if (isMore) this.#left = 0;
    return isMore;
  }

  readonly #nextOfCalls = (): (() => void) | undefined => this.#ofCalls.shift();

  readonly #nextNew = (): (() => void) | undefined => {
    const next = this.#waiting.shift();
    if (next === undefined) return undefined;
    this.#keys.delete(next.key);
    this.#noteServed(this.deps.now());
    return next.action;
  };

  #noteServed(now: number): void {
    if (this.#servedAt !== undefined) {
      this.#averaged = Math.min(this.#averaged + 1, averaged.most);
      this.#interval += (now - this.#servedAt - this.#interval) / this.#averaged;
    }
    if (this.#waiting.length === 0) this.#averaged = 0;
    this.#servedAt = this.#waiting.length === 0 ? undefined : now;
  }

  /** One at least, and more while there is time. */
  #serve(next: () => (() => void) | undefined): void {
    while (this.#serveOne(next) && this.#left > 0);
  }

  /** False when there was none. */
  #serveOne(next: () => (() => void) | undefined): boolean {
    const action = next();
    if (action === undefined) return false;
    this.#execute(action);
    return true;
  }

  #execute(action: () => void): void {
    const start = this.deps.now();
    try {
      action();
    } finally {
      this.#left -= this.deps.now() - start;
    }
  }
}
