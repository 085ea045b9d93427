import type { Clock } from '../time/clock';
import { RecentMap } from './recent-map';

export interface MeterOptions {
  readonly clock: Clock;
  /** This many failures within the window are free; from then on each one costs a wait. */
  readonly failures: number;
  readonly window: number;
  readonly firstDelay: number;
  readonly longestDelay: number;
  /** Keys that are kept; the ones that were quiet for longest are forgotten first. */
  readonly capacity: number;
}

interface Reading {
  level: number;
  at: number;
  until: number;
}

/**
 * Counts failures per key and computes the wait after too many. The count decays evenly, a window's worth of failures
 * per window, so that rare failures cost nothing and steady ones accumulate.
 */
export class FailureMeter {
  readonly #readings: RecentMap<Reading>;

  constructor(private readonly options: MeterOptions) {
    this.#readings = new RecentMap(options.capacity);
  }

  get size(): number {
    return this.#readings.size;
  }

  /** Milliseconds until this key may try again. */
  waitOf(key: string): number {
    const reading = this.#readings.get(key);
    if (reading === undefined) return 0;
    this.#leak(reading);
    return Math.max(0, reading.until - reading.at);
  }

  /** Counts a failure; the result takes it back. */
  charge(key: string): () => void {
    const reading = this.#readings.get(key) ?? { level: 0, at: this.options.clock.now(), until: 0 };
    this.#readings.set(key, reading);
    this.#leak(reading);
    const before = reading.until;
    reading.level += 1;
    reading.until = Math.max(before, reading.at + this.#delayAt(reading.level));
    const after = reading.until;
    return () => {
      reading.level = Math.max(0, reading.level - 1);
      if (reading.until === after) reading.until = before;
    };
  }

  /** Starts the key afresh; the result is what its count had come to. */
  forget(key: string): number {
    const reading = this.#readings.get(key);
    if (reading === undefined) return 0;
    this.#leak(reading);
    this.#readings.delete(key);
    return reading.level;
  }

  /** Forgives a part of the count. */
  lower(key: string, by: number): void {
    const reading = this.#readings.get(key);
    if (reading === undefined) return;
    this.#leak(reading);
    reading.level = Math.max(0, reading.level - by);
    if (this.#delayAt(reading.level) === 0) reading.until = 0;
  }

  #delayAt(level: number): number {
    const { failures, firstDelay, longestDelay } = this.options;
    const over = Math.round(level) - failures;
    return over < 0 ? 0 : Math.min(longestDelay, firstDelay * 2 ** over);
  }

  #leak(reading: Reading): void {
    const { clock, failures, window, longestDelay } = this.options;
    const now = clock.now();
    reading.level = Math.max(0, reading.level - (Math.max(0, now - reading.at) * failures) / window);
    reading.at = now;
    // A clock that was set back must not turn a minute into a day.
    reading.until = Math.min(reading.until, now + longestDelay);
  }
}
