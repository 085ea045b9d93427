import type { ToneStep } from './protocol';

// By its own name: where modules run in a context of their own, as in tests, `Math` is looked up at every call.
const { round } = Math;

/** Loudest value of a single tone: 15 dB below the most that a sample can say. */
export const toneAmplitude = 32_767 * 10 ** (-15 / 20);

/** How deep a modulating tone goes. */
const modulationDepth = 0.9;

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
  readonly #first: Oscillator;
  readonly #second: Oscillator;

  constructor(steps: readonly ToneStep[], rate: number) {
    this.#steps = steps;
    this.#rate = rate;
    this.#first = new Oscillator(rate);
    this.#second = new Oscillator(rate);
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
    this.#first.tune(step.frequencies[0]);
    this.#second.tune(step.frequencies[1]);
    return step.duration === undefined ? Infinity : Math.max(1, Math.round((step.duration * this.#rate) / 1000));
  }

  #write(frame: Int16Array, from: number, until: number): void {
    const isModulated = this.#steps[this.#index]?.isModulated === true && this.#second.isHeard;
    for (let at = from; at < until; at += 1) {
      const one = this.#first.next();
      const other = this.#second.next();
      // A modulated tone peaks where a plain one does.
      const value = isModulated ? (one * (1 + modulationDepth * other)) / (1 + modulationDepth) : one + other;
      frame[at] = round(toneAmplitude * value);
    }
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
