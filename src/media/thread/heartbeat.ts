/** A counter in shared memory: one thread increments it, the other checks that it changes. */
export class Heartbeat {
  readonly #beats: Int32Array;

  constructor(readonly memory: SharedArrayBuffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.#beats = new Int32Array(memory);
  }

  readonly beat = (): void => void Atomics.add(this.#beats, 0, 1);

  /** Changes with every beat. */
  get count(): number {
    return Atomics.load(this.#beats, 0);
  }
}

/** Milliseconds between two checks. */
export const lookInterval = 100;

/** Milliseconds without a beat that count as a stall, as long as the checks are on time. */
const maxSilence = 800;

/** However late the checks are. */
const longestSilence = 10_000;

/**
 * Decides from checks of a heartbeat whether a thread has stalled. On an overloaded machine the checks are late as
 * well: so the weight of a check decreases with its delay.
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

  /** To be called every `lookInterval`; true when the thread has stalled. */
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
    return this.#silence >= maxSilence || now - this.#beatAt >= longestSilence;
  }
}
