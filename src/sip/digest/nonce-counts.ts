/** Requests overtake each other on UDP; one that is this much older than the newest is a replay. */
const windowSize = 32;
/** Forgotten places at the front of the order that are cleared away together. */
const clearedTogether = 1000;

interface Usage {
  readonly nonce: string;
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
  /** In the order of their first use. A Map would have to pass over all that were removed to find its first entry. */
  #order: Usage[] = [];
  #first = 0;
  #forgottenUntil = -1;

  constructor(private readonly maxNonces: number) {}

  get size(): number {
    return this.#usages.size;
  }

  /** Whether this count of the nonce is used for the first time; it is used from now on. */
  use(nonce: string, madeAt: number, count: number): boolean {
    const known = this.#usages.get(nonce);
    if (known !== undefined) return useAgain(known, count);
    if (madeAt <= this.#forgottenUntil) return false;
    if (this.#usages.size >= this.maxNonces) this.#forgetOldest();
    const usage = { nonce, madeAt, highest: count, used: 1 };
    this.#usages.set(nonce, usage);
    this.#order.push(usage);
    return true;
  }

  /** Forgets nonces that have expired by themselves. Used in about the order of their making, so few are looked at. */
  forgetMadeBefore(time: number): void {
    for (let oldest = this.#oldest; oldest !== undefined && oldest.madeAt < time; oldest = this.#oldest)
      this.#forget(oldest);
  }

  get #oldest(): Usage | undefined {
    return this.#order[this.#first];
  }

  #forgetOldest(): void {
    const oldest = this.#oldest;
    if (oldest === undefined) return;
    this.#forgottenUntil = Math.max(this.#forgottenUntil, oldest.madeAt);
    this.#forget(oldest);
  }

  /** The one that is first in the order. */
  #forget({ nonce }: Usage): void {
    this.#usages.delete(nonce);
    this.#first += 1;
    if (this.#first < clearedTogether) return;
    this.#order = this.#order.slice(this.#first);
    this.#first = 0;
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
