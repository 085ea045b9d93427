import { SeededRandom } from '../../support/seeded-random';

/** Audio to put before detectors: whole signals as one array, cut into frames where they are fed. */
export interface Tone {
  readonly frequency: number;
  readonly amplitude: number;
}

export function samplesIn(milliseconds: number, rate: number): number {
  return Math.round((milliseconds * rate) / 1000);
}

export function tones(of: readonly Tone[], { milliseconds, rate }: { milliseconds: number; rate: number }): Int16Array {
  const sum = new Float64Array(samplesIn(milliseconds, rate));
  for (const { frequency, amplitude } of of)
    for (let at = 0; at < sum.length; at += 1)
      sum[at] = (sum[at] ?? 0) + amplitude * Math.sin((2 * Math.PI * frequency * at) / rate + frequency);
  return Int16Array.from(sum);
}

export function silence(milliseconds: number, rate: number): Int16Array {
  return new Int16Array(samplesIn(milliseconds, rate));
}

/** Noise with a bell curve of the given standard deviation. */
export function noise(samples: number, { deviation, seed }: { deviation: number; seed: number }): Int16Array {
  const random = new SeededRandom(seed);
  const made = new Int16Array(samples);
  for (let at = 0; at < samples; at += 1) {
    // Box and Muller's way from two even numbers to one of a bell curve.
    const [radius, angle] = [(random.below(1_000_000) + 1) / 1_000_000, random.below(1_000_000) / 1_000_000];
    made[at] = clip(deviation * Math.sqrt(-2 * Math.log(radius)) * Math.cos(2 * Math.PI * angle));
  }
  return made;
}

/**
 * Something that moves like a voice: syllables with a pitch that glides, harmonics weighted by three resonances, pauses
 * between them, and breath.
 */
export function voice(milliseconds: number, { rate, seed }: { rate: number; seed: number }): Int16Array {
  const random = new SeededRandom(seed);
  const between = (low: number, high: number) => low + (high - low) * (random.below(10_000) / 10_000);
  const made = noise(samplesIn(milliseconds, rate), { deviation: 60, seed: seed + 1 });
  for (let at = 0; at < made.length;) {
    const syllable = {
      pitch: between(85, 280),
      glide: between(-0.4, 0.4),
      formants: [between(250, 850), between(850, 2300), between(2200, 3300)],
      loudness: random.below(5) === 0 ? 0 : between(1500, 9000),
    };
    const end = Math.min(made.length, at + samplesIn(between(80, 350), rate));
    speak(made.subarray(at, end), syllable, rate);
    at = end;
  }
  return made;
}

interface Syllable {
  readonly pitch: number;
  readonly glide: number;
  readonly formants: readonly number[];
  readonly loudness: number;
}

function speak(into: Int16Array, { pitch, glide, formants, loudness }: Syllable, rate: number): void {
  const count = Math.floor(3800 / (pitch * 1.4));
  const weights = Array.from({ length: count }, (_, index) => {
    const distance = (formant: number) => ((index + 1) * pitch - formant) / 90;
    return formants.reduce((sum, formant) => sum + 1 / (1 + distance(formant) ** 2), 0.02) / Math.sqrt(index + 1);
  });
  let phase = 0;
  for (let at = 0; at < into.length; at += 1) {
    const progress = at / into.length;
    phase += (2 * Math.PI * pitch * (1 + glide * progress)) / rate;
    let sum = 0;
    for (let index = 0; index < count; index += 1) sum += (weights[index] ?? 0) * Math.sin((index + 1) * phase);
    into[at] = clip((into[at] ?? 0) + Math.sin(Math.PI * progress) * loudness * sum);
  }
}

export function joined(...parts: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function mixed(one: Int16Array, other: Int16Array): Int16Array {
  return one.map((value, at) => clip(value + (other[at] ?? 0)));
}

/** Feeds a signal frame by frame; what was told, and at the end of which frame. */
export function feed<Event>(
  detector: { process(frame: Int16Array): Event | undefined },
  signal: Int16Array,
  rate: number,
): { readonly event: Event; readonly frame: number }[] {
  const size = samplesIn(20, rate);
  const told: { event: Event; frame: number }[] = [];
  for (let at = 0; at + size <= signal.length; at += size) {
    const event = detector.process(signal.subarray(at, at + size));
    if (event !== undefined) told.push({ event, frame: at / size });
  }
  return told;
}

function clip(value: number): number {
  return Math.max(-32_768, Math.min(32_767, Math.round(value)));
}
