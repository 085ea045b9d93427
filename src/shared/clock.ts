/** Where time comes from. Tests hand in one that moves when they say so. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Runs the action once, later; the result cancels it. Never keeps the process alive by itself. */
  readonly after: (milliseconds: number, action: () => void) => () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, action) => {
    const timer = setTimeout(action, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};
