import type { SeriesFigures } from '../../protocol-rtp';

/** Values that come one after another, of which only the figures are kept. */
export class Series {
  #count = 0;
  #latest = 0;
  #highest = 0;
  #lowest = 0;
  #mean = 0;
  /** The sum of the squares of the distances from the mean (Welford's method: it does not lose digits). */
  #squares = 0;

  add(value: number): void {
    this.#count += 1;
    this.#latest = value;
    this.#highest = this.#count === 1 ? value : Math.max(this.#highest, value);
    this.#lowest = this.#count === 1 ? value : Math.min(this.#lowest, value);
    const distance = value - this.#mean;
    this.#mean += distance / this.#count;
    this.#squares += distance * (value - this.#mean);
  }

  /** All zero before the first value. */
  get figures(): SeriesFigures {
    return {
      latest: this.#latest,
      highest: this.#highest,
      lowest: this.#lowest,
      mean: this.#mean,
      deviation: this.#count === 0 ? 0 : Math.sqrt(this.#squares / this.#count),
    };
  }
}
