import { FormatPassage } from './format-passage';
import type { AudioForm } from './protocol';
import { Resampler } from './resample';

/** The way of audio from what is recorded into the file, through the form of the recorder where it has one. */
export class RecordPath {
  readonly #fileRate: number;
  readonly #passage: FormatPassage | undefined;
  readonly #onward: Resampler | undefined;
  #inward: Resampler | undefined;

  constructor(fileRate: number, through: AudioForm | undefined) {
    this.#fileRate = fileRate;
    if (through === undefined) return;
    this.#passage = new FormatPassage(through);
    this.#onward = new Resampler(through.rate, fileRate);
  }

  /** What is recorded comes at this rate from now on. */
  retune(rate: number): void {
    this.#inward = new Resampler(rate, this.#passage?.rate ?? this.#fileRate);
  }

  /** A frame at the rate of the file; good until the next call. */
  process(frame: Int16Array): Int16Array {
    const own = this.#inward?.process(frame) ?? frame;
    if (this.#passage === undefined || this.#onward === undefined) return own;
    return this.#onward.process(this.#passage.pass(own));
  }

  /** Twice is harmless. */
  close(): void {
    this.#passage?.close();
  }
}
