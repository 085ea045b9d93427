import type { FileHandle } from 'node:fs/promises';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { AudioFileError } from '../audio-file-error';
import { DiskQueue } from './disk-queue';
import type { HiddenFile } from './hidden-file';
import { makeHiddenFile } from './hidden-file';
import { nameIfFree } from './name-if-free';

const blockSize = 16 * 1024;

/** Bytes that may wait for the disk: two minutes of telephone audio. */
const maxWaiting = 2 * 1024 * 1024;

export interface UnfinishedFileOptions {
  /** The final name. */
  readonly path: string;
  /** Whether it fails instead of replacing an existing file. */
  readonly isNew: boolean;
  readonly channels: 1 | 2;
  /** Whether it continues the existing file. */
  readonly appends: boolean;
  /** Writes the beginning of the new file, and returns its length. */
  readonly begin: (file: FileHandle) => Promise<number>;
}

/**
 * A file that is written under a hidden name and renamed when it is complete. Callers never wait for the disk;
 * unwritten data is kept in memory. All errors are AudioFileErrors.
 */
export class UnfinishedFile {
  /** Resolves when the file exists with its beginning; when rejected, nothing was created. */
  readonly ready: Promise<void>;
  readonly #disk = new DiskQueue();
  #handle: FileHandle | undefined;
  #hidden: HiddenFile | undefined;
  #start = 0;
  #block = new Uint8Array(blockSize);
  #filled = 0;
  /** A written block, for reuse. */
  #spare: Uint8Array<ArrayBuffer> | undefined;
  /** Bytes handed to the disk queue, and those of them not written yet. */
  #handedOver = 0;
  #waiting = 0;
  #failure: AudioFileError | undefined;

  constructor(private readonly options: UnfinishedFileOptions) {
    this.ready = this.#orNothing(this.#disk.add(() => this.#attempt(() => this.#create())));
    // A caller that does not await it gets the error from the next call.
    this.ready.catch(() => undefined);
  }

  get path(): string {
    return this.options.path;
  }

  /** Length of the beginning; 0 until it is ready. */
  get start(): number {
    return this.#start;
  }

  /** Bytes behind the beginning. */
  get length(): number {
    return this.#handedOver + this.#filled;
  }

  /** Throws an earlier error. */
  append(bytes: Uint8Array): void {
    if (this.#failure !== undefined) throw this.#failure;
    let taken = 0;
    while (taken < bytes.length) {
      if (this.#filled === blockSize) this.#handOver();
      const count = Math.min(bytes.length - taken, blockSize - this.#filled);
      this.#block.set(bytes.subarray(taken, taken + count), this.#filled);
      this.#filled += count;
      taken += count;
    }
  }

  /** Truncates to a length, counted from the end of the beginning. */
  cut(length: number): void {
    if (length >= this.length) return;
    this.#filled = Math.max(0, length - this.#handedOver);
    if (length >= this.#handedOver) return;
    this.#handedOver = length;
    this.#byTheWay((handle) => handle.truncate(this.#start + length));
  }

  /**
   * Renames the file, replacing an existing one unless it must be new. On disk when resolved; removed when rejected.
   */
  publish(head: (length: number) => Uint8Array): Promise<void> {
    return this.#orNothing(this.#publish(head));
  }

  /** Removes the file. Idempotent, and without effect after the file has its name. */
  remove(): Promise<void> {
    return this.#disk.add(async () => {
      try {
        await this.#close();
        if (this.#hidden !== undefined) await rm(this.#hidden.path, { force: true });
        await this.#leave();
      } catch (error) {
        throw AudioFileError.from(this.path, error);
      }
    });
  }

  async #create(): Promise<void> {
    const hidden = await makeHiddenFile(dirname(this.path), { ...this.options, name: basename(this.path) });
    if (hidden === 'blocked') throw new AudioFileError(this.path, 'a file stands where a folder is needed');
    this.#hidden = hidden;
    this.#handle = hidden.handle;
    this.#start = await this.options.begin(hidden.handle);
  }

  #handOver(): void {
    const bytes = this.#block.subarray(0, this.#filled);
    const block = this.#block;
    const behind = this.#handedOver;
    if (this.#waiting + bytes.length > maxWaiting)
      throw (this.#failure = new AudioFileError(this.path, 'the disk is too slow for it'));
    this.#handedOver += bytes.length;
    this.#waiting += bytes.length;
    this.#filled = 0;
    this.#block = this.#spare ?? new Uint8Array(blockSize);
    this.#spare = undefined;
    this.#byTheWay(async (handle) => {
      await writeAll(handle, bytes, this.#start + behind);
      this.#waiting -= bytes.length;
      this.#spare = block;
    });
  }

  async #publish(head: (length: number) => Uint8Array): Promise<void> {
    this.#handOver();
    await this.#inOrder(async (handle) => {
      await writeAll(handle, head(this.#start + this.#handedOver), 0);
      await handle.sync();
      await this.#close();
      if (this.#hidden !== undefined) await this.#appear(this.#hidden.path);
      await this.#leave();
      await syncFolder(dirname(this.path));
    });
  }

  async #appear(hidden: string): Promise<void> {
    if (!this.options.isNew) return rename(hidden, this.path);
    if ((await nameIfFree(hidden, this.path)) === 'named') return undefined;
    throw new AudioFileError(this.path, 'a file of that name was created during the recording');
  }

  async #leave(): Promise<void> {
    const hidden = this.#hidden;
    this.#hidden = undefined;
    await hidden?.leave();
  }

  /** An error is reported by the next call. */
  #byTheWay(operation: (handle: FileHandle) => Promise<void>): void {
    this.#inOrder(operation).catch(() => undefined);
  }

  #inOrder(operation: (handle: FileHandle) => Promise<void>): Promise<void> {
    return this.#disk.add(() =>
      this.#attempt(async () => {
        if (this.#failure !== undefined) throw this.#failure;
        if (this.#handle === undefined) throw new AudioFileError(this.path, 'it is closed already');
        await operation(this.#handle);
      }),
    );
  }

  async #attempt(operation: () => Promise<void>): Promise<void> {
    try {
      await operation();
    } catch (error) {
      this.#failure ??= AudioFileError.from(this.path, error);
      throw this.#failure;
    }
  }

  async #orNothing(done: Promise<void>): Promise<void> {
    try {
      await done;
    } catch (error) {
      // Report the first failure: a disk that cannot be written to cannot be cleaned up either.
      await this.remove().catch(() => undefined);
      throw error;
    }
  }

  async #close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    await handle?.close();
  }
}

/** The system may write only a part. */
export async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let done = 0;
  while (done < bytes.length)
    done += (await handle.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
}

/** The name itself is on disk only when its folder is. Not every file system supports that; those do it implicitly. */
async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder, 'r');
    await handle.sync();
  } catch {
    // The recording is complete under its name; only a power failure right now could revert the name.
  } finally {
    await handle?.close();
  }
}
