import type { FarEnd, Leg } from './leg';
import { addInto } from '../samples/media-frames';
import type { TickWork } from '../media-work';
import type { MediaDirection } from '../protocol';

interface TapOptions {
  readonly leg: Leg;
  readonly spied: Leg;
  readonly spy: MediaDirection;
  readonly whisper: MediaDirection;
}

/**
 * The far end of a leg that listens in on another one. The audio of the spied leg in one tick arrives at its leg in the
 * next, and audio sent to its leg is whispered to the spied one a tick later: so taps on taps need no order. It hears
 * the spied leg before whispers and muting; otherwise it would hear itself, and not a muted party.
 */
export class Tap implements FarEnd {
  readonly #options: TapOptions;
  /** Two, in turn: the one of the last tick is read while this tick's is written. */
  #heard: readonly [Int16Array, Int16Array];
  readonly #heardAt: [number, number] = [-1, -1];

  constructor(options: TapOptions) {
    const { size } = options.leg;
    this.#options = options;
    this.#heard = [new Int16Array(size), new Int16Array(size)];
  }

  /** The rate of the spied leg has changed, and with it that of the listening leg. */
  retune(rate: number): void {
    const { leg } = this.#options;
    leg.retune(rate);
    this.#heard = [new Int16Array(leg.size), new Int16Array(leg.size)];
    this.#heardAt.fill(-1);
  }

  frameAt(tick: number): Int16Array | undefined {
    const turn = (tick - 1) & 1 ? 1 : 0;
    return this.#heardAt[turn] === tick - 1 ? this.#heard[turn] : undefined;
  }

  carry(work: TickWork): void {
    if (this.#options.whisper !== 'none') work.arriveNext(this.#options.spied);
  }

  /** Receives the audio from or to the spied leg. */
  overhear(frame: Int16Array, direction: 'in' | 'out', work: TickWork): void {
    const { spy, leg } = this.#options;
    if (spy !== 'both' && spy !== direction) return;
    const turn = work.tick & 1 ? 1 : 0;
    const heard = this.#heard[turn];
    if (this.#heardAt[turn] === work.tick) return addInto(heard, frame);
    heard.set(frame);
    this.#heardAt[turn] = work.tick;
    work.arriveNext(leg);
  }

  /** What was whispered in the last tick, if it is for this direction. */
  whisperAt(tick: number, direction: 'in' | 'out'): Int16Array | undefined {
    const { whisper, leg } = this.#options;
    return whisper === 'both' || whisper === direction ? leg.sentAt(tick - 1) : undefined;
  }

  detach(): void {
    this.#options.spied.dropTap(this);
  }
}
