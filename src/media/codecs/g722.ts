import { bytesFor, samplesFor } from './audio-codec';
import type { AudioCodec } from './audio-codec';
import { clamped, G722Band, saturated } from './g722-band';
import { highTables, lowTables, mirrorFilter } from './g722-tables';

// A local name: in a separate module context, as in tests, `Math` is looked up at every call.
const { imul } = Math;

const pairs = mirrorFilter.length;
/** Samples of the past that a split or joined pair still needs. */
const past = 2 * pairs - 2;

/**
 * ITU-T G.722 at 64 kbit/s: two samples of 16 kHz become a byte, six bits for the lower half of the band and two for
 * the upper. An odd sample waits for its partner in the next frame. There and back takes 22 samples.
 */
export class G722 implements AudioCodec {
  readonly name = 'g722';
  readonly rate = 16000;
  readonly bytesPerSecond = 8000;

  readonly #toLow = new G722Band(lowTables());
  readonly #toHigh = new G722Band(highTables());
  readonly #fromLow = new G722Band(lowTables());
  readonly #fromHigh = new G722Band(highTables());
  #sending: Int32Array = new Int32Array(past);
  #waiting = past;
  #receiving: Int32Array = new Int32Array(past);

  readonly encode = (samples: Int16Array, into?: Uint8Array): Uint8Array => {
    const end = this.#waiting + samples.length;
    const line = (this.#sending = roomFor(end, this.#sending));
    line.set(samples, this.#waiting);

    const bytes = bytesFor((end - past) >> 1, into);
    const { values, codes } = bandsOf(bytes.length);
    split(line, values);
    this.#toLow.encode(values.low, codes.low);
    this.#toHigh.encode(values.high, codes.high);
    for (let i = 0; i < bytes.length; i += 1) bytes[i] = (codes.low[i] ?? 0) | ((codes.high[i] ?? 0) << 6);

    line.copyWithin(0, 2 * bytes.length, end);
    this.#waiting = end - 2 * bytes.length;
    return bytes;
  };

  readonly decode = (bytes: Uint8Array, into?: Int16Array): Int16Array => {
    const end = past + 2 * bytes.length;
    const line = (this.#receiving = roomFor(end, this.#receiving));
    const { values, codes } = bandsOf(bytes.length);
    for (let i = 0; i < bytes.length; i += 1) {
      const byte = bytes[i] ?? 0;
      codes.low[i] = byte & 63;
      codes.high[i] = byte >> 6;
    }
    this.#fromLow.decode(codes.low, values.low);
    this.#fromHigh.decode(codes.high, values.high);

    const samples = samplesFor(2 * bytes.length, into);
    join(values, line, samples);
    line.copyWithin(0, 2 * bytes.length, end);
    return samples;
  };
}

interface Bands<Data> {
  readonly low: Data;
  readonly high: Data;
}

interface FrameBands {
  readonly values: Bands<Int32Array>;
  readonly codes: Bands<Uint8Array>;
}

let bands: FrameBands = makeBands(160);

/** Scratch memory for a frame, shared by all codecs of a thread. */
function bandsOf(length: number): FrameBands {
  if (bands.codes.low.length !== length) bands = makeBands(length);
  return bands;
}

function makeBands(length: number): FrameBands {
  return {
    values: { low: new Int32Array(length), high: new Int32Array(length) },
    codes: { low: new Uint8Array(length), high: new Uint8Array(length) },
  };
}

/** From two samples to one value of each band. */
function split(line: Int32Array, { low, high }: Bands<Int32Array>): void {
  const weights = mirrorFilter;
  for (let i = 0; i < low.length; i += 1) {
    let even = 0;
    let odd = 0;
    let forth = 2 * i;
    let back = forth + past + 1;
    for (let k = 0; k < pairs; k += 1) {
      const weight = weights[k] ?? 0;
      even = (even + imul(line[forth] ?? 0, weight)) | 0;
      odd = (odd + imul(line[back] ?? 0, weight)) | 0;
      forth += 2;
      back -= 2;
    }
    low[i] = limited((odd + even) >> 14);
    high[i] = limited((odd - even) >> 14);
  }
}

/**
 * The line takes sums and differences of the bands, which the filter turns into samples. The filter is written out in
 * both places: a function with two results would have to allocate an object.
 */
function join({ low, high }: Bands<Int32Array>, line: Int32Array, samples: Int16Array): void {
  const weights = mirrorFilter;
  for (let i = 0; i < low.length; i += 1) {
    line[past + 2 * i] = (low[i] ?? 0) + (high[i] ?? 0);
    line[past + 2 * i + 1] = (low[i] ?? 0) - (high[i] ?? 0);
  }
  for (let i = 0; i < low.length; i += 1) {
    let even = 0;
    let odd = 0;
    let forth = 2 * i;
    let back = forth + past + 1;
    for (let k = 0; k < pairs; k += 1) {
      const weight = weights[k] ?? 0;
      even = (even + imul(line[forth] ?? 0, weight)) | 0;
      odd = (odd + imul(line[back] ?? 0, weight)) | 0;
      forth += 2;
      back -= 2;
    }
    samples[2 * i] = saturated(odd >> 11);
    samples[2 * i + 1] = saturated(even >> 11);
  }
}

/** A band has half the range of a sample. */
function limited(value: number): number {
  return clamped(value, -16384, 16383);
}

function roomFor(length: number, line: Int32Array): Int32Array {
  if (line.length >= length) return line;
  const longer = new Int32Array(length);
  longer.set(line);
  return longer;
}
