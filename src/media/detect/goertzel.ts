/**
 * Measures one frequency over a block of samples (Goertzel): the power of the tone at it, as the square of its
 * amplitude, and where in its period it is. Frequencies need not fit the block.
 */
export class Goertzel {
  readonly #coefficient: number;
  readonly #cosine: number;
  readonly #sine: number;
  #last = 0;
  #before = 0;

  constructor(frequency: number, rate: number) {
    const turn = (2 * Math.PI * frequency) / rate;
    this.#cosine = Math.cos(turn);
    this.#sine = Math.sin(turn);
    this.#coefficient = 2 * this.#cosine;
  }

  power(samples: Int16Array | Float64Array): number {
    this.#run(samples);
    const [last, before] = [this.#last, this.#before];
    return (4 * (last * last + before * before - this.#coefficient * last * before)) / samples.length ** 2;
  }

  /** In radians, with an offset that is the same for all blocks of one length. */
  phase(samples: Int16Array | Float64Array): number {
    this.#run(samples);
    return Math.atan2(this.#before * this.#sine, this.#last - this.#before * this.#cosine);
  }

  #run(samples: Int16Array | Float64Array): void {
    const coefficient = this.#coefficient;
    let before = 0;
    let last = 0;
    for (let at = 0; at < samples.length; at += 1) {
      const next = (samples[at] ?? 0) + coefficient * last - before;
      before = last;
      last = next;
    }
    this.#last = last;
    this.#before = before;
  }
}

/** Mean of the squares: 0.5 for a single tone of amplitude 1. */
export function meanSquare(samples: Int16Array | Float64Array): number {
  let sum = 0;
  for (let at = 0; at < samples.length; at += 1) sum += (samples[at] ?? 0) ** 2;
  return samples.length === 0 ? 0 : sum / samples.length;
}
