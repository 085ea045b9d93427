import * as fc from 'fast-check';
import { DtmfDetector } from '../../../src/media/detect/dtmf-detector';
import { dtmfColumns, dtmfDigits, dtmfRows, dtmfSteps } from '../../../src/media/samples/dtmf-tones';
import { ToneGenerator } from '../../../src/media/samples/tones';
import { feed, joined, mixed, noise, samplesIn, silence, tones, voice } from './detect-signals';

const rate = 8000;

interface Pressing {
  readonly milliseconds?: number;
  readonly row?: number;
  readonly column?: number;
  readonly drift?: number;
  readonly at?: number;
}

/** A digit with its two amplitudes, both frequencies off by the same factor. */
function pressed(digit: string, { milliseconds = 80, row = 4000, column = 4000, drift = 1, at = rate }: Pressing = {}) {
  const index = dtmfDigits.indexOf(digit);
  const [low = 0, high = 0] = [dtmfRows[Math.floor(index / 4)], dtmfColumns[index % 4]];
  const pair = [
    { frequency: low * drift, amplitude: row },
    { frequency: high * drift, amplitude: column },
  ];
  return tones(pair, { milliseconds, rate: at });
}

const heardIn = (signal: Int16Array, at = rate) =>
  feed(new DtmfDetector(at), joined(signal, silence(100, at)), at).map(({ event }) => event);
const digitsIn = (signal: Int16Array, at = rate) =>
  heardIn(signal, at)
    .map(({ digit }) => digit)
    .join('');

describe('the detector of digits', () => {
  it.each([8000, 16_000, 24_000, 48_000])('hears every digit at %d Hz', (at) => {
    const all = [...dtmfDigits].flatMap((digit) => [pressed(digit, { at }), silence(60, at)]);

    expect(digitsIn(joined(...all), at)).toBe(dtmfDigits);
  });

  it('hears what our own tones say', () => {
    const signal = new Int16Array(rate * 4);
    new ToneGenerator(dtmfSteps('0123456789*#ABCD', { duration: 100, between: 100 }), rate).fill(signal);

    expect(digitsIn(signal)).toBe('0123456789*#ABCD');
  });

  it('tells a digit when it is over, with how long it lasted', () => {
    const told = feed(new DtmfDetector(rate), joined(pressed('5', { milliseconds: 300 }), silence(100, rate)), rate);

    expect(told).toHaveLength(1);
    expect(Math.abs((told[0]?.event.duration ?? 0) - 300)).toBeLessThanOrEqual(26);
    expect(told[0]?.frame).toBeGreaterThanOrEqual(15);
    expect(told[0]?.frame).toBeLessThanOrEqual(17);
  });

  it('knows that a digit is down', () => {
    const detector = new DtmfDetector(rate);
    feed(detector, pressed('5'), rate);
    const during = detector.isDown;
    feed(detector, silence(100, rate), rate);

    expect([during, detector.isDown]).toEqual([true, false]);
  });

  it('hears digits of 40 ms with pauses of 40 ms wherever they lie', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...dtmfDigits), minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 400 }),
        (digits, offset) => {
          const parts = [...digits].flatMap((digit) => [pressed(digit, { milliseconds: 40 }), silence(40, rate)]);
          expect(digitsIn(joined(new Int16Array(offset), ...parts))).toBe(digits);
        },
      ),
      { numRuns: 80 },
    );
  });

  it('passes over what is too short to be meant', () => {
    expect(digitsIn(joined(silence(37, rate), pressed('5', { milliseconds: 20 }), silence(40, rate)))).toBe('');
  });

  it('takes a digit with a dropout of 10 ms for one', () => {
    const half = pressed('9', { milliseconds: 60 });

    expect(digitsIn(joined(half, silence(10, rate), half))).toBe('9');
  });

  it('tells two digits apart that follow without a pause', () => {
    expect(digitsIn(joined(pressed('1'), pressed('6'), pressed('D')))).toBe('16D');
  });

  it('hears faint digits and none that are fainter', () => {
    expect(digitsIn(pressed('3', { row: 300, column: 300 }))).toBe('3');
    expect(digitsIn(pressed('3', { row: 100, column: 100 }))).toBe('');
  });

  it('stands the frequencies being off by 1.5 percent', () => {
    for (const digit of dtmfDigits)
      for (const drift of [0.985, 1.015]) expect(digitsIn(pressed(digit, { drift }))).toBe(digit);
  });

  it('allows the columns 8 dB more and the rows 6 dB more, and no 12 dB', () => {
    const decibels = (by: number) => 2000 * 10 ** (by / 20);
    for (const digit of dtmfDigits) {
      expect(digitsIn(pressed(digit, { row: 2000, column: decibels(8) }))).toBe(digit);
      expect(digitsIn(pressed(digit, { row: decibels(6), column: 2000 }))).toBe(digit);
      expect(digitsIn(pressed(digit, { row: 2000, column: decibels(12) }))).toBe('');
      expect(digitsIn(pressed(digit, { row: decibels(12), column: 2000 }))).toBe('');
    }
  });

  it('hears short digits that are off, uneven and loud or faint at once', () => {
    for (const level of [-6, -30])
      for (const twist of [-6, 6])
        for (const drift of [0.985, 1.015]) {
          // A full tone is 3.17 dB above 0 dBm0.
          const amplitude = (by: number) => 32_767 * 10 ** ((level - 3.17 + by) / 20);
          const tone = { milliseconds: 40, row: amplitude(-twist / 2), column: amplitude(twist / 2), drift };
          const parts = [...dtmfDigits].flatMap((digit) => [pressed(digit, tone), silence(41, rate)]);
          expect(digitsIn(joined(...parts))).toBe(dtmfDigits);
        }
  });

  it('refuses frequencies that are off by 3.5 percent', () => {
    for (const digit of dtmfDigits)
      for (const drift of [0.965, 1.035]) expect(digitsIn(pressed(digit, { drift }))).toBe('');
  });

  it('does not take a single tone or the dial tone for a digit', () => {
    const of = (...frequencies: number[]) =>
      tones(
        frequencies.map((frequency) => ({ frequency, amplitude: 5000 })),
        { milliseconds: 500, rate },
      );

    for (const frequency of [...dtmfRows, ...dtmfColumns]) expect(digitsIn(of(frequency))).toBe('');
    expect(digitsIn(of(350, 440))).toBe('');
    expect(digitsIn(of(697, 1209, 1500))).toBe('');
  });
});

describe('the detector of digits in noise', () => {
  const withNoise = (decibels: number, seed: number) => {
    const digits = [...dtmfDigits].flatMap((digit) => [pressed(digit), silence(60, rate)]);
    const clean = joined(...digits);
    // Each tone of amplitude 4000 has half its square as power, and there are two.
    const deviation = 4000 / 10 ** (decibels / 20);
    return mixed(clean, noise(clean.length, { deviation, seed }));
  };

  it('hears every digit 15 dB above it', () => {
    for (let seed = 1; seed <= 8; seed += 1) expect(digitsIn(withNoise(15, seed))).toBe(dtmfDigits);
  });

  it('invents no digits where the noise is as loud as the tones', () => {
    for (let seed = 1; seed <= 10; seed += 1) expect(dtmfDigits).toContain(digitsIn(withNoise(0, seed)));
  });

  it('hears nothing in noise alone, at any level', () => {
    for (const deviation of [10, 300, 3000, 12_000])
      expect(digitsIn(noise(samplesIn(5000, rate), { deviation, seed: deviation }))).toBe('');
  });

  it('hears nothing in minutes of voices', () => {
    // All but the first were once heard to hold digits.
    for (const seed of [1, 7, 84, 196, 357]) expect(digitsIn(voice(20_000, { rate, seed }))).toBe('');
  });
});
