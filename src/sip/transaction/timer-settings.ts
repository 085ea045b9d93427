/** The basic times of RFC 3261 §17, in milliseconds. */
export interface TimerSettings {
  /** A round trip. */
  readonly t1: number;
  /** The longest pause between two retransmissions. */
  readonly t2: number;
  /** How long a message may stay in the network. */
  readonly t4: number;
  /** How long a transaction waits for its answer: timers B, F, H, J, L and M. */
  readonly timeoutMs: number;
  /** How long an INVITE may remain without any answer of ours before a 100 goes out (§17.2.1). */
  readonly tryingMs: number;
}

export const defaultTimers: TimerSettings = { t1: 500, t2: 4000, t4: 5000, timeoutMs: 64 * 500, tryingMs: 200 };

/** Timer D: at least this long, whatever T1 is (§17.1.1.2). */
export const minimumTimerD = 32_000;
