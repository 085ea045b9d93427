/** Limits the restarts of a thread that fails repeatedly. */
export class RestartLimit {
  readonly #most: number;
  readonly #within: number;
  readonly #now: () => number;
  #starts: number[] = [];

  constructor({ most, within }: { readonly most: number; readonly within: number }, now: () => number) {
    this.#most = most;
    this.#within = within;
    this.#now = now;
  }

  /** It is being started. */
  note(): void {
    this.#starts = [...this.#starts, this.#now()].slice(-this.#most);
  }

  /** Milliseconds until it may be started again. */
  get delay(): number {
    const [oldest] = this.#starts;
    if (oldest === undefined || this.#starts.length < this.#most) return 0;
    return Math.max(0, oldest + this.#within - this.#now());
  }
}
