import { Goertzel, meanSquare } from './goertzel';

/** A tone has lasted for the requested time, in milliseconds. */
export interface ToneEvent {
  readonly type: 'tone-detected';
  readonly duration: number;
}

export interface ToneOptions {
  readonly rate: number;
  /** Hertz, below half the rate. */
  readonly frequency: number;
  /** Milliseconds that it must last. */
  readonly duration: number;
}

/** Minimum amplitude: about 46 dB below full scale. */
const leastAmplitude = 160;
/** Minimum share of the power in the tone; the rest may be noise. */
const leastShare = 0.6;
/** A tone may drop out for this long, in milliseconds, and still be the same. */
const longestGap = 20;

/** Detects a tone of one frequency, once each time it lasts long enough. */
export class ToneDetector {
  readonly #options: ToneOptions;
  readonly #filter: Goertzel;
  #heard = 0;
  #missing = 0;
  #wasTold = false;

  constructor(options: ToneOptions) {
    this.#options = options;
    this.#filter = new Goertzel(options.frequency, options.rate);
  }

  process(frame: Int16Array): ToneEvent | undefined {
    if (!this.#isIn(frame)) {
      this.#miss(frame.length);
      return undefined;
    }
    // A gap that was too short to end the tone belongs to it.
    this.#heard += frame.length + this.#missing;
    this.#missing = 0;
    const duration = this.#milliseconds(this.#heard);
    if (this.#wasTold || duration < this.#options.duration) return undefined;
    this.#wasTold = true;
    return { type: 'tone-detected', duration: Math.round(duration) };
  }

  #isIn(frame: Int16Array): boolean {
    const power = this.#filter.power(frame);
    return power >= leastAmplitude ** 2 && power / 2 >= leastShare * meanSquare(frame);
  }

  #miss(samples: number): void {
    if (this.#heard === 0) return;
    this.#missing += samples;
    if (this.#milliseconds(this.#missing) <= longestGap) return;
    this.#heard = 0;
    this.#missing = 0;
    this.#wasTold = false;
  }

  #milliseconds(samples: number): number {
    return (samples * 1000) / this.#options.rate;
  }
}
