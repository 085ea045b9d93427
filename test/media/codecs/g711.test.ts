import { makeCodec } from '../../../src/media/codecs/make-codec';
import type { AudioCodec } from '../../../src/media/codecs/audio-codec';

const everySample = Int16Array.from({ length: 65536 }, (_, index) => index - 32768);
const everyCode = Uint8Array.from({ length: 256 }, (_, code) => code);

function codec(name: string): AudioCodec {
  const made = makeCodec(name);
  if (made === undefined) throw new Error(`no codec ${name}`);
  return made;
}

// The laws in the words of the recommendation: segments are octaves, found with logarithms, and no bit is shifted.
function referenceMu(sample: number): number {
  const magnitude = Math.min(Math.floor((sample < 0 ? -1 - sample : sample) / 4) + 33, 8191);
  const segment = Math.floor(Math.log2(magnitude)) - 5;
  const step = Math.floor(magnitude / 2 ** (segment + 1)) - 16;
  return 255 - (sample < 0 ? 128 : 0) - segment * 16 - step;
}

function referenceMuSample(code: number): number {
  const positive = 127 - (code % 128);
  const [segment, step] = [Math.floor(positive / 16), positive % 16];
  const magnitude = 4 * ((2 * step + 33) * 2 ** segment - 33);
  return code < 128 ? 0 - magnitude : magnitude;
}

function referenceA(sample: number): number {
  const magnitude = Math.floor((sample < 0 ? -1 - sample : sample) / 16);
  const segment = magnitude < 16 ? 0 : Math.floor(Math.log2(magnitude)) - 3;
  const step = segment === 0 ? magnitude : Math.floor(magnitude / 2 ** (segment - 1)) - 16;
  return ((sample < 0 ? 0 : 128) + segment * 16 + step) ^ 0b01010101;
}

function referenceASample(code: number): number {
  const plain = code ^ 0b01010101;
  const [segment, step] = [Math.floor((plain % 128) / 16), plain % 16];
  const magnitude = segment === 0 ? 16 * step + 8 : 2 ** (segment - 1) * (16 * (step + 16) + 8);
  return plain < 128 ? -magnitude : magnitude;
}

describe('well-known codes', () => {
  it.each([
    ['ulaw', [0xff, 0x7f, 0x80, 0x00]],
    ['alaw', [0xd5, 0x55, 0xaa, 0x2a]],
  ])('are in %s those of both zeros and both ends of the range', (name, want) => {
    expect([...codec(name).encode(Int16Array.of(0, -1, 32767, -32768))]).toEqual(want);
  });
});

describe.each([
  ['ulaw', referenceMu, referenceMuSample],
  ['alaw', referenceA, referenceASample],
])('%s', (name, referenceCode, referenceSample) => {
  it('encodes every sample as the recommendation says', () => {
    const codes = codec(name).encode(everySample);

    const wrong = everySample.filter((sample, at) => codes[at] !== referenceCode(sample));
    expect([...wrong]).toEqual([]);
  });

  it('decodes every code as the recommendation says', () => {
    expect(codec(name).decode(everyCode)).toEqual(Int16Array.from(everyCode, referenceSample));
  });

  it('errs by no more than the half of a step, which grows with loudness', () => {
    const back = codec(name).decode(codec(name).encode(everySample));

    const tooFar = everySample.filter((sample, at) => Math.abs(sample - (back[at] ?? 0)) > 8 + Math.abs(sample) / 32);

    expect([...tooFar]).toEqual([]);
  });

  it('gives every code back after decoding and encoding, but for the second zero', () => {
    const again = codec(name).encode(codec(name).decode(everyCode));

    const changed = [...everyCode].filter((code) => again[code] !== code);
    expect(changed).toEqual(name === 'ulaw' ? [0x7f] : []);
  });

  it('writes into the given array when it fits, and into one of its own when it does not', () => {
    const [bytes, samples] = [new Uint8Array(3), new Int16Array(3)];

    expect(codec(name).encode(Int16Array.of(1, 2, 3), bytes)).toBe(bytes);
    expect(codec(name).decode(bytes, samples)).toBe(samples);
    expect(codec(name).encode(Int16Array.of(1, 2), bytes)).toHaveLength(2);
    expect(codec(name).decode(bytes.subarray(1), samples)).toHaveLength(2);
  });
});
