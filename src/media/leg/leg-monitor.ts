import { addInto, frameSize } from '../samples/media-frames';
import { amplify } from '../samples/mix';
import type { RecordedSides } from '../protocol';
import type { Recorder } from '../recorders/record';

/** One direction of a leg in one tick. */
interface Side {
  readonly gain: number;
  readonly frame: Int16Array;
  isHeard: boolean;
}

/** Taps both directions of a leg, and passes one frame per tick to its recorder. */
export class LegMonitor {
  #in: Side | undefined;
  #out: Side | undefined;
  /** What is recorded of one tick. */
  #frame: Int16Array;

  constructor(
    readonly recorder: Recorder,
    private readonly sides: RecordedSides,
    size: number,
  ) {
    this.#in = sideOf(sides.in, size);
    this.#out = sideOf(sides.out, size);
    this.#frame = new Int16Array(sides.isStereo ? 2 * size : size);
  }

  /** The rate of the leg has changed. */
  retune(rate: number): void {
    const size = frameSize(rate);
    this.#in = sideOf(this.sides.in, size);
    this.#out = sideOf(this.sides.out, size);
    this.#frame = new Int16Array(this.sides.isStereo ? 2 * size : size);
    this.recorder.retune(rate);
  }

  overhear(frame: Int16Array, direction: 'in' | 'out'): void {
    const side = direction === 'in' ? this.#in : this.#out;
    if (side === undefined) return;
    if (side.gain === 0) side.frame.set(frame);
    else amplify(frame, side.gain, side.frame);
    side.isHeard = true;
  }

  /** End of the tick. */
  take(): void {
    const isHeard = this.#in?.isHeard === true || this.#out?.isHeard === true;
    if (!isHeard && this.sides.skipsGaps) return;
    this.#frame.fill(0);
    for (const [channel, side] of [this.#in, this.#out].entries()) if (side?.isHeard === true) this.#add(side, channel);
    this.recorder.take(this.#frame);
  }

  #add(side: Side, channel: number): void {
    side.isHeard = false;
    if (!this.sides.isStereo) return addInto(this.#frame, side.frame);
    for (let at = 0; at < side.frame.length; at += 1) this.#frame[2 * at + channel] = side.frame[at] ?? 0;
  }
}

function sideOf(gain: number | undefined, size: number): Side | undefined {
  return gain === undefined ? undefined : { gain, frame: new Int16Array(size), isHeard: false };
}

/** The monitors of one leg. Finished ones remove themselves. */
export class LegMonitors {
  #monitors: readonly LegMonitor[] = [];

  get isEmpty(): boolean {
    return this.#monitors.length === 0;
  }

  add(monitor: LegMonitor): void {
    this.#monitors = [...this.#monitors, monitor];
  }

  retune(rate: number): void {
    for (const monitor of this.#monitors) monitor.retune(rate);
  }

  overhear(frame: Int16Array, direction: 'in' | 'out'): void {
    for (const monitor of this.#monitors) monitor.overhear(frame, direction);
  }

  take(): void {
    let someAreOver = false;
    for (const monitor of this.#monitors) {
      monitor.take();
      if (monitor.recorder.isOver) someAreOver = true;
    }
    if (someAreOver) this.#monitors = this.#monitors.filter(({ recorder }) => !recorder.isOver);
  }

  loseTarget(): void {
    const monitors = this.#monitors;
    this.#monitors = [];
    for (const { recorder } of monitors) recorder.loseTarget();
  }
}
