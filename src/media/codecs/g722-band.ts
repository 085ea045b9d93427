/** What sets the adaptation of the two bands apart. */
export interface BandLimits {
  /** The scale factor cannot grow beyond this, in its logarithm. */
  readonly top: number;
  /** How far the octave table is shifted down at logarithm 0. */
  readonly shift: number;
}

const zeros = 6;

/**
 * One sub-band of ITU-T G.722: the scale of its quantiser, and the filter of two poles and six zeros that foretells
 * the next value. Encoder and decoder feed it the same values and so stay alike. Arithmetic is in 16 bits, saturating,
 * and exact to the bit, as the far end computes the same.
 */
export class G722Band {
  /** The value foretold. */
  estimate = 0;
  /** The width of a quantiser's step. */
  scale: number;

  #logScale = 0;
  #fromZeros = 0;
  readonly #differences = new Int32Array(zeros);
  readonly #zeroWeights = new Int32Array(zeros);
  /** The last value that came out, what of the last two was not foretold by the poles, and the weights of the poles. */
  #value = 0;
  #partial1 = 0;
  #partial2 = 0;
  #pole1 = 0;
  #pole2 = 0;

  constructor(
    private readonly octave: Int32Array,
    private readonly limits: BandLimits,
  ) {
    this.scale = this.#scaleFor(0);
  }

  /** Takes in how far the value was from the estimate, and how the step that said so makes the scale grow. */
  adapt(difference: number, growth: number): void {
    this.#adaptScale(growth);
    const value = saturated(this.estimate + difference);
    const partial = saturated(this.#fromZeros + difference);
    this.#adaptPoles(partial);

    this.#fromZeros = this.#adaptZeros(difference);
    const fromPoles = saturated(
      ((this.#pole1 * saturated(2 * value)) >> 15) + ((this.#pole2 * saturated(2 * this.#value)) >> 15),
    );
    this.estimate = saturated(fromPoles + this.#fromZeros);

    this.#value = value;
    this.#partial2 = this.#partial1;
    this.#partial1 = partial;
  }

  #adaptScale(growth: number): void {
    const next = ((this.#logScale * 127) >> 7) + growth;
    this.#logScale = next < 0 ? 0 : within(next, this.limits.top);
    this.scale = this.#scaleFor(this.#logScale);
  }

  #scaleFor(logarithm: number): number {
    const mantissa = this.octave[(logarithm >> 6) & 31] ?? 0;
    const down = this.limits.shift - (logarithm >> 11);
    return (down < 0 ? mantissa << -down : mantissa >> down) << 2;
  }

  /** The poles are kept where the filter is stable, whatever the line does to the codes. */
  #adaptPoles(partial: number): void {
    const isSame1 = partial < 0 === this.#partial1 < 0;
    const isSame2 = partial < 0 === this.#partial2 < 0;

    const pull = saturated(isSame1 ? -saturated(4 * this.#pole1) : saturated(4 * this.#pole1)) >> 7;
    const second = pull + (isSame2 ? 128 : -128) + ((this.#pole2 * 32512) >> 15);
    this.#pole2 = within(second, 12288);

    const first = (isSame1 ? 192 : -192) + ((this.#pole1 * 32640) >> 15);
    this.#pole1 = within(first, 15360 - this.#pole2);
  }

  /** Adapts the weights of the zeros, shifts the difference in, and gives what the zeros foretell now. */
  #adaptZeros(difference: number): number {
    const weights = this.#zeroWeights;
    const differences = this.#differences;
    const nudge = difference === 0 ? 0 : 128;
    let sum = 0;
    for (let i = zeros - 1; i >= 0; i -= 1) {
      const old = differences[i] ?? 0;
      const weight = ((difference ^ old) < 0 ? -nudge : nudge) + (((weights[i] ?? 0) * 32640) >> 15);
      const shifted = i === 0 ? difference : (differences[i - 1] ?? 0);
      // The widest step at the largest scale is below 2^14, so that twice a difference needs no saturation.
      sum += (weight * 2 * shifted) >> 15;
      weights[i] = weight;
      differences[i] = shifted;
    }
    return saturated(sum);
  }
}

export function saturated(value: number): number {
  return value > 32767 ? 32767 : value < -32768 ? -32768 : value;
}

function within(value: number, bound: number): number {
  return value > bound ? bound : value < -bound ? -bound : value;
}
