import { bytesFor, samplesFor } from '../../codecs/audio-codec';
import type { AudioCodec } from '../../codecs/audio-codec';
import { makeCodec } from '../../codecs/make-codec';

/** A codec for one stream of packets: as elsewhere, but signed linear goes with the high byte first (RFC 3551 §4.5.11). */
export function makeRtpCodec(name: string): AudioCodec | undefined {
  const codec = makeCodec(name);
  return codec !== undefined && name.startsWith('slin') ? { ...codec, encode: toBytes, decode: toSamples } : codec;
}

function toBytes(samples: Int16Array, into?: Uint8Array): Uint8Array {
  const bytes = bytesFor(2 * samples.length, into);
  for (let i = 0; i < samples.length; i += 1) {
    const sample = samples[i] ?? 0;
    bytes[2 * i] = sample >> 8;
    bytes[2 * i + 1] = sample;
  }
  return bytes;
}

function toSamples(bytes: Uint8Array, into?: Int16Array): Int16Array {
  const samples = samplesFor(bytes.length >> 1, into);
  for (let i = 0; i < samples.length; i += 1) samples[i] = ((bytes[2 * i] ?? 0) << 8) | (bytes[2 * i + 1] ?? 0);
  return samples;
}
