import { Goertzel, meanSquare } from './goertzel';

/** Tones may be off by 1.5 percent (ITU-T Q.24); a little more for noise. */
const maxDrift = 0.021;
/**
 * By how much a tone may be stronger in one half than in the other: each half also contains a little of the other tone.
 */
const maxChange = 10 ** (5 / 10);
/** Part of all power that must be in the two tones: 10 dB above noise. */
const leastShare = 0.9;
/** Part of all power that any third tone may have. Noise has its power everywhere, a voice in a few overtones. */
const maxBeside = 0.01;
/** Hertz up to which a third tone is looked for. */
const highestBeside = 2600;
/** This many steps of the spectrum around a tone belong to it. */
const toneWidth = 2.5;

/**
 * A strict check of two consecutive blocks that look like a digit. Twice the time gives twice the frequency resolution,
 * and a voice has changed meanwhile: the two tones must have their frequencies, without a third one. It is expensive,
 * but runs only when a digit is likely.
 */
export class TonePairProof {
  readonly #size: number;
  readonly #rate: number;
  readonly #window: Float64Array;
  readonly #windowed: Float64Array;

  constructor(size: number, rate: number) {
    this.#size = size;
    this.#rate = rate;
    // Hann window: hardly any leakage from one tone to the other.
    this.#window = Float64Array.from({ length: size }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / size));
    this.#windowed = new Float64Array(size);
  }

  /** Samples are as many as said. */
  holds(samples: Float64Array, low: number, high: number): boolean {
    const [one, other] = [this.#found(samples, low), this.#found(samples, high)];
    if (one === undefined || other === undefined) return false;
    const windowed = this.#windowed;
    for (let at = 0; at < windowed.length; at += 1) windowed[at] = (samples[at] ?? 0) * (this.#window[at] ?? 0);
    const all = meanSquare(windowed);
    return this.#partAt(one) + this.#partAt(other) >= leastShare * all && !this.#hasThird(one, other, maxBeside * all);
  }

  /** Whether there is a third tone of this power. */
  #hasThird(one: number, other: number, power: number): boolean {
    const step = this.#rate / this.#size;
    for (let frequency = 2 * step; frequency < highestBeside; frequency += step) {
      const isBeside = Math.min(Math.abs(frequency - one), Math.abs(frequency - other)) >= toneWidth * step;
      if (isBeside && this.#partAt(frequency) > power) return true;
    }
    return false;
  }

  /**
   * The contribution of a tone at this frequency to the mean square. The window leaves half of an amplitude, three
   * eighths of a power.
   */
  #partAt(frequency: number): number {
    return 0.75 * new Goertzel(frequency, this.#rate).power(this.#windowed);
  }

  /** The exact frequency of the tone, from its phase change between the halves; undefined for no such tone. */
  #found(samples: Float64Array, frequency: number): number | undefined {
    const half = this.#size / 2;
    const [first, second] = [samples.subarray(0, half), samples.subarray(half)];
    const goertzel = new Goertzel(frequency, this.#rate);
    const [before, after] = [goertzel.power(first), goertzel.power(second)];
    if (before > after * maxChange || after > before * maxChange) return undefined;
    const turns = (goertzel.phase(second) - goertzel.phase(first)) / (2 * Math.PI) - (frequency * half) / this.#rate;
    const drift = ((turns - Math.round(turns)) * this.#rate) / half;
    return Math.abs(drift) > frequency * maxDrift ? undefined : frequency + drift;
  }
}
