import { write, writeSync } from 'node:fs';
import type { Clock } from '../shared/time/clock';
import { errorCode } from './system-reason';

export interface WriterOptions {
  readonly clock: Clock;
  /** Called when writing begins to fail, not again until it has worked in between. */
  readonly onFailure: (error: unknown) => void;
  /** Called with the number of lost lines once writing works again. */
  readonly onLoss: (lines: number) => void;
}

/** Characters that may wait for a slow disk or terminal before lines are dropped and counted instead. */
export const maxWaiting = 8 * 1024 * 1024;
const largestPiece = 64 * 1024;
const retryDelay = 20;
const maxTries = 25;
const nothing = Buffer.alloc(0);

/**
 * Appends lines to an open file without blocking: what is logged in one turn of the event loop is written
 * in one piece, off this thread, and never more than one piece at a time. Does not own the descriptor.
 */
export class LineWriter {
  #lines: string[] = [];
  #waiting = 0;
  #lost = 0;
  #failing = false;
  #scheduled = false;
  #closed = false;
  /** What is left of the piece being written, and how much of that another thread is busy with. */
  #rest: Buffer = nothing;
  #handedOver = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(
    private descriptor: number,
    private readonly options: WriterOptions,
  ) {}

  /** Whether the last attempt to write succeeded. */
  get works(): boolean {
    return !this.#failing;
  }

  /** Characters that are not on their way yet. */
  get waiting(): number {
    return this.#waiting;
  }

  write(line: string): void {
    if (this.#closed) return;
    if (this.#waiting > maxWaiting) {
      this.#lost += 1;
      return;
    }
    this.#lines.push(line);
    this.#waiting += line.length;
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => void this.flush());
  }

  /** Counts a line that could not be kept. */
  lose(): void {
    this.#lost += 1;
  }

  /** Resolves when everything logged so far is handed to the operating system, or lost. */
  flush(): Promise<void> {
    return this.#inTurn(() => this.#writeWaiting());
  }

  /**
   * Lets the caller swap the file underneath: lines logged before go to the old one, lines logged meanwhile wait for
   * the new one.
   */
  replace(next: () => Promise<number>): Promise<void> {
    return this.#inTurn(async () => {
      await this.#writeWaiting();
      this.descriptor = await next();
    });
  }

  /**
   * For a process that is about to die and will not come back to its event loop. What another thread is writing at
   * this moment is left to it: Node lets it finish.
   */
  flushSync(): void {
    const piece = Buffer.concat([this.#rest.subarray(this.#handedOver), Buffer.from(this.#take().join(''))]);
    this.#rest = this.#rest.subarray(0, this.#handedOver);
    try {
      for (let done = 0, tries = 0; done < piece.length && tries < maxTries;) {
        const written = writeNow(this.descriptor, piece.subarray(done));
        done += written;
        tries = written === 0 ? tries + 1 : 0;
      }
    } catch {
      // There is no listener left.
    }
  }

  /** Writes what is waiting; later lines are ignored. The descriptor is free to be closed afterwards. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.flush();
  }

  #inTurn(task: () => Promise<void>): Promise<void> {
    const turn = this.#last.then(task);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #writeWaiting(): Promise<void> {
    const lines = this.#take();
    if (lines.length === 0) return;
    try {
      await this.#writeAll(Buffer.from(lines.join('')));
    } catch (error) {
      this.#rest = nothing;
      this.#lost += lines.length;
      this.#reportFailure(error);
      return;
    }
    this.#failing = false;
    const lost = this.#lost;
    this.#lost = 0;
    if (lost > 0) this.options.onLoss(lost);
  }

  #reportFailure(error: unknown): void {
    if (this.#failing) return;
    this.#failing = true;
    this.options.onFailure(error);
  }

  #take(): readonly string[] {
    const lines = this.#lines;
    this.#lines = [];
    this.#waiting = 0;
    this.#scheduled = false;
    return lines;
  }

  async #writeAll(piece: Buffer): Promise<void> {
    this.#rest = piece;
    while (this.#rest.length > 0) this.#rest = this.#rest.subarray(await this.#writeSome(this.#rest));
  }

  /** A console may be a pipe in non-blocking mode, whose reader has to catch up first. */
  #writeSome(rest: Buffer): Promise<number> {
    const piece = wholeLines(rest);
    return new Promise((resolve, reject) => {
      this.#handedOver = piece.length;
      write(this.descriptor, piece, (error, written) => {
        this.#handedOver = 0;
        if (error === null) resolve(written);
        else if (error.code === 'EAGAIN') this.options.clock.after(retryDelay, () => resolve(0));
        else reject(error);
      });
    });
  }
}

/** As much as a pipe is likely to accept in one write, so that little is uncertain when the process dies. */
function wholeLines(text: Buffer): Buffer {
  if (text.length <= largestPiece) return text;
  const end = text.lastIndexOf('\n', largestPiece - 1) + 1;
  return text.subarray(0, end === 0 ? largestPiece : end);
}

/** Zero when the reader of a non-blocking pipe has to catch up first; then a moment has passed. */
function writeNow(descriptor: number, piece: Buffer): number {
  try {
    return writeSync(descriptor, piece);
  } catch (error) {
    if (errorCode(error) !== 'EAGAIN') throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryDelay);
    return 0;
  }
}
