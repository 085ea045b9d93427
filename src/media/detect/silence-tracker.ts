import { meanLevel } from '../samples/levels';

/** The requested duration of silence was reached, in milliseconds. */
export interface SilenceEvent {
  readonly type: 'silence';
  readonly duration: number;
}

export interface SilenceOptions {
  readonly rate: number;
  /** Level from 1 to 32768 below which a frame is silent. */
  readonly threshold: number;
  /** Milliseconds of continuous silence to report; undefined only counts. */
  readonly limit: number | undefined;
}

/** Measures how much of the audio is talking and how much is silence. */
export class SilenceTracker {
  readonly #options: SilenceOptions;
  #talking = 0;
  #silence = 0;
  #inARow = 0;
  #wasTold = false;

  constructor(options: SilenceOptions) {
    this.#options = options;
  }

  /** Reports a silence once, at the frame that completes it. */
  process(frame: Int16Array): SilenceEvent | undefined {
    if (meanLevel(frame) >= this.#options.threshold) {
      this.#talking += frame.length;
      this.#inARow = 0;
      this.#wasTold = false;
      return undefined;
    }
    this.#silence += frame.length;
    this.#inARow += frame.length;
    const { limit } = this.#options;
    if (this.#wasTold || limit === undefined || this.inARow < limit) return undefined;
    this.#wasTold = true;
    return { type: 'silence', duration: this.inARow };
  }

  /** Milliseconds in all. */
  get talking(): number {
    return this.#milliseconds(this.#talking);
  }

  get silence(): number {
    return this.#milliseconds(this.#silence);
  }

  /** Milliseconds of the current silence. */
  get inARow(): number {
    return this.#milliseconds(this.#inARow);
  }

  /** What was silent until now no longer counts towards the limit; for audio that was interrupted. */
  interrupt(): void {
    this.#inARow = 0;
    this.#wasTold = false;
  }

  #milliseconds(samples: number): number {
    return (samples * 1000) / this.#options.rate;
  }
}
