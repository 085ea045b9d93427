/** Requests overtake each other on UDP; one that is this much older than the newest is a replay. */
const windowSize = 32;

interface Usage {
  readonly madeAt: number;
  highest: number;
  /** Bit n is set when `highest - n` was used. */
  used: number;
}

/**
 * Remembers which counts of which nonces were used, of a limited number of nonces. A nonce that had to be forgotten, and
 * all that are older, are not accepted again: otherwise forgetting would make replays possible.
 */
export class NonceCounts {
  readonly #usages = new Map<string, Usage>();
  #forgottenUntil = -1;

  constructor(private readonly maxNonces: number) {}

  get size(): number {
    return this.#usages.size;
  }

  /** Whether this count of the nonce is used for the first time; it is used from now on. */
  use(nonce: string, madeAt: number, count: number): boolean {
    const usage = this.#usages.get(nonce);
    if (usage !== undefined) return useAgain(usage, count);
    if (madeAt <= this.#forgottenUntil) return false;
    if (this.#usages.size >= this.maxNonces) this.#forgetOldest();
    this.#usages.set(nonce, { madeAt, highest: count, used: 1 });
    return true;
  }

  /** Forgets nonces that have expired by themselves. Used in about the order of their making, so few are looked at. */
  forgetMadeBefore(time: number): void {
    for (const [nonce, { madeAt }] of this.#usages) {
      if (madeAt >= time) return;
      this.#usages.delete(nonce);
    }
  }

  #forgetOldest(): void {
    const [oldest] = this.#usages;
    if (oldest === undefined) return;
    this.#forgottenUntil = Math.max(this.#forgottenUntil, oldest[1].madeAt);
    this.#usages.delete(oldest[0]);
  }
}

function useAgain(usage: Usage, count: number): boolean {
  const ahead = count - usage.highest;
  if (ahead > 0) {
    usage.used = ahead >= windowSize ? 1 : ((usage.used << ahead) | 1) >>> 0;
    usage.highest = count;
    return true;
  }
  const bit = 2 ** -ahead;
  if (-ahead >= windowSize || (usage.used & bit) !== 0) return false;
  usage.used = (usage.used | bit) >>> 0;
  return true;
}
