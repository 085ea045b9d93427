import * as fc from 'fast-check';
import { Goertzel } from '../../../src/media/detect/goertzel';
import { dtmfSteps } from '../../../src/media/samples/dtmf-tones';
import type { ToneStep } from '../../../src/media/protocol';
import { ToneGenerator, toneAmplitude } from '../../../src/media/samples/tones';

const step = (frequencies: readonly number[], given: Partial<ToneStep> = {}): ToneStep => ({
  once: false,
  frequencies,
  isModulated: false,
  duration: undefined,
  ...given,
});

/** The frames of a generator until it is over, or as many as asked for. */
function play(steps: readonly ToneStep[], { rate = 8000, frames = 50, from = 0 } = {}): Int16Array {
  const generator = new ToneGenerator(steps, rate);
  generator.skip(from);
  const size = rate / 50;
  const played = new Int16Array(frames * size);
  for (let frame = 0; frame < frames; frame += 1) {
    if (!generator.fill(played.subarray(frame * size, (frame + 1) * size))) return played.slice(0, frame * size);
  }
  return played;
}

const levelOf = (samples: Int16Array, frequency: number, rate = 8000) =>
  20 * Math.log10(Math.sqrt(new Goertzel(frequency, rate).power(samples)) / 32_767);

/** In milliseconds at 8 kHz, where it sounds and where not; zero crossings of a tone are no pause. */
function cadence(samples: Int16Array): string {
  const parts: { sounds: boolean; samples: number }[] = [];
  for (let at = 0; at < samples.length; at += 80) {
    const sounds = samples.subarray(at, at + 80).some((value) => value !== 0);
    const last = parts.at(-1);
    if (last?.sounds === sounds) last.samples += 80;
    else parts.push({ sounds, samples: 80 });
  }
  return parts.map(({ sounds, samples: count }) => `${sounds ? 'on' : 'off'} ${count / 8}`).join(', ');
}

describe('a tone that begins in its middle', () => {
  const prelude = step([440], { once: true, duration: 300 });
  const pattern = [prelude, step([440], { duration: 200 }), step([0], { duration: 100 })];

  it.each([
    ['in its first part', 100, 'on 400, off 100, on 200, off 100, on 200'],
    ['behind what is heard once', 350, 'on 150, off 100, on 200, off 100, on 200, off 100, on 150'],
    ['in a later round', 600 + 300 + 50, 'on 150, off 100, on 200, off 100, on 200, off 100, on 150'],
    ['after a very long time', 600 + 300 * 10_000_000_000, 'on 200, off 100, on 200, off 100, on 200, off 100, on 100'],
  ])('%s', (_where, from, expected) => {
    expect(cadence(play(pattern, { from }))).toBe(expected);
  });

  it('is over when all of it is heard once and it begins behind', () => {
    expect(play([prelude], { from: 300 })).toHaveLength(0);
  });
});

describe('a tone', () => {
  it.each([8000, 16_000, 24_000, 48_000])('has its frequency and 15 dB below full at %d Hz', (rate) => {
    const heard = play([step([440, 0])], { rate });

    expect(levelOf(heard, 440, rate)).toBeCloseTo(-15, 1);
    expect(levelOf(heard, 880, rate)).toBeLessThan(-90);
  });

  it('adds a second frequency at the same level', () => {
    const heard = play([step([350, 440])]);

    expect(levelOf(heard, 350)).toBeCloseTo(-15, 1);
    expect(levelOf(heard, 440)).toBeCloseTo(-15, 1);
    expect(Math.max(...heard)).toBeLessThanOrEqual(2 * toneAmplitude + 1);
  });

  it.each([[[350, 375, 400]], [[300, 425, 900, 1200]]])('has every one of %j at the same level', (frequencies) => {
    const heard = play([step(frequencies)]);

    for (const frequency of frequencies) expect(levelOf(heard, frequency)).toBeCloseTo(-15, 1);
    expect(levelOf(heard, 1600)).toBeLessThan(-80);
  });

  it('of many frequencies is never louder than a sample can say', () => {
    const heard = play([step(Array<number>(16).fill(440))]);

    expect(Math.max(...heard)).toBeLessThanOrEqual(32_767);
    expect(levelOf(heard, 440)).toBeCloseTo(-15 + 20 * Math.log10(5), 1);
    expect(levelOf(heard, 1320)).toBeLessThan(-80);
  });

  it('is modulated by the second frequency, which is not heard itself', () => {
    const heard = play([step([400, 20], { isModulated: true })]);

    expect(levelOf(heard, 20)).toBeLessThan(-80);
    expect(levelOf(heard, 380)).toBeCloseTo(levelOf(heard, 420), 1);
    expect(levelOf(heard, 400) - levelOf(heard, 420)).toBeCloseTo(20 * Math.log10(2 / 0.9), 1);
    expect(Math.max(...heard)).toBeLessThanOrEqual(toneAmplitude + 1);
  });

  it('runs on without a click when only its pitch changes', () => {
    const heard = play([step([440, 0], { duration: 33 }), step([480, 0], { duration: 47 })]);
    const steepest = toneAmplitude * 2 * Math.PI * (480 / 8000);

    const jumps = heard.subarray(1).map((value, at) => Math.abs(value - (heard[at] ?? 0)));
    expect(Math.max(...jumps)).toBeLessThan(steepest + 2);
  });

  it('is left out where the rate cannot carry it', () => {
    expect(play([step([5000, 0])]).every((value) => value === 0)).toBe(true);
  });
});

describe('a tone pattern', () => {
  it('starts over when it is through', () => {
    const busy = [step([425, 0], { duration: 100 }), step([0], { duration: 60 })];

    expect(cadence(play(busy, { frames: 20 }))).toBe('on 100, off 60, on 100, off 60, on 80');
  });

  it('plays what is once only in its first round', () => {
    const steps = [
      step([950, 0], { duration: 50, once: true }),
      step([0], { duration: 50 }),
      step([440, 0], { duration: 20, once: true }),
      step([350, 0], { duration: 30 }),
    ];
    const heard = play(steps, { frames: 15 });

    expect(cadence(heard)).toBe('on 50, off 50, on 50, off 50, on 30, off 50, on 20');
    expect(levelOf(heard.subarray(1600, 1840), 350)).toBeCloseTo(-15, 0);
  });

  it('is over when all of it is once', () => {
    const frame = new Int16Array(160).fill(7);
    const generator = new ToneGenerator([step([440, 0], { duration: 30, once: true })], 8000);

    expect(generator.fill(frame)).toBe(true);
    expect(generator.fill(frame)).toBe(true);
    expect(frame.subarray(80).every((value) => value === 0)).toBe(true);
    expect(generator.fill(frame.fill(7))).toBe(false);
    expect(frame.every((value) => value === 0)).toBe(true);
  });

  it('is over at once when it is empty', () => {
    expect(new ToneGenerator([], 8000).fill(new Int16Array(160))).toBe(false);
  });

  it('gets on through steps of no length', () => {
    const steps = [step([440, 0], { duration: 0 }), step([0], { duration: 0 })];

    expect(play(steps, { frames: 3 })).toHaveLength(480);
  });

  it('is the same however the frames are cut', () => {
    const anyStep = fc.record({
      once: fc.boolean(),
      frequencies: fc.array(fc.integer({ min: 0, max: 3900 }), { minLength: 1, maxLength: 4 }),
      isModulated: fc.boolean(),
      duration: fc.option(fc.integer({ min: 0, max: 90 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 6 }), fc.integer({ min: 1, max: 400 }), (steps, size) => {
        const [whole, pieces] = [new Int16Array(2000), new Int16Array(2000)];
        const [one, other] = [new ToneGenerator(steps, 8000), new ToneGenerator(steps, 8000)];
        one.fill(whole);
        for (let at = 0; at < 2000; at += size) other.fill(pieces.subarray(at, at + size));
        expect(pieces).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });
});

describe('digits as tones', () => {
  it('are pairs with silence between them, each heard once', () => {
    expect(dtmfSteps('1#d', { duration: 80, between: 40 })).toEqual([
      step([697, 1209], { duration: 80, once: true }),
      step([0], { duration: 40, once: true }),
      step([941, 1477], { duration: 80, once: true }),
      step([0], { duration: 40, once: true }),
      step([941, 1633], { duration: 80, once: true }),
    ]);
  });

  it('wait where they are told to and ignore what is not a digit', () => {
    const lengths = dtmfSteps('5wxW', { duration: 100, between: 0 }).map(({ duration }) => duration);

    expect(lengths).toEqual([100, 500, 1000]);
    expect(dtmfSteps('hello?', { duration: 100, between: 50 })).toEqual([]);
  });
});
