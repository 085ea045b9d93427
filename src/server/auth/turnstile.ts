/** Lets so many pieces of work run at a time, so many wait, and turns away the rest. */
export class Turnstile {
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(private readonly limits: { readonly running: number; readonly waiting: number }) {}

  /** Undefined when there is no place left to wait in. */
  pass<Result>(work: () => Promise<Result>): Promise<Result> | undefined {
    if (this.#running < this.limits.running) {
      this.#running += 1;
      return this.#run(work);
    }
    if (this.#waiting.length >= this.limits.waiting) return undefined;
    return new Promise<void>((resolve) => this.#waiting.push(resolve)).then(() => this.#run(work));
  }

  async #run<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } finally {
      // The place goes straight to who waits: given back first, it could be taken twice.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
