import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** Statistics of the database. */
export interface DatabaseUse {
  readonly pageSize: number;
  readonly lastPageNumber: number;
}

/** The file grows by this many bytes at a time. */
const step = 512 * 1024;

/** Bytes for what changes cost beside their own pages: the pages above those, and the list of free ones. */
const overhead = 256 * 1024;

/** Bytes that only deletions may use: on a full disk it must be possible to make room. */
const reserve = 128 * 1024;

/**
 * Room at the end of a database's file, filled with zeros before the native library writes there. When the disk refuses
 * it a page, lmdb overruns the memory for its own error message, and the process may end at any later time.
 */
export class ReservedRoom {
  /** All of it is backed by the disk. */
  #size: number;
  /** At most so much of it is in use. */
  #used: number;
  #pageSize = 4096;

  constructor(
    private readonly file: string,
    private readonly use: () => DatabaseUse,
  ) {
    this.#size = statSync(file).size;
    this.#used = this.#measured();
  }

  /** Takes what a change that stores this many bytes needs, a deletion none; false when there is too little. */
  take(bytes: number): boolean {
    if (this.#used + this.#needed(bytes) > this.#size) return false;
    this.#used += this.#pagesFor(bytes);
    return true;
  }

  /**
   * Reserves space for such a change. Only while nothing is being written: the database must not grow at the same time.
   */
  async make(bytes: number): Promise<void> {
    this.#used = this.#measured();
    const wanted = this.#used + this.#needed(bytes);
    if (wanted > this.#size) await this.#grow(wanted + step);
  }

  /** What the disk refuses is not made up for: what there is can still be taken. */
  async #grow(size: number): Promise<void> {
    const handle = await open(this.file, 'r+');
    try {
      const zeros = Buffer.alloc(step);
      // The last write before a limit may be cut short; the next one is told why.
      while (this.#size < size) {
        const { bytesWritten } = await handle.write(zeros, 0, Math.min(step, size - this.#size), this.#size);
        this.#size += bytesWritten;
      }
    } finally {
      await handle.close();
    }
  }

  #measured(): number {
    const { lastPageNumber, pageSize } = this.use();
    this.#pageSize = pageSize;
    return (lastPageNumber + 1) * pageSize;
  }

  #needed(bytes: number): number {
    return this.#pagesFor(bytes) + overhead + (bytes > 0 ? reserve : 0);
  }

  /** A changed page is rewritten, and may have to be split. */
  #pagesFor(bytes: number): number {
    return (Math.ceil(bytes / this.#pageSize) + 2) * this.#pageSize;
  }
}
