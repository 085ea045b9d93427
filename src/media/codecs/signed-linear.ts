import { bytesFor, samplesFor } from './audio-codec';
import type { AudioCodec } from './audio-codec';

/** Samples as they are, 16 bits each, low byte first. Half a sample at the end of the bytes is left out. */
export function signedLinear(name: string, rate: number): AudioCodec {
  return { name, rate, bytesPerSecond: 2 * rate, encode: toBytes, decode: toSamples };
}

function toBytes(samples: Int16Array, into?: Uint8Array): Uint8Array {
  const bytes = bytesFor(2 * samples.length, into);
  for (let i = 0; i < samples.length; i += 1) {
    const sample = samples[i] ?? 0;
    bytes[2 * i] = sample;
    bytes[2 * i + 1] = sample >> 8;
  }
  return bytes;
}

// Byte by byte, as a view of 16-bit samples needs an even offset, which a slice of a file or packet rarely has.
function toSamples(bytes: Uint8Array, into?: Int16Array): Int16Array {
  const samples = samplesFor(bytes.length >> 1, into);
  for (let i = 0; i < samples.length; i += 1) samples[i] = (bytes[2 * i] ?? 0) | ((bytes[2 * i + 1] ?? 0) << 8);
  return samples;
}
