import type { EncodingUnit } from './file-codec';
import { fileCodec } from './file-codec';
import type { WrittenEncoding } from './file-format';

/** Turns samples into the bytes of one file. */
export interface SampleEncoder {
  readonly unit: EncodingUnit;
  /** The result is valid until the next call. */
  readonly encode: (samples: Int16Array) => Uint8Array;
}

export function makeEncoder(encoding: WrittenEncoding): SampleEncoder {
  const { unit, codec } = fileCodec(encoding);
  const inUnits = unit.samples === 1 ? same : wholeUnits(unit.samples);
  let bytes: Uint8Array = new Uint8Array(0);
  return { unit, encode: (samples) => (bytes = codec.encode(inUnits(samples), bytes)) };
}

function same(samples: Int16Array): Int16Array {
  return samples;
}

/** An incomplete unit waits for the following samples. */
function wholeUnits(size: number): (samples: Int16Array) => Int16Array {
  let left = new Int16Array(0);
  return (samples) => {
    if (left.length === 0 && samples.length % size === 0) return samples;
    const joined = new Int16Array(left.length + samples.length);
    joined.set(left);
    joined.set(samples, left.length);
    const whole = joined.length - (joined.length % size);
    left = joined.slice(whole);
    return joined.subarray(0, whole);
  };
}
