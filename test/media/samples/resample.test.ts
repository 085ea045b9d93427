import fc from 'fast-check';
import { Resampler } from '../../../src/media/samples/resample';
import { aTone, inPieces, measureTone, settled } from '../../support/media/signals';

const rates = [8000, 12000, 16000, 24000, 32000, 44100, 48000, 96000, 192000];
const pairs = rates.flatMap((from) => rates.map((to) => [from, to] as const)).filter(([from, to]) => from !== to);

const resampled = (samples: Int16Array, from: number, to: number): Int16Array =>
  new Resampler(from, to).process(samples).slice();

/** In frames, each copied before the next one takes its place. */
function streamed(pieces: readonly Int16Array[], resampler: Resampler): Int16Array {
  return Int16Array.from(pieces.flatMap((piece) => [...resampler.process(piece)]));
}

describe('a resampler', () => {
  it.each([
    [8000, 16000],
    [16000, 8000],
    [16000, 48000],
    [48000, 16000],
    [8000, 48000],
    [48000, 8000],
    [24000, 16000],
    [44100, 8000],
    [8000, 44100],
  ])('takes 1 kHz from %d to %d Hz with 75 dB of noise distance and no change of level', (from, to) => {
    const { amplitude, snr } = measureTone(settled(resampled(aTone(1000, { rate: from }), from, to), to), 1000, to);

    expect(snr).toBeGreaterThan(75);
    expect(Math.abs(20 * Math.log10(amplitude / 16000))).toBeLessThan(0.01);
  });

  it.each([
    [8000, 16000, 3400],
    [16000, 8000, 3400],
    [48000, 16000, 6800],
    [8000, 48000, 100],
    [44100, 48000, 18000],
  ])('keeps from %d to %d Hz the level at %d Hz within 0.1 dB', (from, to, frequency) => {
    const out = settled(resampled(aTone(frequency, { rate: from }), from, to), to);

    const { amplitude, snr } = measureTone(out, frequency, to);
    expect(Math.abs(20 * Math.log10(amplitude / 16000))).toBeLessThan(0.1);
    expect(snr).toBeGreaterThan(75);
  });

  it.each([
    [16000, 8000, 4200],
    [16000, 8000, 5000],
    [16000, 8000, 7900],
    [48000, 8000, 4500],
    [48000, 8000, 15000],
    [48000, 16000, 8400],
    [44100, 8000, 11000],
    [192000, 44100, 60000],
  ])('lets from %d to %d Hz nothing of %d Hz come back as another tone', (from, to, frequency) => {
    const out = settled(resampled(aTone(frequency, { rate: from }), from, to), to);

    const power = out.reduce((sum, sample) => sum + sample * sample, 0) / out.length;
    expect(10 * Math.log10(power / (16000 ** 2 / 2))).toBeLessThan(-70);
  });

  it('adds no mirror of a tone above what the lower rate can carry', () => {
    const out = settled(resampled(aTone(3000, { rate: 8000 }), 8000, 48000), 48000);

    for (const mirror of [5000, 11000, 13000]) {
      expect(measureTone(out, mirror, 48000).amplitude).toBeLessThan(16000 * 10 ** (-70 / 20));
    }
  });

  it.each(pairs)('makes 20 ms at %d Hz into 20 ms at %d Hz, in the first frame and in every later one', (from, to) => {
    const resampler = new Resampler(from, to);
    const frame = new Int16Array(from / 50);

    const lengths = Array.from({ length: 7 }, () => resampler.process(frame).length);

    expect(new Set(lengths)).toEqual(new Set([to / 50]));
  });

  it('gives frame by frame just what it gives in one piece', () => {
    const pieceLengths = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.constantFrom(...pairs), pieceLengths, ([from, to], lengths) => {
        const samples = aTone(440, { rate: from, seconds: 1500 / from });

        const whole = resampled(samples, from, to);

        expect([...streamed(inPieces(samples, lengths), new Resampler(from, to))]).toEqual([...whole]);
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    [8000, 16000, 3],
    [16000, 8000, 3],
    [48000, 16000, 1.5],
    [8000, 48000, 3],
  ])('brings sound from %d to %d Hz %d ms later, as it says', (from, to, delay) => {
    const click = new Int16Array(from / 50);
    click[0] = 20000;

    const out = resampled(click, from, to);

    expect(new Resampler(from, to).delay).toBe(delay);
    expect(out.indexOf(Math.max(...out))).toBe((delay * to) / 1000);
  });

  it('hands the input through when the rates are the same', () => {
    const samples = aTone(440, { rate: 8000, seconds: 0.02 });

    expect(new Resampler(8000, 8000).process(samples)).toBe(samples);
    expect(new Resampler(8000, 8000).delay).toBe(0);
  });

  it('allocates no frame while they keep their length', () => {
    const resampler = new Resampler(8000, 16000);
    const frame = new Int16Array(160);

    expect(resampler.process(frame)).toBe(resampler.process(frame));
  });

  it('stays at the edge of the range instead of wrapping around', () => {
    const square = Int16Array.from({ length: 8000 }, (_, n) => (Math.floor(n / 20) % 2 === 0 ? 32767 : -32768));

    const out = resampled(square, 8000, 16000);

    // Overshoot of the filter is cut: where the wave has been high for a while, no sample may be negative.
    const middles = Array.from({ length: 100 }, (_, period) => out[48 + 80 * period + 20] ?? 0);
    expect(middles.every((sample) => sample > 20000)).toBe(true);
    expect(Math.max(...out)).toBe(32767);
    expect(Math.min(...out)).toBe(-32768);
  });

  it('keeps constant input constant', () => {
    const out = resampled(new Int16Array(4410).fill(12345), 44100, 48000);
    expect(new Set(out.subarray(100))).toEqual(new Set([12345]));
  });

  it.each([
    [0, 8000],
    [8000, -1],
    [8000.5, 16000],
    [NaN, 8000],
    [44101, 48000],
  ])('refuses to go from %d to %d Hz', (from, to) => {
    expect(() => new Resampler(from, to)).toThrow(`cannot resample from ${from} to ${to} Hz`);
  });

  it.each([
    [11025, 8000],
    [22050, 48000],
    [11025, 192000],
  ])('goes from %d, which files may have, to %d Hz', (from, to) => {
    const out = settled(resampled(aTone(1000, { rate: from }), from, to).subarray(0, to), to);
    expect(measureTone(out, 1000, to).snr).toBeGreaterThan(75);
  });
});
