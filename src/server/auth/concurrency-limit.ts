export interface TurnstileLimits {
  readonly running: number;
  readonly waiting: number;
  /** The maximum number of waiting jobs per source. */
  readonly waitingOfOne: number;
}

/** Limits the number of running and waiting jobs and rejects the rest. Waiting sources take turns. */
export class ConcurrencyLimit {
  /** By source, in the order in which their turns come. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #waitingCount = 0;
  #running = 0;

  constructor(private readonly limits: TurnstileLimits) {}

  /** Undefined when the queue is full. */
  pass<Result>(source: string, work: () => Promise<Result>): Promise<Result> | undefined {
    if (this.#running < this.limits.running) {
      this.#running += 1;
      return this.#run(work);
    }
    const own = this.#waiting.get(source) ?? [];
    if (this.#waitingCount >= this.limits.waiting || own.length >= this.limits.waitingOfOne) return undefined;
    this.#waitingCount += 1;
    return new Promise<void>((resolve) => {
      own.push(resolve);
      this.#waiting.set(source, own);
    }).then(() => this.#run(work));
  }

  async #run<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } finally {
      // The slot is handed directly to the next waiting job: released first, it could be taken twice.
      const next = this.#next();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  /** The first job of the source whose turn it is; that source then goes to the end of the queue. */
  #next(): (() => void) | undefined {
    const [turn] = this.#waiting;
    if (turn === undefined) return undefined;
    const [source, own] = turn;
    this.#waiting.delete(source);
    const next = own.shift();
    if (own.length > 0) this.#waiting.set(source, own);
    this.#waitingCount -= 1;
    return next;
  }
}
