/** One number in memory that two threads share: one of them beats, the other one sees whether it still does. */
export class Heartbeat {
  readonly #beats: Int32Array;

  constructor(readonly memory: SharedArrayBuffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.#beats = new Int32Array(memory);
  }

  readonly beat = (): void => void Atomics.add(this.#beats, 0, 1);

  /** Differs from what it was before, if there was a beat since. */
  get count(): number {
    return Atomics.load(this.#beats, 0);
  }
}

/** Milliseconds between two looks at a heart. */
export const lookInterval = 100;

/** So much silence is a standstill, as long as whoever looks is on time. */
const mostSilence = 800;

/** However late the looks are. */
const longestSilence = 10_000;

/**
 * Decides from looks at a heartbeat whether a thread has come to a standstill. On a machine that has no time for
 * anybody, whoever looks is late as well: so a look counts for as much less as it comes late.
 */
export class HeartbeatWatch {
  #count: number;
  #beatAt: number;
  #lookedAt: number;
  #silence = 0;

  constructor(
    private readonly heart: Pick<Heartbeat, 'count'>,
    private readonly now: () => number,
  ) {
    this.#count = heart.count;
    this.#beatAt = this.#lookedAt = now();
  }

  /** Milliseconds since the last beat that was seen. */
  get age(): number {
    return this.now() - this.#beatAt;
  }

  /** To be called every `lookInterval`; true when the thread stands still. */
  look(): boolean {
    const now = this.now();
    const late = Math.max(0, now - this.#lookedAt - lookInterval);
    const { count } = this.heart;
    this.#lookedAt = now;
    if (count !== this.#count) {
      this.#count = count;
      this.#beatAt = now;
      this.#silence = 0;
      return false;
    }
    this.#silence += Math.max(0, lookInterval - late);
    return this.#silence >= mostSilence || now - this.#beatAt >= longestSilence;
  }
}
