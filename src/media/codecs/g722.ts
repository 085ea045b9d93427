import { bytesFor, samplesFor } from './audio-codec';
import type { AudioCodec } from './audio-codec';
import { G722Band, saturated } from './g722-band';
import {
  coarseGrowth,
  coarseValues,
  highCode,
  highDecision,
  highGrowthByCode,
  highValues,
  lowCode,
  lowDecisions,
  lowValues,
  mirrorFilter,
  octave,
} from './g722-tables';

const taps = mirrorFilter.length;
/** Samples of the past that a split or joined pair still needs. */
const past = taps - 2;

/**
 * ITU-T G.722 at 64 kbit/s: two samples of 16 kHz become a byte, six bits for the lower half of the band and two for
 * the upper. An odd sample waits for its partner in the next frame. There and back takes 22 samples.
 */
export class G722 implements AudioCodec {
  readonly name = 'g722';
  readonly rate = 16000;
  readonly bytesPerSecond = 8000;

  readonly #toLow = lowBand();
  readonly #toHigh = highBand();
  readonly #fromLow = lowBand();
  readonly #fromHigh = highBand();
  #sending: Int32Array = new Int32Array(past);
  #waiting = past;
  #receiving: Int32Array = new Int32Array(past);

  readonly encode = (samples: Int16Array, into?: Uint8Array): Uint8Array => {
    const end = this.#waiting + samples.length;
    const line = (this.#sending = roomFor(end, this.#sending));
    line.set(samples, this.#waiting);

    const bytes = bytesFor((end - past) >> 1, into);
    for (let i = 0; i < bytes.length; i += 1) bytes[i] = this.#encodePair(line, 2 * i);

    line.copyWithin(0, 2 * bytes.length, end);
    this.#waiting = end - 2 * bytes.length;
    return bytes;
  };

  readonly decode = (bytes: Uint8Array, into?: Int16Array): Int16Array => {
    const end = past + 2 * bytes.length;
    const line = (this.#receiving = roomFor(end, this.#receiving));
    for (let i = 0; i < bytes.length; i += 1) this.#decodePair(bytes[i] ?? 0, line, past + 2 * i);

    const samples = samplesFor(2 * bytes.length, into);
    for (let i = 0; i < samples.length; i += 2) {
      samples[i] = saturated(filtered(line, i, 1) >> 11);
      samples[i + 1] = saturated(filtered(line, i, 0) >> 11);
    }
    line.copyWithin(0, 2 * bytes.length, end);
    return samples;
  };

  #encodePair(line: Int32Array, at: number): number {
    const even = filtered(line, at, 0);
    const odd = filtered(line, at, 1);
    const low = encodeLow(this.#toLow, limited((odd + even) >> 14));
    return low | (encodeHigh(this.#toHigh, limited((odd - even) >> 14)) << 6);
  }

  /** Writes the sum and the difference of the bands, which the filter then turns into samples. */
  #decodePair(byte: number, line: Int32Array, at: number): void {
    const low = decodeLow(this.#fromLow, byte & 63);
    const high = decodeHigh(this.#fromHigh, byte >> 6);
    line[at] = low + high;
    line[at + 1] = low - high;
  }
}

const lowBand = (): G722Band => new G722Band(octave, { top: 18432, shift: 8 });
const highBand = (): G722Band => new G722Band(octave, { top: 22528, shift: 10 });

function encodeLow(band: G722Band, value: number): number {
  const difference = saturated(value - band.estimate);
  const magnitude = difference < 0 ? ~difference : difference;
  const code = lowCode(stepOf(magnitude, band.scale), difference < 0);
  adaptLow(band, code);
  return code;
}

/** Steps are in rising order and the smaller ones are the likelier, but a binary search needs five looks at most. */
function stepOf(magnitude: number, scale: number): number {
  let from = 0;
  let to = lowDecisions.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (magnitude < ((lowDecisions[middle] ?? 0) * scale) >> 12) to = middle;
    else from = middle + 1;
  }
  return from;
}

function encodeHigh(band: G722Band, value: number): number {
  const difference = saturated(value - band.estimate);
  const magnitude = difference < 0 ? ~difference : difference;
  const code = highCode(magnitude < (highDecision * band.scale) >> 12 ? 0 : 1, difference < 0);
  adaptHigh(band, code);
  return code;
}

/** All six bits make the sound, but only four of them the prediction: modes with less bits stay in step. */
function decodeLow(band: G722Band, code: number): number {
  const value = limited(band.estimate + ((band.scale * (lowValues[code] ?? 0)) >> 15));
  adaptLow(band, code);
  return value;
}

function decodeHigh(band: G722Band, code: number): number {
  const value = limited(band.estimate + ((band.scale * (highValues[code] ?? 0)) >> 15));
  adaptHigh(band, code);
  return value;
}

function adaptLow(band: G722Band, code: number): void {
  band.adapt((band.scale * (coarseValues[code >> 2] ?? 0)) >> 15, coarseGrowth[code >> 2] ?? 0);
}

function adaptHigh(band: G722Band, code: number): void {
  band.adapt((band.scale * (highValues[code] ?? 0)) >> 15, highGrowthByCode[code] ?? 0);
}

/** Every other tap of the filter, beginning with the given one, over the values from there on. */
function filtered(line: Int32Array, at: number, first: 0 | 1): number {
  let sum = 0;
  for (let i = first; i < taps; i += 2) sum += (line[at + i] ?? 0) * (mirrorFilter[i] ?? 0);
  return sum;
}

/** A band has half the range of a sample. */
function limited(value: number): number {
  return value > 16383 ? 16383 : value < -16384 ? -16384 : value;
}

function roomFor(length: number, line: Int32Array): Int32Array {
  if (line.length >= length) return line;
  const longer = new Int32Array(length);
  longer.set(line);
  return longer;
}
