import type { Clock } from '../../shared/time/clock';

export interface WaitingLimits {
  readonly messages: number;
  /** Characters of all messages together. */
  readonly size: number;
  /** Milliseconds after which a message is discarded. */
  readonly age: number;
}

interface Waiting {
  readonly at: number;
  readonly text: string;
}

/** Messages that wait for a connection. When there are too many, the oldest are dropped. */
export class WaitingMessages {
  readonly #waiting: Waiting[] = [];
  #size = 0;
  #dropped = 0;

  constructor(
    private readonly limits: WaitingLimits,
    private readonly deps: { readonly clock: Clock; readonly onFirstDrop: () => void },
  ) {}

  add(text: string): void {
    this.#waiting.push({ at: this.deps.clock.now(), text });
    this.#size += text.length;
    while (this.#isTooMuch()) this.#drop();
  }

  /** Removes and returns the messages that have not expired, oldest first. */
  take(): readonly string[] {
    while (this.#isTooMuch()) this.#drop();
    const texts = this.#waiting.map(({ text }) => text);
    this.#waiting.length = 0;
    this.#size = 0;
    this.#dropped = 0;
    return texts;
  }

  #isTooMuch(): boolean {
    const [oldest] = this.#waiting;
    if (oldest === undefined) return false;
    const { messages, size, age } = this.limits;
    return this.#waiting.length > messages || this.#size > size || this.deps.clock.now() - oldest.at > age;
  }

  #drop(): void {
    const oldest = this.#waiting.shift();
    this.#size -= oldest?.text.length ?? 0;
    this.#dropped += 1;
    // Once per disconnection: otherwise the log would have a line for each lost event.
    if (this.#dropped === 1) this.deps.onFirstDrop();
  }
}
