import { SilenceTracker } from './detect/silence-tracker';
import type { AudioWriter } from './files/audio-writer';
import { frameLength, silentFrame } from './media-frames';
import { reasonOf } from './play';
import { Resampler } from './resample';

export interface RecordLimits {
  /** Milliseconds; undefined for no limit. */
  readonly maxDuration: number | undefined;
  readonly maxSilence: number | undefined;
}

export interface RecordEnd {
  readonly why: 'stopped' | 'cancelled' | 'silence' | 'duration' | 'target-gone' | 'failed';
  readonly duration: number;
  readonly talking?: number;
  readonly silence?: number;
  readonly failed?: string;
}

interface RecorderOptions extends RecordLimits {
  readonly writer: AudioWriter;
  readonly rate: number;
  readonly trimsSilence: boolean;
  readonly onStart: () => void;
  readonly onEnd: (end: RecordEnd) => void;
}

/** Mean level of a frame from which on it counts as talking: well above the noise of a line. */
const talkingLevel = 256;

/** Milliseconds of the silence at the end that are kept when the rest of it is left out. */
const keptSilence = 1000;

/** Writes what one target says into a file, from its beep to its only end. */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #meter: SilenceTracker | undefined;
  #resampler: Resampler | undefined;
  #state: 'waiting' | 'recording' | 'over' = 'waiting';
  #isPaused = false;
  #isMuted = false;
  #frames = 0;
  #onceOver: (() => void) | undefined;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#meter = trackerFor(options);
    this.retune(options.rate);
  }

  get isOver(): boolean {
    return this.#state === 'over';
  }

  /** The beep has been heard. */
  begin(): void {
    if (this.#state !== 'waiting') return;
    this.#state = 'recording';
    this.#options.onStart();
  }

  /** Is called at the end, whatever ends it. */
  onceOver(action: () => void): void {
    this.#onceOver = action;
  }

  retune(rate: number): void {
    const { writer } = this.#options;
    this.#resampler = rate === writer.rate ? undefined : new Resampler(rate, writer.rate);
  }

  pause(): void {
    this.#isPaused = true;
    this.#meter?.interrupt();
  }

  resume(): void {
    this.#isPaused = false;
  }

  mute(): void {
    this.#isMuted = true;
  }

  unmute(): void {
    this.#isMuted = false;
  }

  /** One frame of the target, at its rate. Looking for silence rests while the recording is paused or muted. */
  take(frame: Int16Array): void {
    if (this.#state !== 'recording' || this.#isPaused) return;
    const written = this.#write(this.#isMuted ? silentFrame(frame.length) : frame);
    if (written === undefined) return;
    this.#frames += 1;
    if (!this.#isMuted && this.#meter?.process(written) !== undefined) return this.#end('silence');
    const { maxDuration } = this.#options;
    if (maxDuration !== undefined && this.#duration >= maxDuration) this.#end('duration');
  }

  stop(): void {
    this.#end('stopped');
  }

  cancel(): void {
    this.#end('cancelled');
  }

  /** What was heard until now is kept. */
  loseTarget(): void {
    this.#end('target-gone');
  }

  get #duration(): number {
    return this.#frames * frameLength;
  }

  /** What was written, at the rate of the file. */
  #write(frame: Int16Array): Int16Array | undefined {
    try {
      const samples = this.#resampler === undefined ? frame : this.#resampler.process(frame);
      this.#options.writer.write(samples);
      return samples;
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  #end(why: RecordEnd['why']): void {
    if (this.#state === 'over') return;
    const { writer, trimsSilence, maxSilence = 0 } = this.#options;
    try {
      if (why === 'silence' && trimsSilence) writer.truncateBy(maxSilence - keptSilence);
      if (why === 'cancelled') writer.discard();
      else writer.finish();
    } catch (error) {
      return this.#fail(error);
    }
    this.#close({ why });
  }

  #fail(error: unknown): void {
    try {
      this.#options.writer.discard();
    } catch {
      // The first failure is the one to tell: a disk that cannot be written to cannot be cleaned up either.
    }
    this.#close({ why: 'failed', failed: reasonOf(error) });
  }

  #close(end: Pick<RecordEnd, 'why' | 'failed'>): void {
    this.#state = 'over';
    this.#onceOver?.();
    const talking = this.#meter?.talking;
    const heard = talking === undefined ? {} : { talking, silence: this.#duration - talking };
    // Whoever is told plays the whole recording, and not only what was added to it.
    const before = end.why === 'cancelled' || end.why === 'failed' ? 0 : this.#options.writer.continued;
    this.#options.onEnd({ ...end, duration: before + this.#duration, ...heard });
  }
}

/** Listens at the rate of the file: that of a bridge may change on the way. */
function trackerFor({ writer, maxSilence }: RecorderOptions): SilenceTracker | undefined {
  if (maxSilence === undefined) return undefined;
  return new SilenceTracker({ rate: writer.rate, threshold: talkingLevel, limit: maxSilence });
}
