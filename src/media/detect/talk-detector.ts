import { meanLevel } from '../samples/levels';

export type TalkEvent =
  | { readonly type: 'talk-started' }
  /** Milliseconds of talking, without the trailing silence. */
  | { readonly type: 'talk-ended'; readonly duration: number };

export interface TalkOptions {
  readonly rate: number;
  /** Level from 1 to 32768 from which a frame counts as talking. */
  readonly threshold: number;
  /** Milliseconds of silence that end talking. */
  readonly silence: number;
}

const started: TalkEvent = { type: 'talk-started' };

/** Reports when talking starts and when it has stopped. */
export class TalkDetector {
  readonly #options: TalkOptions;
  #isTalking = false;
  /** Samples since talking began, and those of the silence at their end. */
  #since = 0;
  #silent = 0;

  constructor(options: TalkOptions) {
    this.#options = options;
  }

  process(frame: Int16Array): TalkEvent | undefined {
    const isLoud = meanLevel(frame) >= this.#options.threshold;
    if (!this.#isTalking) return isLoud ? this.#start(frame.length) : undefined;
    this.#since += frame.length;
    this.#silent = isLoud ? 0 : this.#silent + frame.length;
    return isLoud || this.#milliseconds(this.#silent) < this.#options.silence ? undefined : this.#end();
  }

  /** Ends the current talking; for a detector that is removed. */
  finish(): TalkEvent | undefined {
    return this.#isTalking ? this.#end() : undefined;
  }

  #start(samples: number): TalkEvent {
    this.#isTalking = true;
    this.#since = samples;
    this.#silent = 0;
    return started;
  }

  #end(): TalkEvent {
    this.#isTalking = false;
    return { type: 'talk-ended', duration: Math.round(this.#milliseconds(this.#since - this.#silent)) };
  }

  #milliseconds(samples: number): number {
    return (samples * 1000) / this.#options.rate;
  }
}
