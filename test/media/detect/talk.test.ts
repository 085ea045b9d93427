import * as fc from 'fast-check';
import { SilenceTracker } from '../../../src/media/detect/silence-tracker';
import { StretchDetector } from '../../../src/media/detect/stretch-detector';
import { TalkDetector } from '../../../src/media/detect/talk-detector';
import { ToneDetector } from '../../../src/media/detect/tone-detector';
import { UtteranceDetector } from '../../../src/media/detect/utterance-detector';
import { feed, joined, mixed, noise, samplesIn, silence, tones, voice } from './detect-signals';

const rate = 8000;
const loud = (milliseconds: number, at = rate) =>
  tones([{ frequency: 300, amplitude: 5000 }], { milliseconds, rate: at });

describe('the detector of talking', () => {
  const detector = (given: Partial<ConstructorParameters<typeof TalkDetector>[0]> = {}) =>
    new TalkDetector({ rate, threshold: 256, silence: 200, ...given });

  it('tells when talking starts and, once there was silence, how long it lasted without that', () => {
    const told = feed(detector(), joined(silence(100, rate), loud(400), silence(400, rate)), rate);

    expect(told).toEqual([
      { event: { type: 'talk-started' }, frame: 5 },
      { event: { type: 'talk-ended', duration: 400 }, frame: 34 },
    ]);
  });

  it.each([8000, 16_000, 48_000])('notices within two frames wherever talking begins, at %d Hz', (at) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500 }), (before) => {
        const signal = joined(silence(before, at), loud(300, at), silence(400, at));
        const [start, end] = feed(detector({ rate: at }), signal, at);
        expect(((start?.frame ?? 0) + 1) * 20 - before).toBeLessThanOrEqual(40);
        expect(end?.event).toMatchObject({ type: 'talk-ended' });
        expect(Math.abs((end?.event.type === 'talk-ended' ? end.event.duration : 0) - 300)).toBeLessThanOrEqual(40);
      }),
      { numRuns: 40 },
    );
  });

  it('bridges pauses that are shorter than the silence asked for', () => {
    const told = feed(detector(), joined(loud(100), silence(180, rate), loud(100), silence(300, rate)), rate);

    expect(told.map(({ event }) => event)).toEqual([{ type: 'talk-started' }, { type: 'talk-ended', duration: 380 }]);
  });

  it('tells each stretch of talking', () => {
    const signal = joined(loud(100), silence(240, rate), loud(60), silence(240, rate));
    const told = feed(detector(), signal, rate).map(({ event }) => event);

    expect(told).toEqual([
      { type: 'talk-started' },
      { type: 'talk-ended', duration: 100 },
      { type: 'talk-started' },
      { type: 'talk-ended', duration: 60 },
    ]);
  });

  it('counts a frame exactly at the threshold as talking, and no quieter one', () => {
    const flat = (level: number) => new Int16Array(160).fill(level);

    expect(detector({ threshold: 1000 }).process(flat(1000))).toEqual({ type: 'talk-started' });
    expect(detector({ threshold: 1000 }).process(flat(-999))).toBeUndefined();
    expect(detector({ threshold: 32_768 }).process(flat(32_767))).toBeUndefined();
  });

  it('takes a voice for talking and the noise of a line for none', () => {
    expect(feed(detector(), voice(3000, { rate, seed: 4 }), rate)[0]?.event).toEqual({ type: 'talk-started' });
    expect(feed(detector(), noise(rate * 5, { deviation: 100, seed: 1 }), rate)).toEqual([]);
  });

  it('can be ended in the middle of talking', () => {
    const under = detector();
    feed(under, joined(loud(100), silence(60, rate)), rate);

    expect(under.finish()).toEqual({ type: 'talk-ended', duration: 100 });
    expect(under.finish()).toBeUndefined();
  });
});

describe('the detector of utterances', () => {
  const lengths = { silence: 300, longerThan: 200, shorterThan: 1000, within: Infinity };
  const heard = (signal: Int16Array, given: Partial<typeof lengths> = {}) =>
    feed(new UtteranceDetector({ rate, threshold: 256, ...lengths, ...given }), signal, rate);

  it('tells what has the right length and silence behind it, and how long it was', () => {
    expect(heard(joined(silence(100, rate), loud(500), silence(1000, rate)))).toEqual([
      { event: { duration: 500 }, frame: 44 },
    ]);
  });

  it.each([
    ['too short', joined(loud(200), silence(1000, rate)), {}],
    ['too long', joined(loud(1000), silence(1000, rate)), {}],
    ['not over', joined(loud(500), silence(280, rate), loud(600), silence(280, rate)), {}],
    ['too late', joined(silence(1000, rate), loud(500), silence(1000, rate)), { within: 1790 }],
  ])('tells nothing of what is %s', (_title, signal, given) => {
    expect(heard(signal, given)).toEqual([]);
  });

  it('goes on after what did not count', () => {
    const signal = joined(loud(100), silence(400, rate), loud(500), silence(400, rate));

    expect(heard(signal).map(({ event }) => event)).toEqual([{ duration: 500 }]);
  });
});

describe('the detector of stretches', () => {
  /** Whether each frame completes a stretch; `#` is talking. */
  const told = (of: 'silence' | 'noise', frames: string) => {
    const detector = new StretchDetector(of, 60);
    return [...frames].map((frame) => (detector.process(frame === '#', 20) ? '!' : '.')).join('');
  };

  it.each([
    ['silence', '#..#...........', '......!..!..!..'],
    ['noise', '..##.########.#', '.......!..!....'],
  ] as const)('tells each %s that is long enough: %s', (of, frames, expected) => {
    expect(told(of, frames)).toBe(expected);
  });
});

describe('the tracker of silence', () => {
  it('tells once when silence has lasted as long as asked for, and again after talking', () => {
    const tracker = new SilenceTracker({ rate, threshold: 256, limit: 300 });
    const signal = joined(loud(100), silence(1000, rate), loud(20), silence(400, rate));

    expect(feed(tracker, signal, rate)).toEqual([
      { event: { type: 'silence', duration: 300 }, frame: 19 },
      { event: { type: 'silence', duration: 300 }, frame: 70 },
    ]);
    expect([tracker.talking, tracker.silence, tracker.inARow]).toEqual([120, 1400, 400]);
  });

  it('only counts without a limit', () => {
    const tracker = new SilenceTracker({ rate: 16_000, threshold: 256, limit: undefined });

    expect(feed(tracker, silence(5000, 16_000), 16_000)).toEqual([]);
    expect(tracker.silence).toBe(5000);
  });

  it('forgets a silence that was interrupted', () => {
    const tracker = new SilenceTracker({ rate, threshold: 256, limit: 300 });
    feed(tracker, silence(280, rate), rate);
    tracker.interrupt();

    expect(feed(tracker, silence(280, rate), rate)).toEqual([]);
    expect(tracker.silence).toBe(560);
  });
});

describe('the detector of a tone', () => {
  const fax = () => new ToneDetector({ rate, frequency: 1100, duration: 400 });
  const at1100 = (milliseconds: number, amplitude = 4000) =>
    tones([{ frequency: 1100, amplitude }], { milliseconds, rate });

  it('tells the tone once when it has lasted', () => {
    expect(feed(fax(), joined(silence(100, rate), at1100(2000)), rate)).toEqual([
      { event: { type: 'tone-detected', duration: 400 }, frame: 24 },
    ]);
  });

  it('tells it again after it was gone, and not when it is too short', () => {
    const signal = joined(at1100(500), silence(100, rate), at1100(500), silence(100, rate), at1100(300));

    expect(feed(fax(), signal, rate)).toHaveLength(2);
  });

  it('hears it 10 dB above noise, and in no noise, voice or other tone', () => {
    const deviation = 4000 / Math.SQRT2 / 10 ** 0.5;
    const other = tones([{ frequency: 1200, amplitude: 4000 }], { milliseconds: 1000, rate });

    expect(feed(fax(), mixed(at1100(600), noise(samplesIn(600, rate), { deviation, seed: 2 })), rate)).toHaveLength(1);
    expect(feed(fax(), noise(rate * 10, { deviation: 3000, seed: 3 }), rate)).toEqual([]);
    expect(feed(fax(), voice(10_000, { rate, seed: 5 }), rate)).toEqual([]);
    expect(feed(fax(), other, rate)).toEqual([]);
    expect(feed(fax(), at1100(1000, 50), rate)).toEqual([]);
  });
});
