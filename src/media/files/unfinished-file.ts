import { closeSync, fsyncSync, ftruncateSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AudioFileError } from './audio-file-error';
import { unfinishedName } from './unfinished-name';

const bufferSize = 16 * 1024;

/**
 * A file that nobody sees under its name until it is complete: it grows under a hidden name beside it. All that goes
 * wrong is an AudioFileError.
 */
export class UnfinishedFile {
  readonly #buffer = new Uint8Array(bufferSize);
  readonly #hidden: string;
  #buffered = 0;
  #written = 0;
  #descriptor: number | undefined;

  constructor(readonly path: string) {
    const { hidden, descriptor } = this.#tried(() => created(path));
    this.#hidden = hidden;
    this.#descriptor = descriptor;
  }

  /** Bytes so far. */
  get length(): number {
    return this.#written + this.#buffered;
  }

  append(bytes: Uint8Array): void {
    this.#tried((descriptor) => {
      let taken = 0;
      while (taken < bytes.length) {
        if (this.#buffered === bufferSize) this.#flush(descriptor);
        const count = Math.min(bytes.length - taken, bufferSize - this.#buffered);
        this.#buffer.set(bytes.subarray(taken, taken + count), this.#buffered);
        this.#buffered += count;
        taken += count;
      }
    });
  }

  /** Forgets all bytes beyond a length. */
  cut(length: number): void {
    if (length >= this.length) return;
    this.#tried((descriptor) => {
      this.#buffered = Math.max(0, length - this.#written);
      if (length >= this.#written) return;
      ftruncateSync(descriptor, length);
      this.#written = length;
    });
  }

  /** Gives the file its name, and replaces what had it. On disk when this returns; gone when it throws. */
  publish(head: Uint8Array): void {
    try {
      this.#tried((descriptor) => {
        this.#flush(descriptor);
        writeAll(descriptor, head, 0);
        fsyncSync(descriptor);
        this.#close();
        renameSync(this.#hidden, this.path);
      });
    } catch (error) {
      this.remove();
      throw error;
    }
    syncFolder(dirname(this.path));
  }

  /** Leaves nothing. Harmless when repeated, and after the file has its name. */
  remove(): void {
    this.#tried(() => {
      this.#close();
      rmSync(this.#hidden, { force: true });
    });
  }

  #flush(descriptor: number): void {
    writeAll(descriptor, this.#buffer.subarray(0, this.#buffered), this.#written);
    this.#written += this.#buffered;
    this.#buffered = 0;
  }

  #close(): void {
    if (this.#descriptor === undefined) return;
    const descriptor = this.#descriptor;
    this.#descriptor = undefined;
    closeSync(descriptor);
  }

  #tried<Result>(act: (descriptor: number) => Result): Result {
    try {
      return act(this.#descriptor ?? -1);
    } catch (error) {
      throw AudioFileError.from(this.path, error);
    }
  }
}

function created(path: string): { readonly hidden: string; readonly descriptor: number } {
  const folder = dirname(path);
  makeFolder(folder, path);
  for (;;) {
    const hidden = join(folder, unfinishedName());
    try {
      return { hidden, descriptor: openSync(hidden, 'wx', 0o666) };
    } catch (error) {
      // Left by an earlier process that had the number of this one.
      if ((error as { readonly code?: unknown }).code !== 'EEXIST') throw error;
    }
  }
}

function makeFolder(folder: string, path: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    // The system's words would say that the recording exists.
    if (!['EEXIST', 'ENOTDIR'].includes(String((error as { readonly code?: unknown }).code))) throw error;
    throw new AudioFileError(path, 'a file stands where a folder is needed', { cause: error });
  }
}

/** The system may take less than it is given. */
function writeAll(descriptor: number, bytes: Uint8Array, position: number): void {
  let done = 0;
  while (done < bytes.length) done += writeSync(descriptor, bytes, done, bytes.length - done, position + done);
}

/** The name itself is on disk only when its folder is. Not every file system can do that, and then it does it anyway. */
function syncFolder(folder: string): void {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(folder, 'r');
    fsyncSync(descriptor);
  } catch {
    // The recording is complete under its name; only a power cut in this very moment could take the name back.
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
