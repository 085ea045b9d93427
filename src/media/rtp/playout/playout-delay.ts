import { framesPerSecond } from '../../samples/media-frames';

/** Frames that packets wait to begin with, and frames that they may wait at most. */
export const leastWait = 2;
export const maxWait = 10;

/** Frames after which it is looked whether more wait than have to. */
const watchTime = 5 * framesPerSecond;
/** Frames without trouble after which less waiting is tried. */
const calmTime = 30 * framesPerSecond;

/** How long packets are made to wait, so that late ones and overtaken ones still find their turn. */
export class PlayoutDelay {
  /** Frames. */
  #wait = leastWait;
  #calm = 0;
  /** The fewest frames that were left after a tick, and the ticks since that is watched. */
  #spare = Infinity;
  #watched = 0;

  get wait(): number {
    return this.#wait;
  }

  /** A packet missed its turn: whether the others should wait longer from now on. */
  grow(): boolean {
    this.#calm = 0;
    this.hold();
    if (this.#wait >= maxWait) return false;
    this.#wait += 1;
    return true;
  }

  /** A frame was played and this many are left; true when one of them should be given up. */
  watch(left: number): boolean {
    this.#calmDown();
    this.#spare = Math.min(this.#spare, left);
    this.#watched += 1;
    if (this.#watched < watchTime) return false;
    const isTooMuch = this.#spare >= this.#wait;
    this.hold();
    return isTooMuch;
  }

  /** Nothing was left, so nothing is given up for a while. */
  hold(): void {
    this.#spare = Infinity;
    this.#watched = 0;
  }

  restart(): void {
    this.#wait = leastWait;
    this.#calm = 0;
    this.hold();
  }

  #calmDown(): void {
    this.#calm += 1;
    if (this.#calm < calmTime) return;
    this.#calm = 0;
    this.#wait = Math.max(leastWait, this.#wait - 1);
  }
}
