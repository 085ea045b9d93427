import type { Clock } from '../../src/shared/time/clock';
import { systemClock } from '../../src/shared/time/clock';

/** A clock, the machine's unless another is given, that knows how many timers are running on it. */
export class CountingClock implements Clock {
  readonly #running = new Set<() => void>();

  constructor(private readonly clock: Clock = systemClock) {}

  get running(): number {
    return this.#running.size;
  }

  readonly now = (): number => this.clock.now();

  readonly after = (milliseconds: number, action: () => void): (() => void) => {
    const over = (): void => void this.#running.delete(over);
    this.#running.add(over);
    const cancel = this.clock.after(milliseconds, () => {
      over();
      action();
    });
    return () => {
      over();
      cancel();
    };
  };
}
