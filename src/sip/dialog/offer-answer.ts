/** Which side waits for an answer. */
export type OfferPhase = 'idle' | 'offered-by-us' | 'offered-by-them';

/** Offers and answers of one dialog: one exchange at a time, and the last result (RFC 3264, RFC 6337). */
export class OfferAnswer {
  #phase: OfferPhase = 'idle';
  #pending: string | undefined;
  #local: string | undefined;
  #remote: string | undefined;

  get phase(): OfferPhase {
    return this.#phase;
  }

  get isIdle(): boolean {
    return this.#phase === 'idle';
  }

  /** Whether there has been a complete exchange. */
  get isAgreed(): boolean {
    return this.#local !== undefined;
  }

  /** Our last agreed description. */
  get local(): string | undefined {
    return this.#local;
  }

  get remote(): string | undefined {
    return this.#remote;
  }

  offer(by: 'us' | 'them', description: string): void {
    if (this.#phase !== 'idle') throw new Error(`an offer is pending: ${this.#phase}`);
    this.#phase = by === 'us' ? 'offered-by-us' : 'offered-by-them';
    this.#pending = description;
  }

  /** Completes the exchange. */
  answer(description: string): void {
    if (this.#phase === 'idle' || this.#pending === undefined) throw new Error('there is no offer to answer');
    const isOurs = this.#phase === 'offered-by-us';
    this.#local = isOurs ? this.#pending : description;
    this.#remote = isOurs ? description : this.#pending;
    this.rollBack();
  }

  /** Drops the offer; the previous agreement stays in force (RFC 3261 §14.1). */
  rollBack(): void {
    this.#phase = 'idle';
    this.#pending = undefined;
  }

  /** For another branch of a forked request, where the same offer has a separate answer. */
  fork(): OfferAnswer {
    const copy = new OfferAnswer();
    copy.#phase = this.#phase;
    copy.#pending = this.#pending;
    return copy;
  }
}
