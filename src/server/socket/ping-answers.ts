import type { Clock } from '../../shared/time/clock';

export interface PingAnswersDeps {
  readonly clock: Pick<Clock, 'now'>;
  /** Sends a pong. The callback is called when the connection has accepted it, or never will. */
  readonly pong: (data: Buffer, onTaken: () => void) => void;
  /** Stops and continues reading from the peer. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Called once, when the peer floods pings. */
  readonly onFlood: () => void;
}

/** Pings per second that are answered; more is a flood. */
export const maxPingsPerSecond = 1000;

/**
 * Answers pings with never more than one pong waiting: a peer that sends pings and reads no pongs would otherwise fill
 * our memory with them. Of several pings the latest is answered, as RFC 6455 §5.5.3 allows, and nothing more is read
 * until the peer has read the answer.
 */
export class PingAnswers {
  #isWaiting = false;
  #latest: Buffer | undefined;
  #second = 0;
  #count = 0;

  constructor(private readonly deps: PingAnswersDeps) {}

  readonly receive = (data: Buffer): void => {
    if (this.#isFlood()) return;
    if (!this.#isWaiting) return this.#answer(data);
    // Copied: the buffer is a slice of the connection's read buffer.
    this.#latest = Buffer.from(data);
    this.deps.pause();
  };

  #isFlood(): boolean {
    if (this.#count > maxPingsPerSecond) return true;
    const second = Math.floor(this.deps.clock.now() / 1000);
    this.#count = second === this.#second ? this.#count + 1 : 1;
    this.#second = second;
    if (this.#count <= maxPingsPerSecond) return false;
    this.deps.onFlood();
    return true;
  }

  #answer(data: Buffer): void {
    this.#isWaiting = true;
    this.deps.pong(data, () => this.#taken());
  }

  #taken(): void {
    this.#isWaiting = false;
    const latest = this.#latest;
    this.#latest = undefined;
    if (latest === undefined) return;
    this.deps.resume();
    this.#answer(latest);
  }
}
