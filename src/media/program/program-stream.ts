import type { AudioCodec } from '../codecs/audio-codec';
import { makeCodec } from '../codecs/make-codec';
import { frameSize } from '../samples/media-frames';
import type { ProgramAudio } from '../protocol';
import { SampleQueue } from '../samples/sample-queue';
import { RunningProgram } from './running-program';

/** Milliseconds of buffered audio at which reading stops, and below which it resumes. */
const maxWaiting = 500;
const fewWaiting = 250;

/** A pipe may deliver this many bytes in one read, on top of the buffered audio. */
const pipeBytes = 65_536;

/** Milliseconds until a restart: longer each time, unless it has run for a while. */
const shortestPause = 1000;
const longestPause = 30_000;
const stableAfter = 10_000;

export interface ProgramStreamDeps {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  readonly onEnded: (reason: string) => void;
}

/** The audio of one program, frame by frame, for all its listeners. */
export class ProgramStream {
  readonly rate: number;
  readonly #codec: AudioCodec;
  readonly #queue: SampleQueue;
  readonly #frame: Int16Array;
  readonly #bytesPerSample: number;
  #number = 0;
  #run: RunningProgram | undefined;
  /** Half a sample that waits for its other half. */
  #rest: Uint8Array = new Uint8Array(0);
  #isPaused = false;
  #startedAt = 0;
  #pause = shortestPause;
  #restart: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(
    private readonly program: ProgramAudio,
    private readonly deps: ProgramStreamDeps,
  ) {
    const codec = makeCodec(program.format);
    if (codec === undefined) throw new Error(`there is no codec for the format ${program.format}`);
    this.#codec = codec;
    this.rate = codec.rate;
    this.#bytesPerSample = codec.bytesPerSecond === 2 * codec.rate ? 2 : 1;
    this.#queue = new SampleQueue(this.#samples(maxWaiting) + 2 * pipeBytes);
    this.#frame = new Int16Array(frameSize(codec.rate));
    this.#start();
  }

  /** The number of the current frame; a new listener starts after it. */
  get number(): number {
    return this.#number;
  }

  /** The frame after this number, or the current one for a listener that has fallen behind. Valid for one tick. */
  frameAfter(number: number): Int16Array {
    if (number >= this.#number) this.#advance();
    return this.#frame;
  }

  /** Resolves when the program has exited. Idempotent. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#restart);
    await this.#run?.end();
    this.#codec.close?.();
  }

  #advance(): void {
    this.#number += 1;
    const filled = this.#queue.shift(this.#frame);
    this.#frame.fill(0, filled);
    if (!this.#isPaused || this.#queue.length > this.#samples(fewWaiting)) return;
    this.#isPaused = false;
    this.#run?.resume();
  }

  #start(): void {
    this.#startedAt = this.deps.now();
    this.#isPaused = false;
    this.#rest = new Uint8Array(0);
    this.#run = new RunningProgram(this.program, {
      onBytes: (bytes) => this.#take(bytes),
      onEnd: (reason) => this.#ended(reason),
    });
  }

  #take(bytes: Uint8Array): void {
    if (this.#isClosed) return;
    const whole = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const usable = whole.length - (whole.length % this.#bytesPerSample);
    this.#rest = whole.subarray(usable);
    this.#queue.push(this.#codec.decode(whole.subarray(0, usable)));
    if (this.#isPaused || this.#queue.length < this.#samples(maxWaiting)) return;
    this.#isPaused = true;
    this.#run?.pause();
  }

  #ended(reason: string): void {
    this.#run = undefined;
    if (this.#isClosed) return;
    const lasted = this.deps.now() - this.#startedAt;
    // A program that keeps exiting is reported once, not every time.
    if (lasted >= stableAfter) this.#pause = shortestPause;
    if (this.#pause === shortestPause) this.deps.onEnded(reason);
    this.#restart = setTimeout(() => this.#start(), this.#pause).unref();
    this.#pause = Math.min(longestPause, 2 * this.#pause);
  }

  #samples(milliseconds: number): number {
    return Math.round((milliseconds * this.rate) / 1000);
  }
}
