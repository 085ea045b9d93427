import type { Clock } from '../../shared/clock';

export interface MessagePaceDeps {
  readonly clock: Clock;
  /** Stops and continues reading from the peer. */
  readonly pause: () => void;
  readonly resume: () => void;
}

/** Milliseconds of a tick of the media thread. */
const tick = 20;

/** Messages that are taken in a tick. Audio needs one, and whoever fills a queue at once sends few large ones. */
export const maxMessagesPerTick = 256;

/**
 * Reads no more messages of a peer than the media thread can deal with. Each costs the same, however short it is; without
 * this, a peer that sends the shortest ones without end would have the whole server to itself.
 */
export class MessagePace {
  #since = 0;
  #count = 0;
  #cancel: () => void = () => undefined;

  constructor(private readonly deps: MessagePaceDeps) {}

  received(): void {
    const now = this.deps.clock.now();
    if (now - this.#since >= tick) {
      this.#since = now;
      this.#count = 0;
    }
    this.#count += 1;
    if (this.#count !== maxMessagesPerTick) return;
    this.deps.pause();
    this.#cancel = this.deps.clock.after(tick, this.deps.resume);
  }

  close(): void {
    this.#cancel();
  }
}
