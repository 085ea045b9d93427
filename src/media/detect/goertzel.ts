/**
 * Measures one frequency over a block of samples (Goertzel): the power of the tone at it, as the square of its
 * amplitude. Frequencies need not fit the block.
 */
export class Goertzel {
  readonly #coefficient: number;

  constructor(frequency: number, rate: number) {
    this.#coefficient = 2 * Math.cos((2 * Math.PI * frequency) / rate);
  }

  power(samples: Int16Array | Float64Array): number {
    const coefficient = this.#coefficient;
    let before = 0;
    let last = 0;
    for (let at = 0; at < samples.length; at += 1) {
      const next = (samples[at] ?? 0) + coefficient * last - before;
      before = last;
      last = next;
    }
    return (4 * (last * last + before * before - coefficient * last * before)) / samples.length ** 2;
  }
}

/** Mean of the squares: what a single tone of amplitude 1 brings to 0.5. */
export function meanSquare(samples: Int16Array | Float64Array): number {
  let sum = 0;
  for (let at = 0; at < samples.length; at += 1) sum += (samples[at] ?? 0) ** 2;
  return samples.length === 0 ? 0 : sum / samples.length;
}
