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

/** Milliseconds between two writes of events: under load, the events of many calls share a system call. */
const pace = 10;

/**
 * What a client is sent, in order. Texts of one turn of the event loop are written together, and events also with those
 * that come soon after them, because each write costs a system call. Answers do not wait. A client that does not read is
 * cut: nothing waits for it.
 */
export class Outbox {
  #texts: string[] = [];
  #characters = 0;
  #immediate: NodeJS.Immediate | undefined;
  #timer: NodeJS.Timeout | undefined;
  #lastWrite = 0;
  #isOver = false;
  #cancelTimeout: (() => void) | undefined;

  constructor(private readonly options: OutboxOptions) {
    options.socket.on('drain', () => this.#stopTimeout());
  }

  /** `paced`: it may wait a few milliseconds for what comes next. */
  send(text: string, manner: 'at-once' | 'paced' = 'at-once'): void {
    if (this.#isOver) return;
    this.#texts.push(text);
    this.#characters += text.length;
    if (this.#characters > mostWaiting) return this.#overflow('too much waits for it');
    // Asked first: reading the clock for every event of every client would cost more than the event.
    if (this.#immediate !== undefined || (manner === 'paced' && this.#timer !== undefined)) return;
    const wait = manner === 'paced' ? this.#lastWrite + pace - performance.now() : 0;
    if (wait <= 0) this.#immediate = setImmediate(() => this.flush());
    else this.#timer ??= setTimeout(() => this.flush(), wait);
  }

  flush(): void {
    clearImmediate(this.#immediate);
    clearTimeout(this.#timer);
    this.#immediate = undefined;
    this.#timer = undefined;
    this.#lastWrite = performance.now();
    const { socket } = this.options;
    if (this.#isOver || this.#texts.length === 0) return;
    const text = this.#texts.length === 1 ? (this.#texts[0] ?? '') : this.#texts.join('');
    this.#texts = [];
    this.#characters = 0;
    const isTaken = socket.write(text, 'utf8');
    if (socket.writableLength > mostWaiting) return this.#overflow('too much waits for it');
    if (isTaken || this.#cancelTimeout !== undefined) return;
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
