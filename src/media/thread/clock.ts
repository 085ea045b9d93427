/** Beats every 20 ms while it runs. Stopping twice is harmless. */
export interface MediaClock {
  readonly start: (beat: () => void) => void;
  readonly stop: () => void;
  /** Beats that came so late that the next one was due already, and those that were left out. */
  readonly missed: number;
}

/** What a clock needs from the world; milliseconds. */
export interface ClockWorld {
  readonly now: () => number;
  /** Runs the action once; the result cancels it. A delay of 0 is as soon as other work has had its turn. */
  readonly after: (milliseconds: number, action: () => void) => () => void;
}

export const beatLength = 20;

/** Further behind than this, beats are left out: whoever listens has lost that audio already. */
const mostBehind = 10;

/** A timer may fire a little early; waiting again for less than this would only cost another turn. */
const closeEnough = 0.5;

/** A clock that does not drift: every beat has a time of its own, counted from the start, however late the last one was. */
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

  /** One beat a turn, even when several are due: commands want to be heard in between. */
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
    const leftOut = Math.max(0, behind - mostBehind);
    this.#nextAt += leftOut * beatLength;
    this.#missed += leftOut + 1;
  }
}

/** Waiting keeps nothing alive. */
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

/** A clock that beats when it is told to. */
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
