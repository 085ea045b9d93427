import { fromDecibels } from '../samples/levels';

/** Of a mixer that has not begun: many bridges only pass packets on. */
const noTotal = new Int32Array(0);
const noSamples = new Int16Array(0);

/**
 * Mix-minus: the sum of all members is computed once, and each member gets it without its own audio. One
 * mixer serves one bridge: every tick is `begin`, `add` for each member, then `heardBy` for each and `all` for a
 * recorder. Returned frames are valid until the next `begin`; passed frames must stay unchanged until then too.
 */
export class Mixer {
  #size = 0;
  /** Wide enough for 65,536 members at full scale. */
  #total = noTotal;
  #all = noSamples;
  #isSummed = false;
  #members = 0;
  readonly #spoken: (Int16Array | undefined)[] = [];
  readonly #heard: Int16Array[] = [];

  /** Starts a tick of frames of this many samples. */
  begin(size: number): void {
    if (size !== this.#size) this.#resize(size);
    this.#total.fill(0);
    this.#isSummed = false;
    this.#members = 0;
  }

  /** A member and what it says, if anything; muted members only listen. Gives its number for `heardBy`. */
  add(frame: Int16Array | undefined, isMuted = false): number {
    const member = this.#members;
    this.#members += 1;
    this.#spoken[member] = isMuted ? undefined : frame;
    if (frame === undefined || isMuted) return member;
    const total = this.#total;
    const size = Math.min(frame.length, this.#size);
    for (let i = 0; i < size; i += 1) total[i] = (total[i] ?? 0) + (frame[i] ?? 0);
    return member;
  }

  /** The mix of all others. Silent members share one frame, so that it is encoded only once. */
  heardBy(member: number): Int16Array {
    const own = member < this.#members ? this.#spoken[member] : undefined;
    if (own === undefined) return this.all();
    const heard = (this.#heard[member] ??= new Int16Array(this.#size));
    const total = this.#total;
    for (let i = 0; i < heard.length; i += 1) heard[i] = clipped((total[i] ?? 0) - (own[i] ?? 0));
    return heard;
  }

  all(): Int16Array {
    if (!this.#isSummed) {
      const all = this.#all;
      const total = this.#total;
      for (let i = 0; i < all.length; i += 1) all[i] = clipped(total[i] ?? 0);
      this.#isSummed = true;
    }
    return this.#all;
  }

  #resize(size: number): void {
    this.#size = size;
    this.#total = new Int32Array(size);
    this.#all = new Int16Array(size);
    this.#heard.length = 0;
  }
}

/** Makes a frame louder, or softer by negative decibels, in place or into another of the same size. */
export function amplify(frame: Int16Array, decibels: number, into: Int16Array = frame): Int16Array {
  const factor = fromDecibels(decibels);
  for (let i = 0; i < into.length; i += 1) into[i] = rounded((frame[i] ?? 0) * factor);
  return into;
}

function clipped(value: number): number {
  return value > 32767 ? 32767 : value < -32768 ? -32768 : value;
}

/** The fraction that is left is cut off when the sample is stored. */
function rounded(value: number): number {
  return clipped(value < 0 ? value - 0.5 : value + 0.5);
}
