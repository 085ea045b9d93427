import { CodecRoundTrip } from '../codecs/codec-round-trip';
import { frameSize } from '../samples/media-frames';
import type { PlaySource } from './play-source';
import type { AudioForm } from '../protocol';
import { Resampler } from '../samples/resample';

/** A source that is encoded and decoded in its own format before it is heard, like that of an announcer. */
export class CodecSource implements PlaySource {
  readonly #source: PlaySource;
  readonly #passage: CodecRoundTrip;
  readonly #frame: Int16Array;
  #resampler: Resampler;

  constructor(form: AudioForm, rate: number, open: (rate: number) => PlaySource) {
    this.#source = open(form.rate);
    this.#passage = new CodecRoundTrip(form);
    this.#frame = new Int16Array(frameSize(form.rate));
    this.#resampler = new Resampler(form.rate, rate);
  }

  get position(): number {
    return this.#source.position;
  }

  fill(frame: Int16Array): boolean {
    if (!this.#source.fill(this.#frame)) return false;
    frame.set(this.#resampler.process(this.#passage.pass(this.#frame)));
    return true;
  }

  seek(by: number): void {
    this.#source.seek(by);
  }

  restart(): void {
    this.#source.restart();
  }

  retune(rate: number): void {
    this.#resampler = new Resampler(this.#passage.rate, rate);
  }

  close(): void {
    this.#source.close();
    this.#passage.close();
  }
}
