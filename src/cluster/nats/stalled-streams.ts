/** Milliseconds that a stream may leave all writes without an answer: longer than an election takes as a rule. */
export const stallAge = 8000;

export interface StalledStreamsDeps {
  readonly now: () => number;
  /** Asks the servers for another leader of a stream. */
  readonly changeLeader: (stream: string) => void;
}

/**
 * Streams that have stopped taking writes. After a partition it happens to NATS 2.9 that the leader of a stream never hears
 * that its replicas agree: it stays the leader, and answers no write until it leads no longer.
 */
export class StalledStreams {
  /** When the first write began that was not answered, by stream. */
  readonly #since = new Map<string, number>();

  constructor(private readonly deps: StalledStreamsDeps) {}

  answered(stream: string): void {
    if (this.#since.size > 0) this.#since.delete(stream);
  }

  /** `began` is when the write was sent. */
  unanswered(stream: string, began: number): void {
    const since = this.#since.get(stream) ?? began;
    this.#since.set(stream, since);
    if (this.deps.now() - since < stallAge) return;
    // The next leader has as long.
    this.#since.set(stream, this.deps.now());
    this.deps.changeLeader(stream);
  }
}
