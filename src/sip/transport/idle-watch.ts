import type { TimerWheel, WheelTimer } from '../transaction/timer-wheel';

/** Calls back once when nothing has happened for a while. To say that something has costs next to nothing. */
export class IdleWatch {
  #last: number;
  #timer: WheelTimer | undefined;

  constructor(
    private readonly options: {
      readonly wheel: TimerWheel;
      readonly now: () => number;
      readonly idleMs: number;
      readonly onIdle: () => void;
    },
  ) {
    this.#last = options.now();
    this.#wait(options.idleMs);
  }

  touch(): void {
    this.#last = this.options.now();
  }

  stop(): void {
    this.#timer?.cancel();
  }

  #wait(milliseconds: number): void {
    const { wheel, now, idleMs, onIdle } = this.options;
    this.#timer = wheel.after(milliseconds, () => {
      const left = this.#last + idleMs - now();
      if (left <= 0) onIdle();
      else this.#wait(left);
    });
  }
}
