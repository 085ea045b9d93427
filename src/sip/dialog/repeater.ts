import type { TimerSettings } from '../transaction/timer-settings';
import type { TimerWheel, WheelTimer } from '../transaction/timer-wheel';

/** Does something again and again, with doubled pauses, until it is stopped or 64 T1 have passed. */
export class Repeater {
  #timer: WheelTimer | undefined;
  #deadline: WheelTimer | undefined;

  constructor(
    private readonly options: {
      readonly wheel: TimerWheel;
      readonly timers: TimerSettings;
      /** The longest pause; none when absent. */
      readonly maxPause?: number;
      readonly repeat: () => void;
      readonly onGivenUp: () => void;
    },
  ) {}

  get isRunning(): boolean {
    return this.#deadline !== undefined;
  }

  start(): void {
    const { wheel, timers, onGivenUp } = this.options;
    this.stop();
    this.#deadline = wheel.after(timers.timeoutMs, () => {
      this.stop();
      onGivenUp();
    });
    this.#plan(timers.t1);
  }

  /** Idempotent. */
  stop(): void {
    this.#timer?.cancel();
    this.#deadline?.cancel();
    this.#timer = undefined;
    this.#deadline = undefined;
  }

  #plan(pause: number): void {
    const { wheel, repeat, maxPause = Infinity } = this.options;
    this.#timer = wheel.after(pause, () => {
      this.#plan(Math.min(pause * 2, maxPause));
      repeat();
    });
  }
}
