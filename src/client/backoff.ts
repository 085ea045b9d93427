/** How long to wait before another attempt. */
export interface Backoff {
  /** Wait before the first attempt, in milliseconds; it doubles from one attempt to the next. */
  readonly firstMs: number;
  readonly maximumMs: number;
}

export const usualBackoff: Backoff = { firstMs: 250, maximumMs: 30_000 };

/**
 * The wait before the given attempt (counted from 1). Half of it is random, so that not all clients of a restarted
 * server reconnect at the same moment.
 */
export function delayBefore(attempt: number, { firstMs, maximumMs }: Backoff, random: () => number): number {
  const ceiling = Math.min(maximumMs, firstMs * 2 ** (attempt - 1));
  return Math.round(ceiling / 2 + (ceiling / 2) * random());
}
