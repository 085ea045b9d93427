/**
 * Audio that waits to be heard: pieces of any length in, a frame out in every tick. When a sender is too fast, the
 * oldest audio is dropped.
 *
 * Playout begins with one buffered frame, or one tick later with less, to tolerate jitter. After an underrun it begins
 * again, so that the delay adapts to the sender's jitter.
 */
export class PlayoutQueue {
  readonly #capacity: number;
  /** Grows with what it has to hold. */
  #ring: Int16Array;
  #first = 0;
  #length = 0;
  #isPlaying = false;
  #hasWaited = false;

  constructor(
    private readonly frameSize: number,
    capacity: number,
  ) {
    this.#capacity = Math.max(capacity, frameSize);
    this.#ring = new Int16Array(Math.min(this.#capacity, 4 * frameSize));
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** Returns how many samples were dropped. */
  push(samples: Int16Array): number {
    const dropped = Math.max(0, this.#length + samples.length - this.#capacity);
    const kept = samples.length > this.#capacity ? samples.subarray(samples.length - this.#capacity) : samples;
    this.#drop(Math.min(this.#length, dropped));
    this.#makeRoom(this.#length + kept.length);
    const start = (this.#first + this.#length) % this.#ring.length;
    const beforeEnd = Math.min(kept.length, this.#ring.length - start);
    this.#ring.set(kept.subarray(0, beforeEnd), start);
    this.#ring.set(kept.subarray(beforeEnd), 0);
    this.#length += kept.length;
    return dropped;
  }

  /** Called every 20 ms. False when there is nothing to play; else the frame is filled, padded with silence. */
  take(frame: Int16Array): boolean {
    if (!this.#isReady()) return false;
    const count = Math.min(this.#length, frame.length);
    this.#copy(frame, count);
    frame.fill(0, count);
    this.#drop(count);
    return true;
  }

  #isReady(): boolean {
    if (this.#isPlaying && this.#length >= this.frameSize) return true;
    if (this.#isPlaying) {
      this.#isPlaying = false;
      this.#hasWaited = false;
    }
    if (this.#length === 0) return false;
    this.#isPlaying = this.#hasWaited || this.#length >= 2 * this.frameSize;
    this.#hasWaited = !this.#isPlaying;
    return this.#isPlaying;
  }

  #drop(count: number): void {
    this.#first = (this.#first + count) % this.#ring.length;
    this.#length -= count;
  }

  #makeRoom(length: number): void {
    if (length <= this.#ring.length) return;
    const grown = new Int16Array(Math.min(this.#capacity, Math.max(length, 2 * this.#ring.length)));
    this.#copy(grown, this.#length);
    this.#ring = grown;
    this.#first = 0;
  }

  #copy(into: Int16Array, count: number): void {
    const ring = this.#ring;
    let at = this.#first;
    for (let i = 0; i < count; i += 1) {
      into[i] = ring[at] ?? 0;
      at += 1;
      if (at === ring.length) at = 0;
    }
  }
}
