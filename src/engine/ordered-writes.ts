/**
 * Applies changes in the order of their requests, each after its own write is safe. Writes overlap, so that a store can
 * batch them; a failed one has no effect and blocks no other.
 */
export class OrderedWrites {
  #last: Promise<unknown> = Promise.resolve();

  /** The result comes when the effect has run, and fails when the write did. */
  after<Result>(write: Promise<void>, effect: () => Result): Promise<Result> {
    // Both are handled immediately: a write that fails while it waits must not be an unhandled rejection.
    const turn = Promise.allSettled([this.#last, write]).then(async () => {
      await write;
      return effect();
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
