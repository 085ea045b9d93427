import type { Soon } from '../../shared/scheduling/soon';

export interface RequestQueueDeps {
  /** Milliseconds, with fractions. */
  readonly now: () => number;
  readonly soon: Soon;
}

/** Milliseconds of work in one turn of the loop. Several messages together cost less than each of them alone. */
const sliceMs = 2;
/** Datagrams that a turn of the loop reads from a socket at most: after so many, there may be more in it. */
export const datagramsPerTurn = 32;
/** So many turns at most only read. */
export const readingTurns = 8;
/** So many of a kind wait at most; then each one that comes has the oldest served, and the rest stays in the socket. */
export const mostWaiting = 2000;

interface Waiting {
  readonly action: () => void;
  readonly since: number;
}

/**
 * What comes over UDP takes its turn: messages of calls that there are first, then new requests. In every turn of the loop
 * they get a slice of time, and those that are left wait. How long the oldest new request has waited shows what the
 * server is behind. While there is more in the sockets than a turn reads, the next turn comes first: what waits in a socket
 * is not seen, gets lost when there is too much of it, and may be a request that is to be refused at once.
 */
export class RequestQueue {
  readonly #ofCalls: (() => void)[] = [];
  readonly #waiting: Waiting[] = [];
  /** Milliseconds of work that is left for this turn. */
  #left = sliceMs;
  /** Datagrams since the last turn. */
  #arrived = 0;
  /** Turns without work. */
  #read = 0;
  #isPlanned = false;

  constructor(private readonly deps: RequestQueueDeps) {}

  /** New requests that wait. */
  get length(): number {
    return this.#waiting.length;
  }

  /** Milliseconds that the oldest new request has waited. */
  get delay(): number {
    const [oldest] = this.#waiting;
    return oldest === undefined ? 0 : this.deps.now() - oldest.since;
  }

  /** A datagram was read, whatever it is. */
  noteArrival(): void {
    this.#arrived += 1;
  }

  /** Takes a new request in, now where there is time for it and else in its turn. */
  run(action: () => void): void {
    if (this.#hasTime && this.#waiting.length === 0) this.#execute(action);
    else this.#waiting.push({ action, since: this.deps.now() });
    if (this.#waiting.length > mostWaiting) this.#serveOne(this.#nextNew);
    this.#plan();
  }

  /** The same for a message that belongs to a call there is: it comes before new requests. */
  runFirst(action: () => void): void {
    if (this.#hasTime) this.#execute(action);
    else this.#ofCalls.push(action);
    if (this.#ofCalls.length > mostWaiting) this.#serveOne(this.#nextOfCalls);
    this.#plan();
  }

  /** Forgets what waits. */
  clear(): void {
    this.#ofCalls.length = 0;
    this.#waiting.length = 0;
  }

  get #hasTime(): boolean {
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

  readonly #nextNew = (): (() => void) | undefined => this.#waiting.shift()?.action;

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
