import { frameLength } from '../../samples/media-frames';

/** Milliseconds until nothing is left of the sound before a loss. */
const longestFade = 60;
/** Milliseconds of the shortest and the longest period of a voice. */
const shortestPeriod = 5;
const longestPeriod = 15;
/** Milliseconds that are compared to find the period. */
const compared = 20;
/** Milliseconds in which what was made up gives way to what came. */
const healing = 4;
/** Comparing every sample at higher rates would cost much and find the same. */
const comparedRate = 8000;

/**
 * Conceals lost audio: the last pitch period is repeated, fading out to silence. All audio of the stream must pass
 * through here, in pieces of any length.
 */
export class LossConcealment {
  readonly #past: Int16Array;
  readonly #fade: number;
  readonly #heal: number;
  readonly #shortest: number;
  readonly #longest: number;
  readonly #window: number;
  readonly #stride: number;
  /** How much of the past is known. */
  #known = 0;
  #period = 0;
  /** How many samples were made up in a row. */
  #made = 0;

  constructor(rate: number) {
    const samplesIn = (milliseconds: number): number => Math.floor((rate * milliseconds) / 1000);
    this.#past = new Int16Array(samplesIn(Math.max(longestPeriod + compared, 2 * frameLength)));
    this.#fade = samplesIn(longestFade);
    this.#heal = samplesIn(healing);
    this.#shortest = samplesIn(shortestPeriod);
    this.#longest = samplesIn(longestPeriod);
    this.#window = samplesIn(compared);
    this.#stride = Math.max(1, Math.floor(rate / comparedRate));
  }

  /** Takes what came. Behind a loss its first samples are changed, so that there is no click. */
  keep(samples: Int16Array): void {
    if (this.#made > 0 && !this.#isSilent()) this.#blendInto(samples);
    this.#made = 0;
    this.#remember(samples);
  }

  /** Makes up these of the samples; false when that is silence. */
  fill(samples: Int16Array, from = 0, to = samples.length): boolean {
    if (this.#isSilent()) {
      samples.fill(0, from, to);
      return false;
    }
    if (this.#made === 0) this.#period = this.#findPeriod();
    for (let i = from; i < to; i += 1) samples[i] = this.#next();
    return true;
  }

  /** What follows has nothing to do with what came before. */
  forget(): void {
    this.#known = 0;
    this.#made = 0;
  }

  /** Too little is known yet, or all has faded. */
  #isSilent(): boolean {
    return this.#known < this.#past.length || this.#made >= this.#fade;
  }

  #next(): number {
    const gain = this.#made < this.#fade ? 1 - this.#made / this.#fade : 0;
    const at = this.#past.length - this.#period + (this.#made % this.#period);
    this.#made += 1;
    return Math.round(gain * (this.#past[at] ?? 0));
  }

  #blendInto(samples: Int16Array): void {
    const length = Math.min(this.#heal, samples.length);
    for (let i = 0; i < length; i += 1) {
      const share = (i + 1) / (length + 1);
      samples[i] = Math.round(share * (samples[i] ?? 0) + (1 - share) * this.#next());
    }
  }

  #remember(samples: Int16Array): void {
    const [past, length] = [this.#past, samples.length];
    if (length >= past.length) {
      const from = length - past.length;
      for (let i = 0; i < past.length; i += 1) past[i] = samples[from + i] ?? 0;
    } else {
      past.copyWithin(0, length);
      past.set(samples, past.length - length);
    }
    this.#known = Math.min(past.length, this.#known + length);
  }

  /** The shift by which the past is most like itself. */
  #findPeriod(): number {
    let best = this.#longest;
    let most = 0;
    for (let shift = this.#shortest; shift <= this.#longest; shift += this.#stride) {
      const likeness = this.#likeness(shift);
      if (likeness > most) {
        most = likeness;
        best = shift;
      }
    }
    return best;
  }

  #likeness(shift: number): number {
    const past = this.#past;
    let product = 0;
    let power = 1;
    for (let i = past.length - this.#window; i < past.length; i += this.#stride) {
      const before = past[i - shift] ?? 0;
      product += (past[i] ?? 0) * before;
      power += before * before;
    }
    return product / Math.sqrt(power);
  }
}
