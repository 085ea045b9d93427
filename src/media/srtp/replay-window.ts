/** Packets behind the newest one that are still told apart. */
const size = 128;

/** Which packets have come (RFC 3711 §3.3.2): each index counts once, and those far behind not at all. */
export class ReplayWindow {
  #highest = -1;
  readonly #seen = new Uint8Array(size);

  /** Whether a packet has come already, or would come too late. */
  refuses(index: number): boolean {
    if (index > this.#highest) return false;
    return index <= this.#highest - size || this.#seen[index % size] === 1;
  }

  /** The packet is genuine. */
  add(index: number): void {
    const skipped = Math.min(index - this.#highest - 1, size);
    for (let behind = 1; behind <= skipped; behind += 1) this.#seen[(index - behind) % size] = 0;
    this.#seen[index % size] = 1;
    this.#highest = Math.max(this.#highest, index);
  }
}
