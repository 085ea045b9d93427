import type { EncodingUnit } from './file-codec';
import { fileCodec } from './file-codec';
import type { SampleEncoding } from './file-format';

/** Turns the bytes of one file into samples. */
export interface SampleDecoder {
  readonly unit: EncodingUnit;
  /** Takes a whole number of units; the result is valid until the next call. */
  readonly decode: (bytes: Uint8Array) => Int16Array;
}

export function makeDecoder(encoding: SampleEncoding): SampleDecoder {
  if (encoding === 'unsigned-8') return { unit: { bytes: 1, samples: 1 }, decode: fromUnsigned8 };
  if (encoding === 'linear-24') return { unit: { bytes: 3, samples: 1 }, decode: fromLinear24 };
  const { unit, codec } = fileCodec(encoding);
  let samples: Int16Array = new Int16Array(0);
  return { unit, decode: (bytes) => (samples = codec.decode(bytes, samples)) };
}

function fromUnsigned8(bytes: Uint8Array): Int16Array {
  const samples = new Int16Array(bytes.length);
  for (let at = 0; at < samples.length; at += 1) samples[at] = ((bytes[at] ?? 0) - 128) << 8;
  return samples;
}

/** The lowest of the three bytes is below the resolution of 16 bits. */
function fromLinear24(bytes: Uint8Array): Int16Array {
  const samples = new Int16Array(Math.floor(bytes.length / 3));
  for (let at = 0; at < samples.length; at += 1)
    samples[at] = (bytes[3 * at + 1] ?? 0) | ((bytes[3 * at + 2] ?? 0) << 8);
  return samples;
}
