/**
 * The places of recordings that are being made, by recording, by copying or by a dialplan. Each belongs to its maker
 * until that is done: two that write there at the same time would lose one of the two.
 */
export class ClaimedNames {
  readonly #paths = new Set<string>();

  /** Undefined when the name is taken. The result releases it. Idempotent. */
  claim(path: string): (() => void) | undefined {
    if (this.#paths.has(path)) return undefined;
    this.#paths.add(path);
    let isHeld = true;
    return () => {
      if (isHeld) this.#paths.delete(path);
      isHeld = false;
    };
  }
}
