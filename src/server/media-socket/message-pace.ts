import type { Clock } from '../../shared/time/clock';

export interface MessagePaceDeps {
  readonly clock: Clock;
  /** Stops and continues reading from the peer. */
  readonly pause: () => void;
  readonly resume: () => void;
}

/** Milliseconds of a tick of the media thread. */
const tick = 20;

/** Messages that are read per tick. Audio needs one, and clients that fill the queue send few large ones. */
export const maxMessagesPerTick = 256;

/**
 * Reads no more messages of a peer than the media thread can process. Each costs the same, however short it is; without
 * this, a peer that floods short messages would take all the time of the server.
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
