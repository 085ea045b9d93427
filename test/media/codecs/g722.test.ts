import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { G722 } from '../../../src/media/codecs/g722';
import { makeCodec } from '../../../src/media/codecs/make-codec';
import { aTone, inPieces, measureTone, settled } from '../../support/media/signals';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const asBytes = (samples: Int16Array): Uint8Array => makeCodec('slin')?.encode(samples) ?? new Uint8Array();
const throughCodec = (samples: Int16Array): Int16Array => {
  const codec = new G722();
  return codec.decode(codec.encode(samples));
};

/** A triangle with noise, loud and soft in turn, made of whole numbers only so that any language makes the same. */
function testSignal(length: number): Int16Array {
  let state = 1;
  return Int16Array.from({ length }, (_, n) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    const noise = (state >> 16) - 16384;
    const place = n % 74;
    const triangle = Math.min(place, 74 - place) * 600 - 11100;
    return (triangle + (noise >> 2)) >> ([0, 2, 5, 1][Math.floor(n / 800) % 4] ?? 0);
  });
}

// What an independent implementation (SpanDSP 0.0.6, 64 kbit/s, nothing packed) makes of the same input.
const reference = {
  start: '308520852184040e0e1010943e3a38343cb5ac2fe82a2cefb1b0317cb0393417bb9add54fd10545158528d589c5d5bda',
  encoded: '65ae1a3e7651d04d47348b1088113e48cac90033c2860c884d926fa5d5be2a3a',
  decoded: '20956439b34ce3f555d1ddb8c25779d3d4ba266c2c1424634a5b4e8110bbcee9',
  decodedCodes: 'c44c254f081f05f893898a0c9c32b1d32b80aa5563e77de4083491e2a67b78f2',
};

describe('G.722', () => {
  it('encodes to the same bits as an independent implementation', () => {
    const bytes = new G722().encode(testSignal(16000));

    expect(Buffer.from(bytes.subarray(0, 48)).toString('hex')).toBe(reference.start);
    expect(sha256(bytes)).toBe(reference.encoded);
  });

  it('decodes to the same samples as an independent implementation', () => {
    const codec = new G722();
    expect(sha256(asBytes(codec.decode(codec.encode(testSignal(16000)))))).toBe(reference.decoded);
  });

  it('decodes codes that no encoder would send to the same samples as an independent implementation', () => {
    const codes = Uint8Array.from({ length: 200 }, (_, i) => 5 * i * i + 3 * i + Math.floor(i / 7));
    expect(sha256(asBytes(new G722().decode(codes)))).toBe(reference.decodedCodes);
  });

  it.each([
    [200, 35],
    [440, 35],
    [1000, 35],
    [2000, 30],
    [3000, 30],
    [5000, 15],
    [6500, 10],
  ])('brings a tone of %d Hz back with %d dB of noise distance at its loudness', (frequency, distance) => {
    const back = settled(throughCodec(aTone(frequency, { rate: 16000 })), 16000);

    const { amplitude, snr } = measureTone(back, frequency, 16000);
    expect(snr).toBeGreaterThan(distance);
    expect(Math.abs(20 * Math.log10(amplitude / 16000))).toBeLessThan(0.5);
  });

  it.each([
    [40, 15],
    [400, 30],
    [4000, 35],
    [30000, 35],
  ])('keeps a tone of amplitude %d by %d dB above its noise', (amplitude, distance) => {
    const back = settled(throughCodec(aTone(1000, { rate: 16000, amplitude })), 16000);
    expect(measureTone(back, 1000, 16000).snr).toBeGreaterThan(distance);
  });

  it('brings a click back 22 samples later', () => {
    const click = new Int16Array(100);
    click[40] = 20000;

    const back = throughCodec(click);

    expect(back.indexOf(Math.max(...back))).toBe(62);
  });

  it('keeps silence nearly silent', () => {
    expect(throughCodec(new Int16Array(3200)).every((sample) => Math.abs(sample) <= 8)).toBe(true);
  });

  it('gives the same bits however the samples are cut into frames', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 6 }), (lengths) => {
        const [whole, samples] = [new G722(), testSignal(1000)];
        const bytes = whole.encode(samples);

        const cut = new G722();
        const pieces = inPieces(samples, lengths).map((piece) => cut.encode(piece));
        const decoded = pieces.map((piece) => cut.decode(piece));

        expect(sha256(Buffer.concat(pieces))).toBe(sha256(bytes));
        expect(sha256(Buffer.concat(decoded.map(asBytes)))).toBe(sha256(asBytes(whole.decode(bytes))));
      }),
      { numRuns: 30 },
    );
  });

  it('finds back to silence after any bytes whatever', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
        const codec = new G722();
        codec.decode(bytes);

        const silence = new G722().encode(new Int16Array(6400));
        const end = codec.decode(silence).subarray(-1600);

        expect(end.every((sample) => Math.abs(sample) <= 64)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('follows a tone again after any samples whatever', () => {
    fc.assert(
      fc.property(fc.int16Array({ maxLength: 500 }), (samples) => {
        const codec = new G722();
        codec.decode(codec.encode(samples.length % 2 === 0 ? samples : samples.subarray(1)));

        const back = codec.decode(codec.encode(aTone(1000, { rate: 16000, seconds: 0.4 })));

        expect(measureTone(settled(back, 16000), 1000, 16000).snr).toBeGreaterThan(35);
      }),
      { numRuns: 30 },
    );
  });
});
