/** Ticks every 20 ms while it runs. Stopping is idempotent. */
export interface MediaClock {
  readonly start: (beat: () => void) => void;
  readonly stop: () => void;
  /** Beats that came so late that the next one was due already, and those that were left out. */
  readonly missed: number;
}

/** Time source and timers of a clock; milliseconds. */
export interface ClockWorld {
  readonly now: () => number;
  /** Runs the action once; the result cancels it. A delay of 0 runs it after other pending work. */
  readonly after: (milliseconds: number, action: () => void) => () => void;
}

export const beatLength = 20;

/** Beyond this delay, ticks are skipped: the audio is lost to the listener anyway. */
const maxBehind = 10;

/** A timer may fire a little early; waiting again for less than this would only cost another turn. */
const closeEnough = 0.5;

/** A clock that does not drift: every tick has a fixed time, counted from the start, however late the last one was. */
export class SteadyClock implements MediaClock {
  readonly #world: ClockWorld;
  #beat: (() => void) | undefined;
  #cancel: (() => void) | undefined;
  #nextAt = 0;
  #missed = 0;

  constructor(world: ClockWorld = systemWorld) {
    this.#world = world;
  }

  get missed(): number {
    return this.#missed;
  }

  start(beat: () => void): void {
    this.stop();
    this.#beat = beat;
    this.#nextAt = this.#world.now() + beatLength;
    this.#wait();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#beat = undefined;
  }

  #wait(): void {
    const delay = Math.max(0, this.#nextAt - this.#world.now());
    this.#cancel = this.#world.after(delay, () => this.#wake());
  }

  /** One tick per turn, even when several are due: commands are processed in between. */
  #wake(): void {
    const late = this.#world.now() - this.#nextAt;
    if (late >= -closeEnough) {
      this.#account(late);
      this.#nextAt += beatLength;
      this.#beat?.();
    }
    if (this.#beat !== undefined) this.#wait();
  }

  #account(late: number): void {
    const behind = Math.floor(Math.max(0, late) / beatLength);
    if (behind === 0) return;
    const leftOut = Math.max(0, behind - maxBehind);
    this.#nextAt += leftOut * beatLength;
    this.#missed += leftOut + 1;
  }
}

/** Unreferenced: waiting does not keep the process alive. */
const systemWorld: ClockWorld = {
  now: () => performance.now(),
  after: (milliseconds, action) => {
    if (milliseconds <= 0) {
      // Kept alive, unlike the timer: a loop with nothing else to do would sleep instead of coming round to it.
      const turn = setImmediate(action);
      return () => clearImmediate(turn);
    }
    const timer = setTimeout(action, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};

/** A manually driven clock. */
export class VirtualClock implements MediaClock {
  readonly missed = 0;
  #beat: (() => void) | undefined;

  start(beat: () => void): void {
    this.#beat = beat;
  }

  stop(): void {
    this.#beat = undefined;
  }

  beat(): void {
    this.#beat?.();
  }
}
