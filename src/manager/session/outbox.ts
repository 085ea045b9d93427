import type { Socket } from 'node:net';
import type { Clock } from '../../shared/clock';

/** Bytes that may wait for a client before its connection is cut. */
const mostWaiting = 4 * 1024 * 1024;

export interface OutboxOptions {
  readonly socket: Socket;
  readonly clock: Clock;
  /** Milliseconds that the client may read nothing of what waits for it. */
  readonly writeTimeout: () => number;
  /** Called once, when the client reads too slowly. */
  readonly onOverflow: (reason: string) => void;
}

/**
 * What a client is sent, in order. Texts of one turn of the event loop are written together, because events come in
 * groups and each write costs a system call. A client that does not read is cut: nothing waits for it.
 */
export class Outbox {
  #texts: string[] = [];
  #characters = 0;
  #isScheduled = false;
  #isOver = false;
  #cancelTimeout: (() => void) | undefined;

  constructor(private readonly options: OutboxOptions) {
    options.socket.on('drain', () => this.#stopTimeout());
  }

  send(text: string): void {
    if (this.#isOver) return;
    this.#texts.push(text);
    this.#characters += text.length;
    if (this.#characters + this.options.socket.writableLength > mostWaiting)
      return this.#overflow('too much waits for it');
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.flush());
  }

  flush(): void {
    this.#isScheduled = false;
    const { socket } = this.options;
    if (this.#isOver || this.#texts.length === 0) return;
    const text = this.#texts.length === 1 ? (this.#texts[0] ?? '') : this.#texts.join('');
    this.#texts = [];
    this.#characters = 0;
    if (socket.write(text, 'utf8') || this.#cancelTimeout !== undefined) return;
    const { clock, writeTimeout } = this.options;
    this.#cancelTimeout = clock.after(writeTimeout(), () => this.#overflow('it has read nothing for too long'));
  }

  /** Sends what waits, and nothing after it. Idempotent. */
  close(): void {
    this.flush();
    this.#isOver = true;
    this.#texts = [];
    this.#stopTimeout();
  }

  #overflow(reason: string): void {
    this.#texts = [];
    this.#isOver = true;
    this.#stopTimeout();
    this.options.onOverflow(reason);
  }

  #stopTimeout(): void {
    this.#cancelTimeout?.();
    this.#cancelTimeout = undefined;
  }
}
