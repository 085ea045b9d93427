import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { AudioFileError } from './audio-file-error';
import type { FileFacts, WantedBytes } from './formats/header-parser';

/** A regular file with random access. All errors are AudioFileErrors. */
export class SourceFile implements FileFacts {
  #descriptor: number | undefined;

  private constructor(
    readonly path: string,
    descriptor: number,
    /** Bytes at the time of opening. */
    readonly size: number,
  ) {
    this.#descriptor = descriptor;
  }

  static open(path: string): SourceFile {
    const descriptor = opened(path);
    try {
      const stats = fstatSync(descriptor);
      if (!stats.isFile()) throw new AudioFileError(path, 'it is not a regular file');
      return new SourceFile(path, descriptor, stats.size);
    } catch (error) {
      closeSync(descriptor);
      throw AudioFileError.from(path, error);
    }
  }

  /** Fills the target as far as the file goes, and returns the number of bytes. */
  readAt(position: number, target: Uint8Array): number {
    if (this.#descriptor === undefined) throw new AudioFileError(this.path, 'it is closed already');
    try {
      let filled = 0;
      while (filled < target.length) {
        const got = readSync(this.#descriptor, target, filled, target.length - filled, position + filled);
        if (got === 0) break;
        filled += got;
      }
      return filled;
    } catch (error) {
      throw AudioFileError.from(this.path, error);
    }
  }

  /** As much as is available. */
  bytesAt({ position, length }: WantedBytes): Buffer {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, this.readAt(position, bytes));
  }

  close(): void {
    if (this.#descriptor === undefined) return;
    const descriptor = this.#descriptor;
    this.#descriptor = undefined;
    closeSync(descriptor);
  }
}

function opened(path: string): number {
  try {
    // Without O_NONBLOCK, a named pipe would block the thread until it is written to.
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw AudioFileError.from(path, error);
  }
}
