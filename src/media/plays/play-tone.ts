import { frameLength } from '../samples/media-frames';
import type { PlaySource } from './play-source';
import type { ToneStep } from '../protocol';
import { ToneGenerator } from '../samples/tones';

/** A tone pattern as something to play. It may begin in its middle; restarting begins at the start of the pattern. */
export class ToneSource implements PlaySource {
  readonly #steps: readonly ToneStep[];
  #rate: number;
  #tone: ToneGenerator;
  #frames = 0;

  constructor(steps: readonly ToneStep[], rate: number) {
    this.#steps = steps;
    this.#rate = rate;
    this.#tone = new ToneGenerator(steps, rate);
  }

  get position(): number {
    return this.#frames * frameLength;
  }

  fill(frame: Int16Array): boolean {
    if (!this.#tone.fill(frame)) return false;
    this.#frames += 1;
    return true;
  }

  /** A repeating pattern cannot seek back. */
  seek(by: number): void {
    if (by <= 0) return;
    this.#tone.skip(by);
    this.#frames += Math.round(by / frameLength);
  }

  restart(): void {
    this.#tone = new ToneGenerator(this.#steps, this.#rate);
    this.#frames = 0;
  }

  /** The pattern restarts: that is not noticeable when a bridge changes its rate. */
  retune(rate: number): void {
    this.#rate = rate;
    this.#tone = new ToneGenerator(this.#steps, rate);
  }

  close(): void {}
}
