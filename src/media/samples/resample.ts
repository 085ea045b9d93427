import { filterBankFor } from './resample-filter';
import type { FilterBank } from './resample-filter';

/** Where there is nothing to keep yet: to make an empty array costs as much as to make a short one. */
const noSamples = new Int16Array(0);
const noLine = new Float64Array(0);

/**
 * Takes audio from one rate to another, frame after frame, as if it were one piece: 20 ms in give 20 ms out.
 *
 * Tones up to 85 % of what the lower rate can carry pass within 0.1 dB, with noise at least 75 dB below them; from 4 %
 * above what it can carry, they are 70 dB down. Sound comes out `delay` milliseconds later: 24 samples of the lower
 * rate, 3 ms at 8 kHz.
 */
export class Resampler {
  readonly delay: number;

  readonly #bank: FilterBank | undefined;
  /** What the filter still needs of the past, and the frame behind it. */
  #line: Float64Array;
  /** Where the next sample to come out lies behind the first one in the line, in steps of the bank. */
  #next = 0;
  #output = noSamples;

  constructor(
    readonly from: number,
    readonly to: number,
  ) {
    this.#bank = from === to ? undefined : filterBankFor(from, to);
    this.delay = this.#bank === undefined ? 0 : (500 * this.#bank.taps) / from;
    this.#line = this.#bank === undefined ? noLine : new Float64Array(this.#past());
  }

  /** The result is good until the next call, and is the input itself when there is nothing to do. */
  process(input: Int16Array): Int16Array {
    if (this.#bank === undefined) return input;
    const past = this.#past();
    const end = past + input.length;
    if (this.#line.length < end) this.#line = longer(this.#line, end);
    this.#line.set(input, past);

    const { up, down } = this.#bank;
    const count = Math.max(0, Math.ceil((input.length * up - this.#next) / down));
    if (this.#output.length !== count) this.#output = new Int16Array(count);
    filter(this.#bank, this.#line, { samples: this.#output, at: this.#next });

    this.#next += count * down - input.length * up;
    this.#line.copyWithin(0, input.length, end);
    return this.#output;
  }

  #past(): number {
    return this.#bank === undefined ? 0 : this.#bank.taps - 1;
  }
}

/** Samples to come out that have the same place between two samples of the line, and so the same filter. */
interface Series {
  readonly row: Float64Array;
  /** The first of them, and how far apart they are. */
  readonly first: number;
  readonly step: number;
  /** Where in the line the first of them begins, and how far from there the next one does. */
  readonly from: number;
  readonly down: number;
}

function filter(
  { up, down, rows }: FilterBank,
  line: Float64Array,
  { samples, at }: { readonly samples: Int16Array; readonly at: number },
): void {
  for (let first = 0; first < up && first < samples.length; first += 1) {
    const place = at + first * down;
    const row = rows[place % up];
    if (row !== undefined) filterSeries({ row, first, step: up, from: Math.floor(place / up), down }, line, samples);
  }
}

/** Four at a time and two weights at a time: the cost is in fetching numbers, and so each weight serves four. */
function filterSeries({ row, first, step, from, down }: Series, line: Float64Array, samples: Int16Array): void {
  let i = first;
  let at = from;
  for (; i + 3 * step < samples.length; i += 4 * step) {
    const at2 = at + down;
    const at3 = at2 + down;
    const at4 = at3 + down;
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let k = 0; k < row.length; k += 2) {
      const weight = row[k] ?? 0;
      a += weight * (line[at + k] ?? 0);
      b += weight * (line[at2 + k] ?? 0);
      c += weight * (line[at3 + k] ?? 0);
      d += weight * (line[at4 + k] ?? 0);
      const next = row[k + 1] ?? 0;
      a += next * (line[at + k + 1] ?? 0);
      b += next * (line[at2 + k + 1] ?? 0);
      c += next * (line[at3 + k + 1] ?? 0);
      d += next * (line[at4 + k + 1] ?? 0);
    }
    samples[i] = rounded(a);
    samples[i + step] = rounded(b);
    samples[i + 2 * step] = rounded(c);
    samples[i + 3 * step] = rounded(d);
    at += 4 * down;
  }
  for (; i < samples.length; i += step) {
    samples[i] = rounded(weighted(row, line, at));
    at += down;
  }
}

/** Four sums side by side: in a single one, every addition would wait for the one before. */
function weighted(row: Float64Array, line: Float64Array, from: number): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let at = from;
  for (let k = 3; k < row.length; k += 4) {
    a += (row[k - 3] ?? 0) * (line[at] ?? 0);
    b += (row[k - 2] ?? 0) * (line[at + 1] ?? 0);
    c += (row[k - 1] ?? 0) * (line[at + 2] ?? 0);
    d += (row[k] ?? 0) * (line[at + 3] ?? 0);
    at += 4;
  }
  return a + b + (c + d);
}

/** The fraction that is left is cut off when the sample is stored. */
function rounded(value: number): number {
  return value > 32767 ? 32767 : value < -32768 ? -32768 : value < 0 ? value - 0.5 : value + 0.5;
}

function longer(line: Float64Array, length: number): Float64Array {
  const grown = new Float64Array(length);
  grown.set(line);
  return grown;
}
