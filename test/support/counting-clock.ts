import type { Clock } from '../../src/shared/clock';
import { systemClock } from '../../src/shared/clock';

/** The machine's clock, which knows how many timers are running on it. */
export class CountingClock implements Clock {
  readonly #running = new Set<() => void>();

  get running(): number {
    return this.#running.size;
  }

  readonly now = systemClock.now;

  readonly after = (milliseconds: number, action: () => void): (() => void) => {
    const over = (): void => void this.#running.delete(over);
    this.#running.add(over);
    const cancel = systemClock.after(milliseconds, () => {
      over();
      action();
    });
    return () => {
      over();
      cancel();
    };
  };
}
