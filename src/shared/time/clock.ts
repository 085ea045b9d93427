/** Where time comes from. Tests hand in one that moves when they say so. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Runs the action once, later; the result cancels it. Never keeps the process alive by itself. */
  readonly after: (milliseconds: number, action: () => void) => () => void;
}

/** The longest time that a timer can wait, nearly 25 days; asked for a longer one it would fire at once. */
const longestWait = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, action) => {
    const timer = setTimeout(action, Math.min(milliseconds, longestWait)).unref();
    return () => clearTimeout(timer);
  },
};
