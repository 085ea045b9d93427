import fc from 'fast-check';
import { fromDecibels, goertzel, meanLevel, peak, rms, toDecibels } from '../../../src/media/samples/levels';
import { aTone } from '../../support/media/signals';

const loudness = { rms, peak, meanLevel };

describe('levels', () => {
  it('of a tone are those that its shape tells', () => {
    const tone = aTone(1000, { rate: 8000, amplitude: 10000 });

    expect(rms(tone)).toBeCloseTo(10000 / Math.SQRT2, 0);
    expect(peak(tone)).toBe(10000);
    expect(meanLevel(aTone(50, { rate: 48000, amplitude: 10000 }))).toBeCloseTo((2 / Math.PI) * 10000, 0);
  });

  it.each(Object.entries(loudness))('are 0 in %s when there is nothing', (_, measure) => {
    expect(measure(new Int16Array())).toBe(0);
    expect(measure(new Int16Array(160))).toBe(0);
  });

  it.each(Object.entries(loudness))('reach full scale in %s', (_, measure) => {
    expect(measure(new Int16Array(160).fill(-32768))).toBe(32768);
  });

  it('rank as the mean below the root of squares, and that below the peak', () => {
    fc.assert(
      fc.property(fc.int16Array({ minLength: 1 }), (frame) => {
        expect(meanLevel(frame)).toBeLessThanOrEqual(rms(frame) + 1e-6);
        expect(rms(frame)).toBeLessThanOrEqual(peak(frame) + 1e-6);
      }),
    );
  });

  it('turn into decibels and back', () => {
    expect(toDecibels(10)).toBe(20);
    expect(toDecibels(0)).toBe(-Infinity);
    expect(fromDecibels(-Infinity)).toBe(0);
    fc.assert(
      fc.property(fc.double({ min: -120, max: 120, noNaN: true }), (decibels) => {
        expect(toDecibels(fromDecibels(decibels))).toBeCloseTo(decibels, 9);
      }),
    );
  });
});

describe('the Goertzel filter', () => {
  it.each([
    [697, 8000],
    [1000, 8000],
    [1633, 16000],
    [440, 48000],
    [3900, 8000],
  ])('finds the amplitude of %d Hz at a rate of %d', (frequency, rate) => {
    expect(goertzel(aTone(frequency, { rate, amplitude: 5000 }), frequency, rate)).toBeCloseTo(5000, 0);
  });

  it('hears nothing of another tone', () => {
    const tone = aTone(697, { rate: 8000, amplitude: 10000 });
    expect(goertzel(tone, 770, 8000)).toBeLessThan(1);
  });

  it('tells two tones in one frame of 20 ms apart', () => {
    const [low, high] = [aTone(400, { rate: 8000, seconds: 0.02 }), aTone(1200, { rate: 8000, seconds: 0.02 })];
    const both = low.map((sample, n) => (sample + (high[n] ?? 0) / 2) / 2);

    expect(goertzel(both, 400, 8000)).toBeCloseTo(8000, -1);
    expect(goertzel(both, 1200, 8000)).toBeCloseTo(4000, -1);
    expect(goertzel(both, 800, 8000)).toBeLessThan(5);
  });

  it('is the same as the sum of the Fourier transform, for any samples', () => {
    fc.assert(
      fc.property(
        fc.int16Array({ minLength: 1, maxLength: 200 }),
        fc.integer({ min: 1, max: 3999 }),
        (frame, frequency) => {
          let [real, imaginary] = [0, 0];
          frame.forEach((sample, n) => {
            real += sample * Math.cos((2 * Math.PI * frequency * n) / 8000);
            imaginary += sample * Math.sin((2 * Math.PI * frequency * n) / 8000);
          });

          expect(goertzel(frame, frequency, 8000)).toBeCloseTo((2 * Math.hypot(real, imaginary)) / frame.length, 1);
        },
      ),
    );
  });

  it('finds nothing in nothing', () => {
    expect(goertzel(new Int16Array(), 1000, 8000)).toBe(0);
  });
});
