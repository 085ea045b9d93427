/** Milliseconds that one source of work may take before it yields. */
const longestTurnMs = 5;

/**
 * Measures how long work of one source has been going on in this turn of the event loop. It starts with the first
 * question of a turn, and anew in the next turn.
 */
export class TurnBudget {
  #startedAt: number | undefined;

  constructor(private readonly longest = longestTurnMs) {}

  /** Whether what is left has to wait for the next turn. */
  isSpent(): boolean {
    const now = performance.now();
    if (this.#startedAt !== undefined) return now - this.#startedAt >= this.longest;
    this.#startedAt = now;
    setImmediate(() => (this.#startedAt = undefined));
    return false;
  }
}
