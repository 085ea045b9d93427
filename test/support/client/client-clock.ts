import type { ClientClock } from '../../../src/client/clock';

interface Timer {
  readonly due: number;
  readonly action: () => void;
}

/** Time that stands still until the test moves it. */
export class ManualClock implements ClientClock {
  readonly #timers = new Set<Timer>();
  #now = 0;

  readonly now = (): number => this.#now;

  readonly after = (delayMs: number, action: () => void): (() => void) => {
    const timer = { due: this.#now + delayMs, action };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  };

  /** How many timers are running. */
  get running(): number {
    return this.#timers.size;
  }

  advance(byMs: number): void {
    const until = this.#now + byMs;
    for (let timer = this.#nextUntil(until); timer !== undefined; timer = this.#nextUntil(until)) {
      this.#timers.delete(timer);
      this.#now = timer.due;
      timer.action();
    }
    this.#now = until;
  }

  #nextUntil(until: number): Timer | undefined {
    const due = [...this.#timers].filter((timer) => timer.due <= until);
    return due.sort((a, b) => a.due - b.due)[0];
  }
}
