import type { Clock } from '../../shared/time/clock';

export interface WriteWatchDeps {
  readonly clock: Pick<Clock, 'after'>;
  /** Milliseconds that a write may take; 0 for no limit. */
  readonly timeout: number;
  /** Bytes that the connection has not accepted yet. */
  readonly waiting: () => number;
  readonly onTimeout: () => void;
}

/**
 * Detects a connection that accepts no more data. The timer runs only while data is queued: a connection that reads, as
 * nearly all do, costs nothing.
 */
export class WriteWatch {
  #written = 0;
  #cancel: (() => void) | undefined;
  #isClosed = false;

  constructor(private readonly deps: WriteWatchDeps) {}

  /** To be called after each write. */
  wrote(bytes: number): void {
    this.#written += bytes;
    if (this.#cancel === undefined) this.#watch();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #watch(): void {
    const { clock, timeout, waiting } = this.deps;
    if (timeout === 0 || this.#isClosed || waiting() === 0) return;
    const taken = this.#taken;
    this.#cancel = clock.after(timeout, () => {
      // When this process itself was blocked for that long, the connection gets another chance first.
      setImmediate(() => this.#judge(taken));
    });
  }

  #judge(before: number): void {
    this.#cancel = undefined;
    if (this.#isClosed) return;
    if (this.deps.waiting() > 0 && this.#taken <= before) this.deps.onTimeout();
    else this.#watch();
  }

  get #taken(): number {
    return this.#written - this.deps.waiting();
  }
}
