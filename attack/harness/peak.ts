const interval = 20;

/** The highest of the values that something has over time. */
export class Peak {
  readonly #before: number;
  readonly #timer: NodeJS.Timeout;
  #peak: number;

  constructor(private readonly read: () => number) {
    this.#before = this.#peak = read();
    this.#timer = setInterval(() => this.#look(), interval);
  }

  end(): { readonly before: number; readonly peak: number } {
    clearInterval(this.#timer);
    this.#look();
    return { before: this.#before, peak: this.#peak };
  }

  #look(): void {
    // NaN when the process has ended.
    const value = this.read();
    if (value > this.#peak) this.#peak = value;
  }
}
