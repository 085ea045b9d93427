import type { Readable, Writable } from 'node:stream';
import type { AgiLine } from './line-reader';
import { LineReader } from './line-reader';

/**
 * Lines in and text out over a pair of streams, which their owner closes. While a line waits to be taken nothing more is
 * read, so that a program that sends without end fills its own buffers and not ours.
 */
export class StreamConversation {
  readonly #reader = new LineReader();
  #isEnded = false;
  #canWrite = true;
  readonly #listeners = new Set<() => void>();
  #arrived: () => void = () => undefined;
  /** Those who wait for room. */
  readonly #waiting = new Set<() => void>();

  constructor(
    private readonly input: Readable,
    private readonly output: Writable,
  ) {
    input.on('data', (chunk: Buffer) => this.#read(chunk));
    for (const over of ['end', 'close', 'error']) input.on(over, () => this.#end());
    output.on('drain', () => this.#release());
    for (const gone of ['close', 'error']) output.on(gone, () => this.#stopWriting());
  }

  readonly next = async (): Promise<AgiLine | undefined> => {
    if (!this.#reader.hasLine && !this.#isEnded) {
      this.input.resume();
      await new Promise<void>((resolve) => (this.#arrived = resolve));
    }
    return this.#reader.take();
  };

  readonly hasNews = (): boolean => this.#reader.hasLine || this.#isEnded;

  readonly onNews = (listener: () => void): (() => void) => {
    // Whether the program sends something while a command runs is only seen by reading.
    if (!this.#reader.hasLine) this.input.resume();
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly send = async (text: string): Promise<void> => {
    if (!this.#canWrite || this.output.write(text)) return;
    await new Promise<void>((resolve) => this.#waiting.add(resolve));
  };

  /** Accepts no more lines, and releases pending reads. */
  stop(): void {
    this.#isEnded = true;
    this.#reader.clear();
    this.#tell();
    this.#stopWriting();
  }

  #read(chunk: Buffer): void {
    if (this.#isEnded) return;
    this.#reader.push(chunk);
    if (!this.#reader.hasLine) return;
    this.input.pause();
    this.#tell();
  }

  #end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#reader.end();
    this.#tell();
  }

  #tell(): void {
    this.#arrived();
    for (const listener of [...this.#listeners]) listener();
  }

  #stopWriting(): void {
    this.#canWrite = false;
    this.#release();
  }

  #release(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
