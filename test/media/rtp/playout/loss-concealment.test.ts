import { LossConcealment } from '../../../../src/media/rtp/playout/loss-concealment';
import { noise, tones } from '../../detect/detect-signals';

const rates = [8000, 16000, 44100, 48000];

function voiceOf(rate: number): Int16Array {
  return tones([{ frequency: 125, amplitude: 8000 }], { milliseconds: 200, rate });
}

/** A concealment that knows the voice up to there. */
function after(voice: Int16Array, rate: number, milliseconds = 100): LossConcealment {
  const concealment = new LossConcealment(rate);
  for (let at = 0; at < milliseconds; at += 20) concealment.keep(part(voice, rate, at));
  return concealment;
}

const part = (voice: Int16Array, rate: number, at: number, length = 20): Int16Array =>
  voice.slice((at * rate) / 1000, ((at + length) * rate) / 1000);

const loudness = (samples: Int16Array): number => Math.max(...samples.map(Math.abs));

describe('made-up audio', () => {
  it.each(rates)('goes on with the period of the voice at %d Hz', (rate) => {
    const voice = voiceOf(rate);
    const made = new Int16Array(rate / 50);

    expect(after(voice, rate).fill(made)).toBe(true);

    const real = part(voice, rate, 100);
    const fade = (at: number): number => 1 - at / ((rate * 60) / 1000);
    const worst = Math.max(...made.map((sample, at) => Math.abs(sample - fade(at) * (real[at] ?? 0))));
    expect(worst).toBeLessThan(800);
  });

  it.each(rates)('fades, and is silence after 60 ms, at %d Hz', (rate) => {
    const concealment = after(voiceOf(rate), rate);
    const frames = [0, 1, 2, 3, 4].map(() => {
      const frame = new Int16Array(rate / 50).fill(5);
      return { isHeard: concealment.fill(frame), loudness: loudness(frame) };
    });

    expect(frames.map(({ isHeard }) => isHeard)).toEqual([true, true, true, false, false]);
    expect(frames[1]?.loudness).toBeLessThan(frames[0]?.loudness ?? 0);
    expect(frames[2]?.loudness).toBeLessThan(frames[1]?.loudness ?? 0);
    expect(frames[3]?.loudness).toBe(0);
  });

  it('is silence before anything was heard, and after it was forgotten', () => {
    const frame = new Int16Array(160).fill(5);
    expect(new LossConcealment(8000).fill(frame)).toBe(false);
    expect(loudness(frame)).toBe(0);

    const concealment = after(voiceOf(8000), 8000);
    concealment.forget();
    expect(concealment.fill(frame)).toBe(false);
  });

  it('can be a part of a frame', () => {
    const frame = new Int16Array(160).fill(5);

    after(voiceOf(8000), 8000).fill(frame, 40, 80);

    expect(frame.subarray(0, 40)).toEqual(new Int16Array(40).fill(5));
    expect(frame.subarray(80)).toEqual(new Int16Array(80).fill(5));
    expect(loudness(frame.subarray(40, 80))).toBeGreaterThan(1000);
  });

  it('gives way to what comes then without a click', () => {
    const voice = voiceOf(8000);
    const concealment = after(voice, 8000);
    const made = new Int16Array(160);
    concealment.fill(made);

    // The other way up, which is the worst that can follow.
    const next = part(voice, 8000, 120).map((sample) => -sample);
    const healed = next.slice();
    concealment.keep(healed);

    expect(Math.abs((healed[0] ?? 0) - (made[159] ?? 0))).toBeLessThan(1500);
    expect(healed.subarray(32)).toEqual(next.subarray(32));
  });

  it('leaves audio alone where nothing was lost', () => {
    const voice = voiceOf(8000);
    const kept = voice.slice();

    new LossConcealment(8000).keep(kept);

    expect(kept).toEqual(voice);
  });

  it('is never louder than what came before', () => {
    const hiss = noise(1600, { deviation: 9000, seed: 4 });
    const made = new Int16Array(480);

    after(hiss, 8000, 200).fill(made);

    expect(loudness(made)).toBeLessThanOrEqual(loudness(hiss));
  });
});
