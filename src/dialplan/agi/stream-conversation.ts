import type { Readable, Writable } from 'node:stream';
import type { AgiLine } from './line-reader';
import { LineReader } from './line-reader';
import { LineInbox } from './line-inbox';

/** Lines that may wait; the program is not read from until there are fewer. */
const maxWaitingLines = 64;

/** Lines in and text out over a pair of streams. Both are closed by their owner. */
export class StreamConversation {
  readonly #inbox = new LineInbox();
  readonly #reader = new LineReader();
  /** Those who wait for room. */
  readonly #waiting = new Set<() => void>();
  #canWrite = true;

  constructor(
    private readonly input: Readable,
    private readonly output: Writable,
  ) {
    input.on('data', (chunk: Buffer) => this.#read(chunk));
    input.on('end', () => {
      this.#inbox.add(this.#reader.end());
      this.#inbox.close();
    });
    for (const gone of ['close', 'error']) input.on(gone, () => this.#inbox.close());
    output.on('drain', () => this.#release());
    for (const gone of ['close', 'error']) output.on(gone, () => this.#stopWriting());
  }

  readonly next = async (): Promise<AgiLine | undefined> => {
    const line = await this.#inbox.next();
    if (this.#inbox.size < maxWaitingLines) this.input.resume();
    return line;
  };

  readonly hasNews = (): boolean => this.#inbox.size > 0 || this.#inbox.isClosed;

  readonly onNews = (listener: () => void): (() => void) => this.#inbox.onNews(listener);

  readonly send = async (text: string): Promise<void> => {
    if (!this.#canWrite || this.output.write(text)) return;
    await new Promise<void>((resolve) => this.#waiting.add(resolve));
  };

  /** Takes no more lines, and lets go of whoever waits. */
  stop(): void {
    this.#inbox.discard();
    this.#stopWriting();
  }

  #read(chunk: Buffer): void {
    this.#inbox.add(this.#reader.push(chunk));
    if (this.#inbox.size >= maxWaitingLines) this.input.pause();
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
