import { performance } from 'node:perf_hooks';
import type { Clock } from '../../shared/time/clock';

/** How busy the event loop was since the last reading. */
export interface LoadReading {
  /** From 0 to 1: the share of time in which it had work. */
  readonly utilization: number;
  /** The longest time in milliseconds that a timer came late. */
  readonly delayMs: number;
}

export interface LoadMeter {
  /** Measures until the result is called. */
  readonly start: () => () => void;
  readonly read: () => LoadReading;
}

const sampleMs = 20;

/** Measures this thread. Costs a timer while it runs, and nothing otherwise. */
export class LoopLoadMeter implements LoadMeter {
  #delayMs = 0;
  #utilization = performance.eventLoopUtilization();

  constructor(private readonly clock: Clock) {}

  start(): () => void {
    let isOver = false;
    let cancel = (): void => undefined;
    const wait = (): void => {
      const due = this.clock.now() + sampleMs;
      cancel = this.clock.after(sampleMs, () => {
        this.#delayMs = Math.max(this.#delayMs, this.clock.now() - due);
        if (!isOver) wait();
      });
    };
    this.read();
    wait();
    return () => {
      isOver = true;
      cancel();
    };
  }

  read(): LoadReading {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, this.#utilization);
    const reading = { utilization, delayMs: this.#delayMs };
    this.#utilization = now;
    this.#delayMs = 0;
    return reading;
  }
}
