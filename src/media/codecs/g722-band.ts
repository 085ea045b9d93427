import { octave } from './g722-tables';
import type { BandTables } from './g722-tables';

// A local name: in a separate module context, as in tests, `Math` is looked up at every call.
const { imul } = Math;

const zeros = 6;

/**
 * One sub-band of ITU-T G.722: the scale of its quantiser, and the filter of two poles and six zeros that predicts the
 * next value. Encoder and decoder feed it the same codes and so stay in sync. Arithmetic is in 16 bits, saturating, and
 * exact to the bit, as the far end computes the same.
 *
 * It takes a frame at a time, as most of what the codec costs is spent here: all that changes from value to value is in
 * local variables meanwhile. No product leaves 32 bits, so `Math.imul` and `| 0` change no result, but they keep the
 * compiler from allowing for fractions. Signs are practically random: applying them without a branch is faster.
 */
export class G722Band {
  readonly #tables: BandTables;
  /** The predicted value, and the part of it from the zeros. */
  #estimate = 0;
  #fromZeros = 0;
  /** The width of a quantiser's step, and its logarithm. */
  #scale: number;
  #logScale = 0;
  /** How far off the last estimates were, oldest first, and room for a frame behind them. */
  #differences: Int32Array = new Int32Array(zeros);
  readonly #zeroWeights = new Int32Array(zeros);
  /**
   * Twice the last value that came out, the parts of the last two that the poles did not predict, and the poles'
   * weights.
   */
  #twice = 0;
  #partial1 = 0;
  #partial2 = 0;
  #pole1 = 0;
  #pole2 = 0;

  constructor(tables: BandTables) {
    this.#tables = tables;
    this.#scale = scaleFor(0, tables.shift);
  }

  /** Encodes until the output is full. */
  encode(values: Int32Array, codes: Uint8Array): void {
    this.#run(values, codes, true);
  }

  decode(codes: Uint8Array, values: Int32Array): void {
    this.#run(values, codes, false);
  }

  #run(values: Int32Array, codes: Uint8Array, isEncoding: boolean): void {
    const { codes: codesBySize, values: valuesByCode, unseen, seenValues, growth, top, shift } = this.#tables;
    const weights = this.#zeroWeights;
    const differences = this.#roomFor(codes.length);
    let estimate = this.#estimate;
    let fromZeros = this.#fromZeros;
    let scale = this.#scale;
    let logScale = this.#logScale;
    let twice = this.#twice;
    let partial1 = this.#partial1;
    let partial2 = this.#partial2;
    let pole1 = this.#pole1;
    let pole2 = this.#pole2;
    for (let i = 0; i < codes.length; i += 1) {
      if (isEncoding) codes[i] = quantised((values[i] ?? 0) - estimate, scale, codesBySize);
      const code = codes[i] ?? 0;
      if (!isEncoding) values[i] = clamped(estimate + product(scale, valuesByCode[code] ?? 0), -16384, 16383);

      const difference = product(scale, seenValues[code >> unseen] ?? 0);
      logScale = clamped(product(logScale, 32512) + (growth[code >> unseen] ?? 0), 0, top) | 0;
      scale = scaleFor(logScale, shift);

      const partial = fromZeros + difference;
      const pull = saturated(signed(pole1 << 2, ~(partial ^ partial1))) >> 7;
      // The poles are limited to the stable range, whatever errors the codes have.
      pole2 = clamped(pull + signed(128, partial ^ partial2) + product(pole2, 32512), -12288, 12288) | 0;
      pole1 = clamped(signed(192, partial ^ partial1) + product(pole1, 32640), pole2 - 15360, 15360 - pole2) | 0;
      partial2 = partial1;
      partial1 = partial;

      const before = twice;
      twice = saturated((estimate + difference) << 1);
      differences[zeros + i] = difference;
      fromZeros = adaptZeros(weights, differences, zeros + i);
      estimate = saturated(saturated(product(pole1, twice) + product(pole2, before)) + fromZeros);
    }
    differences.copyWithin(0, codes.length, codes.length + zeros);
    this.#estimate = estimate;
    this.#fromZeros = fromZeros;
    this.#scale = scale;
    this.#logScale = logScale;
    this.#twice = twice;
    this.#partial1 = partial1;
    this.#partial2 = partial2;
    this.#pole1 = pole1;
    this.#pole2 = pole2;
  }

  #roomFor(frame: number): Int32Array {
    if (this.#differences.length < zeros + frame) {
      const longer = new Int32Array(zeros + frame);
      longer.set(this.#differences.subarray(0, zeros));
      this.#differences = longer;
    }
    return this.#differences;
  }
}

/**
 * The code of the step that the difference is in. A step begins at the first size above its decision times the scale
 * with the fraction cut off, which one division finds for all of them.
 */
function quantised(difference: number, scale: number, codes: Uint8Array): number {
  const sizes = codes.length >> 1;
  const magnitude = difference < 0 ? ~difference : difference;
  const size = ((((magnitude + 1) << 12) - 1) / scale) | 0;
  const known = size < sizes ? size : sizes - 1;
  return codes[difference < 0 ? sizes + known : known] ?? 0;
}

/** Adapts the weights of the zeros to the difference at that position, and returns their next prediction. */
function adaptZeros(weights: Int32Array, differences: Int32Array, at: number): number {
  const difference = differences[at] ?? 0;
  const nudge = difference === 0 ? 0 : 128;
  let newer = difference;
  let sum = 0;
  for (let k = 0; k < zeros; k += 1) {
    const older = differences[at - 1 - k] ?? 0;
    const weight = signed(nudge, difference ^ older) + product(weights[k] ?? 0, 32640);
    weights[k] = weight;
    // The widest step at the largest scale is below 2^14, so that twice a difference needs no saturation.
    sum += product(weight, newer << 1);
    newer = older;
  }
  return saturated(sum);
}

function scaleFor(logarithm: number, shift: number): number {
  const mantissa = octave[(logarithm >> 6) & 31] ?? 0;
  const down = shift - (logarithm >> 11);
  return (down < 0 ? mantissa << -down : mantissa >> down) << 2;
}

/** Of numbers with fifteen bits behind the point. */
function product(one: number, other: number): number {
  return imul(one, other) >> 15;
}

/** The size with the sign of the other number. */
function signed(size: number, like: number): number {
  const mask = like >> 31;
  return (size ^ mask) - mask;
}

export function saturated(value: number): number {
  return clamped(value, -32768, 32767) | 0;
}

/** Short enough to be always inlined. */
export function clamped(value: number, least: number, most: number): number {
  return value > most ? most : value < least ? least : value;
}
