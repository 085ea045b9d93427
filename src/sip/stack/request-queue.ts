import type { Soon } from '../../shared/scheduling/soon';

export interface RequestQueueDeps {
  /** Milliseconds, with fractions. */
  readonly now: () => number;
  readonly soon: Soon;
}

/** Milliseconds of one turn of the loop that new requests may take. */
const sliceMs = 1;
/** Datagrams that a turn of the loop reads from a socket at most: after so many, there may be more in it. */
export const datagramsPerTurn = 32;

interface Waiting {
  readonly action: () => void;
  readonly since: number;
}

/**
 * New requests take their turn behind everything that belongs to calls there are: in every turn of the loop they get a
 * slice of time, and those that are left wait. How long the oldest has waited shows what the server is behind. While
 * there is more in the sockets than a turn reads, they get one a turn: what waits in a socket is not seen, and may be an
 * ACK, or a request that is to be refused at once.
 */
export class RequestQueue {
  readonly #waiting: Waiting[] = [];
  #used = 0;
  /** Datagrams since the last turn. */
  #arrived = 0;
  #isPlanned = false;

  constructor(private readonly deps: RequestQueueDeps) {}

  get length(): number {
    return this.#waiting.length;
  }

  /** Milliseconds that the oldest has waited. */
  get delay(): number {
    const [oldest] = this.#waiting;
    return oldest === undefined ? 0 : this.deps.now() - oldest.since;
  }

  /** A datagram was read, whatever it is. */
  noteArrival(): void {
    this.#arrived += 1;
  }

  /** Runs the action, now where there is time for it and else in its turn. */
  run(action: () => void): void {
    if (this.#waiting.length === 0 && this.#used < sliceMs) this.#execute(action);
    else this.#waiting.push({ action, since: this.deps.now() });
    this.#plan();
  }

  /** Forgets what waits. */
  clear(): void {
    this.#waiting.length = 0;
  }

  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    this.deps.soon(() => this.#turn());
  }

  #turn(): void {
    this.#isPlanned = false;
    this.#used = 0;
    const slice = this.#arrived < datagramsPerTurn ? sliceMs : 0;
    this.#arrived = 0;
    try {
      do {
        const next = this.#waiting.shift();
        if (next === undefined) return;
        this.#execute(next.action);
      } while (this.#used < slice);
    } finally {
      if (this.#waiting.length > 0 || this.#used >= sliceMs) this.#plan();
    }
  }

  #execute(action: () => void): void {
    const start = this.deps.now();
    try {
      action();
    } finally {
      this.#used += this.deps.now() - start;
    }
  }
}
