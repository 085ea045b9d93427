/**
 * Lets changes take effect in the order in which they were asked for, each after its own write is safe. Writes overlap,
 * so that a store can put many of them on the disk at once; a failed one has no effect and holds up nobody.
 */
export class OrderedWrites {
  #last: Promise<unknown> = Promise.resolve();

  /** The result comes when the effect has run, and fails when the write did. */
  after<Result>(write: Promise<void>, effect: () => Result): Promise<Result> {
    // Both are taken up at once: a write that fails while it waits for its turn must not count as unhandled.
    const turn = Promise.allSettled([this.#last, write]).then(async () => {
      await write;
      return effect();
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
