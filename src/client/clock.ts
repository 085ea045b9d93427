/** Undoes the call that returned it. Idempotent. */
export type Cancel = () => void;

/** Time as the client sees it, passed in so that tests need not wait. */
export interface ClientClock {
  readonly now: () => number;
  readonly after: (delayMs: number, action: () => void) => Cancel;
}

/** Beyond this, Node's timers fire at once instead of late. */
const longestDelay = 2 ** 31 - 1;

export const systemClock: ClientClock = {
  now: () => performance.now(),
  after: (delayMs, action) => {
    const timer = setTimeout(action, Math.min(delayMs, longestDelay));
    return () => clearTimeout(timer);
  },
};
