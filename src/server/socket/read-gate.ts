export interface PausableStream {
  readonly pause: () => void;
  readonly resume: () => void;
}

/** Reads nothing from a peer as long as there is a reason not to. What has been read already may still arrive. */
export class ReadGate<Reason extends string> {
  readonly #reasons = new Set<Reason>();

  constructor(private readonly stream: PausableStream) {}

  isHeldBy(reason: Reason): boolean {
    return this.#reasons.has(reason);
  }

  hold(reason: Reason): void {
    if (this.#reasons.size === 0) this.stream.pause();
    this.#reasons.add(reason);
  }

  release(reason: Reason): void {
    if (this.#reasons.delete(reason) && this.#reasons.size === 0) this.stream.resume();
  }
}
