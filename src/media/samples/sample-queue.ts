/** Samples in a row: pieces of any length in, pieces of any other length out. What does not fit is left out. */
export class SampleQueue {
  readonly #samples: Int16Array;
  #length = 0;

  constructor(capacity: number) {
    this.#samples = new Int16Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  push(samples: Int16Array): void {
    const room = this.#samples.length - this.#length;
    this.#samples.set(samples.length > room ? samples.subarray(0, room) : samples, this.#length);
    this.#length += Math.min(samples.length, room);
  }

  /** Fills the piece from there on with as much as there is, and tells how much that was. */
  shift(into: Int16Array, from = 0): number {
    const count = Math.min(into.length - from, this.#length);
    for (let i = 0; i < count; i += 1) into[from + i] = this.#samples[i] ?? 0;
    this.drop(count);
    return count;
  }

  /** Lets the first samples fade into those behind them, which makes two stretches of this length into one. */
  fold(length: number): void {
    const samples = this.#samples;
    const count = Math.min(length, this.#length >> 1);
    for (let i = 0; i < count; i += 1) {
      const share = (i + 1) / (count + 1);
      const folded = (1 - share) * (samples[i] ?? 0) + share * (samples[count + i] ?? 0);
      samples[count + i] = Math.round(folded);
    }
    this.drop(count);
  }

  /** Gives up this many of the first samples. */
  drop(most: number): void {
    const count = Math.min(most, this.#length);
    this.#samples.copyWithin(0, count, this.#length);
    this.#length -= count;
  }

  clear(): void {
    this.#length = 0;
  }
}
