import type { Clock } from '../time/clock';
import { RecentMap } from './recent-map';

/** Passes each key once per interval: for log lines that an unauthenticated peer could otherwise repeat endlessly. */
export class OncePer {
  readonly #last: RecentMap<number>;

  constructor(private readonly options: { readonly clock: Clock; readonly period: number; readonly capacity: number }) {
    this.#last = new RecentMap(options.capacity);
  }

  isDue(key: string): boolean {
    const { clock, period } = this.options;
    const [now, last] = [clock.now(), this.#last.get(key)];
    if (last !== undefined && Math.abs(now - last) < period) return false;
    this.#last.set(key, now);
    return true;
  }
}
