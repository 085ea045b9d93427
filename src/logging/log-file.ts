import type { FileHandle } from 'node:fs/promises';
import { lstat, open } from 'node:fs/promises';
import { LineWriter } from './line-writer';
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

/** A log file and the writer that appends to it. Owns the open file, and goes on in a fresh one when it is full. */
export class LogFile {
  #size: number;
  #isRotating = false;
  #handle: FileHandle;
  readonly #writer: LineWriter;
  #closing: Promise<void> | undefined;

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
    this.#writer.write(line);
    this.#size += line.length;
    if (this.#size > this.options.rotation().maxBytes && !this.#isRotating) void this.#rotateWhenFull();
  }

  /** Goes on in a fresh file. When that fails, lines go where they went before, and the error is thrown. */
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

  flush(): Promise<void> {
    return this.#writer.flush();
  }

  flushSync(): void {
    this.#writer.flushSync();
  }

  close(): Promise<void> {
    this.#closing ??= this.#writer.close().then(() => this.#handle.close());
    return this.#closing;
  }

  /** Where others move files, they also decide how large they become. */
  async #rotateWhenFull(): Promise<void> {
    const { strategy, keep, maxBytes } = this.options.rotation();
    if (strategy === 'none') return;
    this.#isRotating = true;
    try {
      // Enough may have been logged meanwhile to fill the fresh one, too.
      while (this.#size > maxBytes && this.#closing === undefined) {
        await this.rotate(strategy);
        await removeOldest(this.path, { strategy, keep });
      }
    } catch (error) {
      this.#size = 0;
      this.options.onFailure(error);
    }
    this.#isRotating = false;
  }

  async #openFresh(strategy: RotateStrategy): Promise<FileHandle> {
    const { flags, clock } = this.options;
    const found = await lstat(this.path).catch(() => undefined);
    // Somebody who took the file away has rotated already; and what is no file (a device, a link) is not ours to move.
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
