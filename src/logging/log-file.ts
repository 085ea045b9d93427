import type { FileHandle } from 'node:fs/promises';
import { lstat, open } from 'node:fs/promises';
import { LineWriter, maxWaiting } from './line-writer';
import type { WriterOptions } from './line-writer';
import { moveAside, removeOldest } from './rotation';
import type { RotateStrategy } from './rotation';

export interface LogFileOptions extends WriterOptions {
  /** As it is configured now. */
  readonly rotation: () => Rotation;
  /** As for open(2); what comes from the configuration may follow links, what comes from the network may not. */
  readonly flags: string | number;
}

/** When a file is full, and how many full ones are kept. */
export interface Rotation {
  readonly strategy: RotateStrategy;
  readonly maxBytes: number;
  readonly keep: number;
}

/** A log file and the writer that appends to it. Owns the open file, and rotates it when it is full. */
export class LogFile {
  /** Bytes, including those being written. */
  #size: number;
  #isRotating = false;
  /** Lines for the new file during rotation. */
  #held: string[] = [];
  #heldCharacters = 0;
  #handle: FileHandle;
  readonly #writer: LineWriter;
  #closing: Promise<void> | undefined;
  #rotated: Promise<void> = Promise.resolve();

  private constructor(
    readonly path: string,
    { handle, size }: { readonly handle: FileHandle; readonly size: number },
    private readonly options: LogFileOptions,
  ) {
    this.#handle = handle;
    this.#size = size;
    this.#writer = new LineWriter(handle.fd, options);
  }

  static async open(path: string, options: LogFileOptions): Promise<LogFile> {
    const handle = await open(path, options.flags, 0o640);
    const { size } = await handle.stat();
    return new LogFile(path, { handle, size }, options);
  }

  get works(): boolean {
    return this.#writer.works;
  }

  write(line: string): void {
    if (this.#isRotating) return this.#hold(line);
    const bytes = Buffer.byteLength(line);
    const { strategy, maxBytes } = this.options.rotation();
    // With external rotation the size is not limited here.
    if (strategy === 'none' || this.#size === 0 || this.#size + bytes <= maxBytes) {
      this.#size += bytes;
      return this.#writer.write(line);
    }
    this.#hold(line);
    void this.#rotateFull(strategy);
  }

  /** Rotates. When that fails, lines go to the old file, and the error is thrown. */
  async rotate(strategy: RotateStrategy): Promise<void> {
    if (this.#closing !== undefined) throw new Error('its file is closed');
    let old: FileHandle | undefined;
    await this.#writer.replace(async () => {
      const fresh = await this.#openFresh(strategy);
      old = this.#handle;
      this.#handle = fresh;
      // What was logged meanwhile goes into the fresh file.
      this.#size = this.#writer.waiting;
      return fresh.fd;
    });
    // Only now: until the swap is done, a dying process still writes to the old file.
    await old?.close();
  }

  async flush(): Promise<void> {
    while (this.#isRotating) await this.#rotated;
    await this.#writer.flush();
  }

  /** A process that is about to die does not wait for a fresh file. */
  flushSync(): void {
    for (const line of this.#takeHeld()) this.#writer.write(line);
    this.#writer.flushSync();
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    await this.#rotated;
    for (const line of this.#takeHeld()) this.#writer.write(line);
    await this.#writer.close();
    await this.#handle.close();
  }

  #hold(line: string): void {
    if (this.#heldCharacters > maxWaiting) return this.#writer.lose();
    this.#held.push(line);
    this.#heldCharacters += line.length;
  }

  #takeHeld(): readonly string[] {
    const held = this.#held;
    this.#held = [];
    this.#heldCharacters = 0;
    return held;
  }

  #rotateFull(strategy: Exclude<RotateStrategy, 'none'>): Promise<void> {
    this.#isRotating = true;
    this.#rotated = this.#goOnInFresh(strategy);
    return this.#rotated;
  }

  async #goOnInFresh(strategy: Exclude<RotateStrategy, 'none'>): Promise<void> {
    try {
      await this.rotate(strategy);
      await removeOldest(this.path, { strategy, keep: this.options.rotation().keep });
    } catch (error) {
      this.#size = 0;
      this.options.onFailure(error);
    }
    this.#isRotating = false;
    // There may be enough of them to fill the fresh one, too.
    for (const line of this.#takeHeld()) this.write(line);
  }

  async #openFresh(strategy: RotateStrategy): Promise<FileHandle> {
    const { flags, clock } = this.options;
    const found = await lstat(this.path).catch(() => undefined);
    // A missing file has already been rotated externally; and anything but a regular file (a device, a link) is not
    // moved.
    const moveBack = await moveAside(this.path, {
      strategy: found?.isFile() === true ? strategy : 'none',
      now: clock.now(),
    });
    try {
      return await open(this.path, flags, 0o640);
    } catch (error) {
      await moveBack().catch(() => undefined);
      throw error;
    }
  }
}
