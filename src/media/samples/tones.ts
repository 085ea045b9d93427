import type { ToneStep } from '../protocol';

// By its own name: where modules run in a context of their own, as in tests, `Math` is looked up at every call.
const { round } = Math;

/** Loudest value of a single tone: 15 dB below the most that a sample can say. */
export const toneAmplitude = 32_767 * 10 ** (-15 / 20);

/** How deep a modulating tone goes. */
const modulationDepth = 0.9;

/** More voices than this at full level would exceed the largest sample, so that each of them is quieter. */
const fullLevelVoices = Math.floor(32_767 / toneAmplitude);

const tableSize = 4096;
/** One turn of a sine, and its first value once more, so that the last interval has two ends. */
const sine = Float64Array.from({ length: tableSize + 1 }, (_, index) => Math.sin((2 * Math.PI * index) / tableSize));

/**
 * Plays a tone pattern. The phase runs on from step to step and over frames, so that a tone that only changes its
 * pitch does not click.
 */
export class ToneGenerator {
  readonly #steps: readonly ToneStep[];
  readonly #rate: number;
  #index = 0;
  /** Samples of the current step still to come. */
  #left: number;
  #isFirstRound = true;
  #isOver: boolean;
  /** As many as the step with the most frequencies needs. */
  readonly #voices: readonly Oscillator[];
  #isModulated = false;
  #amplitude = toneAmplitude;

  constructor(steps: readonly ToneStep[], rate: number) {
    this.#steps = steps;
    this.#rate = rate;
    const voices = Math.max(0, ...steps.map(({ frequencies }) => frequencies.length));
    this.#voices = Array.from({ length: voices }, () => new Oscillator(rate));
    this.#isOver = steps.length === 0;
    this.#left = this.#begin();
  }

  /** Fills the frame; false when the pattern was over before, and then the frame is silent. */
  fill(frame: Int16Array): boolean {
    if (this.#isOver) {
      frame.fill(0);
      return false;
    }
    let at = 0;
    while (at < frame.length && !this.#isOver) {
      const until = Math.min(frame.length, at + this.#left);
      this.#write(frame, at, until);
      this.#left -= until - at;
      at = until;
      if (this.#left === 0) this.#advance();
    }
    frame.fill(0, at);
    return true;
  }

  /** Leaves out what is heard in this many milliseconds. */
  skip(milliseconds: number): void {
    let samples = Math.round((milliseconds * this.#rate) / 1000);
    while (samples > 0 && !this.#isOver) {
      const skipped = Math.min(samples, this.#left);
      samples -= skipped;
      this.#left -= skipped;
      if (this.#left > 0) return;
      const wasFirstRound = this.#isFirstRound;
      this.#advance();
      // From here on the pattern repeats, however long the way still is.
      if (wasFirstRound && !this.#isFirstRound) samples %= this.#roundLength();
    }
  }

  /** Samples of what is heard in every round. */
  #roundLength(): number {
    return this.#steps.reduce((sum, step) => sum + (step.once ? 0 : this.#lengthOf(step)), 0) || 1;
  }

  #advance(): void {
    do {
      this.#index += 1;
      if (this.#index === this.#steps.length) {
        this.#index = 0;
        this.#isFirstRound = false;
        this.#isOver = this.#steps.every(({ once }) => once);
      }
    } while (!this.#isOver && !this.#isFirstRound && this.#steps[this.#index]?.once === true);
    this.#left = this.#begin();
  }

  /** Sets the pitch of the current step and tells its samples: at least one, so that every round gets on. */
  #begin(): number {
    const step = this.#steps[this.#index];
    if (step === undefined || this.#isOver) return 0;
    for (const [index, voice] of this.#voices.entries()) voice.tune(step.frequencies[index] ?? 0);
    const heard = this.#voices.reduce((count, { isHeard }) => count + (isHeard ? 1 : 0), 0);
    this.#isModulated = step.isModulated && this.#voices[1]?.isHeard === true;
    this.#amplitude = toneAmplitude * Math.min(1, fullLevelVoices / heard);
    return this.#lengthOf(step);
  }

  #lengthOf({ duration }: ToneStep): number {
    return duration === undefined ? Infinity : Math.max(1, Math.round((duration * this.#rate) / 1000));
  }

  #write(frame: Int16Array, from: number, until: number): void {
    const amplitude = this.#amplitude;
    for (let at = from; at < until; at += 1) frame[at] = round(amplitude * this.#next());
  }

  #next(): number {
    const voices = this.#voices;
    let sum = voices[0]?.next() ?? 0;
    // A modulated tone peaks where a plain one does.
    if (this.#isModulated) return (sum * (1 + modulationDepth * (voices[1]?.next() ?? 0))) / (1 + modulationDepth);
    for (let index = 1; index < voices.length; index += 1) sum += voices[index]?.next() ?? 0;
    return sum;
  }
}

class Oscillator {
  readonly #rate: number;
  /** Turns since the tone began, and turns per sample. */
  #phase = 0;
  #increment = 0;

  constructor(rate: number) {
    this.#rate = rate;
  }

  get isHeard(): boolean {
    return this.#increment !== 0;
  }

  /** A pitch that the rate cannot carry would come out as another one, so it is left out. */
  tune(frequency: number): void {
    const isPossible = frequency > 0 && frequency < this.#rate / 2;
    this.#increment = isPossible ? frequency / this.#rate : 0;
    if (!isPossible) this.#phase = 0;
  }

  next(): number {
    const position = this.#phase * tableSize;
    const index = position | 0;
    const low = sine[index] ?? 0;
    const value = low + ((sine[index + 1] ?? 0) - low) * (position - index);
    this.#phase += this.#increment;
    if (this.#phase >= 1) this.#phase -= 1;
    return value;
  }
}
