import fc from 'fast-check';
import { codecNames, makeCodec } from '../../../src/media/codecs/make-codec';

const linearRates: Readonly<Record<string, number>> = {
  slin: 8000,
  slin12: 12000,
  slin16: 16000,
  slin24: 24000,
  slin32: 32000,
  slin44: 44100,
  slin48: 48000,
  slin96: 96000,
  slin192: 192000,
};

/** Opus takes frames of its own lengths, and as many bytes for each as it needs. */
const evenNames = codecNames.filter((name) => name !== 'opus');

describe('the codecs', () => {
  it('are known by their names', () => {
    const codecs = codecNames.map((name) => makeCodec(name));
    codecs.forEach((codec) => codec?.close?.());

    expect(codecNames).toEqual(['ulaw', 'alaw', 'g722', 'opus', ...Object.keys(linearRates)]);
    expect(codecs.map((codec) => codec?.name)).toEqual(codecNames);
  });

  it.each(['', 'SLIN', 'gsm', '__proto__'])('have none called "%s"', (name) => {
    expect(makeCodec(name)).toBeUndefined();
  });

  it.each(evenNames)('turn 20 ms into as many bytes of %s as its rate of bytes says, and back', (name) => {
    const codec = makeCodec(name);
    const samples = (codec?.rate ?? 0) / 50;

    const bytes = codec?.encode(new Int16Array(samples));

    expect(bytes).toHaveLength((codec?.bytesPerSecond ?? 0) / 50);
    expect(codec?.decode(bytes ?? new Uint8Array())).toHaveLength(samples);
  });

  it.each(evenNames)('make nothing of nothing in %s', (name) => {
    expect(makeCodec(name)?.encode(new Int16Array())).toHaveLength(0);
    expect(makeCodec(name)?.decode(new Uint8Array())).toHaveLength(0);
  });

  it.each(evenNames)('keep the streams of two instances of %s apart', (name) => {
    const [one, other, fresh] = [makeCodec(name), makeCodec(name), makeCodec(name)];
    one?.encode(new Int16Array(321).fill(9000));
    one?.decode(new Uint8Array(160).fill(0x42));

    const samples = Int16Array.from({ length: 320 }, (_, n) => 50 * n - 8000);
    expect(other?.encode(samples)).toEqual(fresh?.encode(samples));
    expect(other?.decode(new Uint8Array(160).fill(7))).toEqual(fresh?.decode(new Uint8Array(160).fill(7)));
  });
});

describe('signed linear', () => {
  it.each(Object.entries(linearRates))('has in %s a rate of %d', (name, rate) => {
    expect(makeCodec(name)).toMatchObject({ rate, bytesPerSecond: 2 * rate });
  });

  it('writes the low byte first', () => {
    expect(makeCodec('slin')?.encode(Int16Array.of(1, -2, 0x1234))).toEqual(
      Uint8Array.of(1, 0, 0xfe, 0xff, 0x34, 0x12),
    );
  });

  it('leaves out half a sample at the end', () => {
    expect(makeCodec('slin')?.decode(Uint8Array.of(0xff, 0x7f, 0x55))).toEqual(Int16Array.of(32767));
  });

  it('gives back what it was given, wherever the bytes lie', () => {
    fc.assert(
      fc.property(fc.int16Array(), (samples) => {
        const bytes = makeCodec('slin48')?.encode(samples) ?? new Uint8Array();
        const shifted = new Uint8Array(bytes.length + 1);
        shifted.set(bytes, 1);

        expect(makeCodec('slin48')?.decode(shifted.subarray(1))).toEqual(samples);
      }),
    );
  });
});
