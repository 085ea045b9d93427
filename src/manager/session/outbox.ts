import type { Socket } from 'node:net';
import type { Clock } from '../../shared/time/clock';

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
 * What a client is sent, in order. Answers of one turn of the event loop are written together, because each write costs
 * a system call; events come as bytes that many clients share. A client that does not read is cut: nothing waits for it.
 */
export class Outbox {
  #texts: string[] = [];
  #characters = 0;
  #immediate: NodeJS.Immediate | undefined;
  #isOver = false;
  #cancelTimeout: (() => void) | undefined;

  constructor(private readonly options: OutboxOptions) {
    options.socket.on('drain', () => this.#stopTimeout());
  }

  /** Sends a text in this turn of the event loop, together with others. */
  send(text: string): void {
    if (this.#isOver) return;
    this.#texts.push(text);
    this.#characters += text.length;
    if (this.#characters > mostWaiting) return this.#overflow('too much waits for it');
    this.#immediate ??= setImmediate(() => this.flush());
  }

  /** Sends bytes at once, behind what waits. */
  write(bytes: Buffer): void {
    this.flush();
    if (!this.#isOver) this.#put(bytes);
  }

  flush(): void {
    clearImmediate(this.#immediate);
    this.#immediate = undefined;
    if (this.#isOver || this.#texts.length === 0) return;
    const text = this.#texts.length === 1 ? (this.#texts[0] ?? '') : this.#texts.join('');
    this.#texts = [];
    this.#characters = 0;
    this.#put(text);
  }

  #put(content: string | Buffer): void {
    const { socket, clock, writeTimeout } = this.options;
    const isTaken = socket.write(content);
    if (socket.writableLength > mostWaiting) return this.#overflow('too much waits for it');
    if (isTaken || this.#cancelTimeout !== undefined) return;
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
    this.flush();
    this.#isOver = true;
    this.#stopTimeout();
    this.options.onOverflow(reason);
  }

  #stopTimeout(): void {
    this.#cancelTimeout?.();
    this.#cancelTimeout = undefined;
  }
}
