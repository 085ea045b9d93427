import { SilenceTracker } from '../detect/silence-tracker';
import type { AudioWriter } from '../files/audio-writer';
import { frameLength, silentFrame } from '../samples/media-frames';
import { reasonOf } from '../plays/play';
import type { AudioForm } from '../protocol';
import type { AudioPath } from './record-path';
import { RecordPath, StereoPath } from './record-path';

export interface RecordLimits {
  /** Milliseconds; undefined for no limit. */
  readonly maxDuration: number | undefined;
  readonly maxSilence: number | undefined;
  /** Mean level from which a frame counts as talking. */
  readonly talkingLevel?: number | undefined;
}

export interface RecordEnd {
  readonly why: 'stopped' | 'cancelled' | 'silence' | 'duration' | 'target-gone' | 'failed';
  readonly duration: number;
  readonly talking?: number;
  readonly silence?: number;
  readonly failed?: string;
}

type HowItEnded = Pick<RecordEnd, 'why' | 'failed'>;

interface RecorderOptions extends RecordLimits {
  readonly writer: AudioWriter;
  readonly rate: number;
  readonly viaCodec: AudioForm | undefined;
  readonly trimsSilence: boolean;
  readonly onStart: () => void;
  /** Called with every whole second, with the milliseconds that the recording has by then. */
  readonly onGrow: (duration: number) => void;
  readonly onEnd: (end: RecordEnd) => void;
}

/** Well above the noise of a line. */
const usualLevel = 256;

/** Milliseconds of the silence at the end that are kept when the rest of it is left out. */
const keptSilence = 1000;

/**
 * Records one target into a file, from its beep to its single end. It never waits for the disk and reports only
 * confirmed results: the start when the file exists, the end when it has its name.
 */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #meter: SilenceTracker | undefined;
  readonly #path: AudioPath;
  #state: 'waiting' | 'recording' | 'over' = 'waiting';
  /** The file exists, and the start has been reported. */
  #isOnDisk = false;
  #isPaused = false;
  #isMuted = false;
  #frames = 0;
  #onceOver: (() => void) | undefined;
  #stored: Promise<void> = Promise.resolve();

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#meter = trackerFor(options);
    this.#path = pathFor(options);
    this.retune(options.rate);
    options.writer.ready.catch((error: unknown) => this.#fail(error));
  }

  /** Takes no more audio; the disk may still be busy. */
  get isOver(): boolean {
    return this.#state === 'over';
  }

  /** Resolves when all disk operations so far have completed and been reported. */
  async settled(): Promise<void> {
    await this.#options.writer.ready.catch(() => undefined);
    await this.#stored;
  }

  /** The beep has been heard. */
  begin(): void {
    if (this.#state !== 'waiting') return;
    this.#state = 'recording';
    const { writer, onStart } = this.#options;
    const started = (): void => {
      this.#isOnDisk = true;
      onStart();
    };
    writer.ready.then(started, () => undefined);
  }

  /** Is called at the end, whatever ends it. */
  onceOver(action: () => void): void {
    this.#onceOver = action;
  }

  retune(rate: number): void {
    this.#path.retune(rate);
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

  /** One frame of the target, at its rate. Silence detection is suspended while the recording is paused or muted. */
  take(frame: Int16Array): void {
    if (this.#state !== 'recording' || this.#isPaused) return;
    const written = this.#write(this.#isMuted ? silentFrame(frame.length) : frame);
    if (written === undefined) return;
    this.#frames += 1;
    if (this.#isOnDisk && this.#duration % 1000 === 0)
      this.#options.onGrow(this.#options.writer.continued + this.#duration);
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
      const samples = this.#path.process(frame);
      this.#options.writer.write(samples);
      return samples;
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  #end(why: RecordEnd['why']): void {
    const { writer, trimsSilence, maxSilence = 0 } = this.#options;
    this.#close(async () => {
      if (why === 'silence' && trimsSilence) writer.truncateBy(maxSilence - keptSilence);
      await (why === 'cancelled' ? writer.discard() : writer.finish());
      return { why };
    });
  }

  #fail(error: unknown): void {
    this.#close(async () => {
      // Report the first failure: a disk that cannot be written to cannot be cleaned up either.
      await this.#options.writer.discard().catch(() => undefined);
      return failure(error);
    });
  }

  #close(store: () => Promise<HowItEnded>): void {
    if (this.#state === 'over') return;
    this.#state = 'over';
    this.#path.close();
    this.#onceOver?.();
    this.#stored = store()
      .catch(failure)
      .then((end) => this.#tell(end));
  }

  #tell(end: HowItEnded): void {
    const talking = this.#meter?.talking;
    const heard = talking === undefined ? {} : { talking, silence: this.#duration - talking };
    // The reported length is that of the whole recording, not only of the appended part.
    const before = end.why === 'cancelled' || end.why === 'failed' ? 0 : this.#options.writer.continued;
    this.#options.onEnd({ ...end, duration: before + this.#duration, ...heard });
  }
}

function failure(error: unknown): HowItEnded {
  return { why: 'failed', failed: reasonOf(error) };
}

function pathFor({ writer, viaCodec }: RecorderOptions): AudioPath {
  return writer.channels === 2 ? new StereoPath(writer.rate) : new RecordPath(writer.rate, viaCodec);
}

/** Detects at the rate of the file: that of a bridge may change meanwhile. */
function trackerFor({ writer, maxSilence, talkingLevel = usualLevel }: RecorderOptions): SilenceTracker | undefined {
  if (maxSilence === undefined) return undefined;
  return new SilenceTracker({ rate: writer.rate, threshold: talkingLevel, limit: maxSilence });
}
