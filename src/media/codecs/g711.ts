import { lazy } from '../../shared/lazy';
import { bytesFor, samplesFor } from './audio-codec';
import type { AudioCodec } from './audio-codec';

/** ITU-T G.711 µ-law. */
export const muLaw = (): AudioCodec => companded('ulaw', muLawTables());

/** ITU-T G.711 A-law. */
export const aLaw = (): AudioCodec => companded('alaw', aLawTables());

interface CompandingTables {
  /** How many low bits of a sample the law ignores. */
  readonly shift: number;
  readonly codes: Uint8Array;
  readonly samples: Int16Array;
}

function companded(name: string, tables: CompandingTables): AudioCodec {
  return {
    name,
    rate: 8000,
    bytesPerSecond: 8000,
    encode: (samples, into) => compressed(samples, bytesFor(samples.length, into), tables),
    decode: (bytes, into) => expanded(bytes, samplesFor(bytes.length, into), tables.samples),
  };
}

// Tables are parameters here: closure variables of a per-stream function would be looked up for every sample, which
// makes a leg 10 % slower.
function compressed(samples: Int16Array, bytes: Uint8Array, { codes, shift }: CompandingTables): Uint8Array {
  const mask = codes.length - 1;
  for (let i = 0; i < samples.length; i += 1) bytes[i] = codes[((samples[i] ?? 0) >> shift) & mask] ?? 0;
  return bytes;
}

function expanded(bytes: Uint8Array, samples: Int16Array, levels: Int16Array): Int16Array {
  for (let i = 0; i < bytes.length; i += 1) samples[i] = levels[bytes[i] ?? 0] ?? 0;
  return samples;
}

// Both laws fold a negative sample by flipping its bits, as the software tools of ITU-T G.191 do: the halves mirror
// each other around -1/2, and dropping the low bits before or after the fold gives the same result.
const muLawTables = lazy(() => tables(2, { compress: compressMu, expand: expandMu }));
const aLawTables = lazy(() => tables(4, { compress: compressA, expand: expandA }));

interface Law {
  /** From the magnitude, without the ignored bits, to a code. */
  readonly compress: (magnitude: number, isNegative: boolean) => number;
  /** From a code to a sample of 16 bits. */
  readonly expand: (code: number) => number;
}

function tables(shift: number, { compress, expand }: Law): CompandingTables {
  const size = 0x10000 >> shift;
  const half = size / 2;
  const codes = Uint8Array.from({ length: size }, (_, index) =>
    index < half ? compress(index, false) : compress(size - 1 - index, true),
  );
  return { shift, codes, samples: Int16Array.from({ length: 256 }, (_, code) => expand(code)) };
}

/** The bias makes every segment start at a power of two; codes travel with all bits flipped. */
function compressMu(magnitude: number, isNegative: boolean): number {
  const biased = Math.min(magnitude + 33, 0x1fff);
  const segment = 26 - Math.clz32(biased);
  const code = (segment << 4) | ((biased >> (segment + 1)) & 0x0f);
  return ~(isNegative ? code | 0x80 : code) & 0xff;
}

function expandMu(code: number): number {
  const plain = ~code & 0xff;
  const magnitude = ((((plain & 0x0f) << 3) + 132) << ((plain >> 4) & 7)) - 132;
  return plain & 0x80 ? -magnitude : magnitude;
}

/** The first two segments have steps of one size; codes travel with every other bit flipped. */
function compressA(magnitude: number, isNegative: boolean): number {
  const segment = Math.max(0, 28 - Math.clz32(magnitude));
  const code = (segment << 4) | ((magnitude >> Math.max(0, segment - 1)) & 0x0f);
  return (isNegative ? code : code | 0x80) ^ 0x55;
}

function expandA(code: number): number {
  const plain = code ^ 0x55;
  const segment = (plain >> 4) & 7;
  const step = ((plain & 0x0f) << 4) + 8;
  const magnitude = segment === 0 ? step : (step + 256) << (segment - 1);
  return plain & 0x80 ? magnitude : -magnitude;
}
