/** The basic times of RFC 3261 §17, in milliseconds. */
export interface TimerSettings {
  /** A round trip. */
  readonly t1: number;
  /** The longest pause between two retransmissions. */
  readonly t2: number;
  /** How long a message may stay in the network. */
  readonly t4: number;
  /** How long a transaction waits for its answer: timers B, D, F, H, J, L and M. RFC 3261 wants D to be 32 s at least, which it is by default. */
  readonly timeoutMs: number;
  /** How long an INVITE may remain without any answer of ours before a 100 goes out (§17.2.1). */
  readonly tryingMs: number;
}

export const defaultTimers: TimerSettings = { t1: 500, t2: 4000, t4: 5000, timeoutMs: 64 * 500, tryingMs: 200 };
