import { CodecRoundTrip } from '../codecs/codec-round-trip';
import type { AudioForm } from '../protocol';
import { Resampler } from '../samples/resample';

/** Converts audio at least to the rate of the file. */
export interface AudioPath {
  /** The rate of the input from now on. */
  readonly retune: (rate: number) => void;
  /** A frame at the rate of the file; valid until the next call. */
  readonly process: (frame: Int16Array) => Int16Array;
  /** Idempotent. */
  readonly close: () => void;
}

/** Converts the recorded audio for the file, through the format of the recorder if it has one. */
export class RecordPath implements AudioPath {
  readonly #fileRate: number;
  readonly #passage: CodecRoundTrip | undefined;
  readonly #onward: Resampler | undefined;
  #inward: Resampler | undefined;

  constructor(fileRate: number, viaCodec: AudioForm | undefined) {
    this.#fileRate = fileRate;
    if (viaCodec === undefined) return;
    this.#passage = new CodecRoundTrip(viaCodec);
    this.#onward = new Resampler(viaCodec.rate, fileRate);
  }

  retune(rate: number): void {
    this.#inward = new Resampler(rate, this.#passage?.rate ?? this.#fileRate);
  }

  process(frame: Int16Array): Int16Array {
    const own = this.#inward?.process(frame) ?? frame;
    if (this.#passage === undefined || this.#onward === undefined) return own;
    return this.#onward.process(this.#passage.pass(own));
  }

  close(): void {
    this.#passage?.close();
  }
}

/** The same for frames with two interleaved channels. */
export class StereoPath implements AudioPath {
  readonly #fileRate: number;
  #resamplers: readonly [Resampler, Resampler] | undefined;
  #single = new Int16Array(0);
  #joined = new Int16Array(0);

  constructor(fileRate: number) {
    this.#fileRate = fileRate;
  }

  retune(rate: number): void {
    const made = (): Resampler => new Resampler(rate, this.#fileRate);
    this.#resamplers = rate === this.#fileRate ? undefined : [made(), made()];
  }

  process(frame: Int16Array): Int16Array {
    if (this.#resamplers === undefined) return frame;
    if (this.#single.length !== frame.length / 2) this.#single = new Int16Array(frame.length / 2);
    for (const [channel, resampler] of this.#resamplers.entries()) {
      const single = this.#single;
      for (let at = 0; at < single.length; at += 1) single[at] = frame[2 * at + channel] ?? 0;
      this.#join(resampler.process(single), channel);
    }
    return this.#joined;
  }

  close(): void {
    this.#resamplers = undefined;
  }

  #join(samples: Int16Array, channel: number): void {
    if (this.#joined.length !== 2 * samples.length) this.#joined = new Int16Array(2 * samples.length);
    for (let at = 0; at < samples.length; at += 1) this.#joined[2 * at + channel] = samples[at] ?? 0;
  }
}
