import { frameLength } from '../samples/media-frames';
import type { PlaySource } from '../plays/play-source';
import { Resampler } from '../samples/resample';
import type { ProgramStream } from './program-stream';

/** Plays the output of a program. It cannot seek, and listeners do not start at the beginning. */
export class ProgramSource implements PlaySource {
  #resampler: Resampler | undefined;
  #last: number;
  #frames = 0;
  #isClosed = false;

  constructor(
    private readonly stream: ProgramStream,
    rate: number,
    private readonly leave: () => void,
  ) {
    this.#last = stream.number;
    this.retune(rate);
  }

  get position(): number {
    return this.#frames * frameLength;
  }

  fill(frame: Int16Array): boolean {
    const heard = this.stream.frameAfter(this.#last);
    this.#last = this.stream.number;
    this.#frames += 1;
    frame.set(this.#resampler === undefined ? heard : this.#resampler.process(heard));
    return true;
  }

  seek(): void {}

  restart(): void {}

  retune(rate: number): void {
    this.#resampler = rate === this.stream.rate ? undefined : new Resampler(this.stream.rate, rate);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.leave();
  }
}
