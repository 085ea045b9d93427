const maxRemembered = 500;

/** Lets each complaint through once: a faulty line of a dialplan is run by every call. */
export class Once {
  readonly #seen = new Set<string>();

  isFirst(complaint: string): boolean {
    if (this.#seen.has(complaint)) return false;
    // Complaints that carry what a caller sent are never the same twice. The set is cleared when full, so that some
    // repeat instead of filling memory.
    if (this.#seen.size >= maxRemembered) this.#seen.clear();
    this.#seen.add(complaint);
    return true;
  }
}
