import type { AgiLine } from './line-reader';

/** The lines that a program has sent and nobody has taken yet. */
export class LineInbox {
  readonly #lines: AgiLine[] = [];
  readonly #listeners = new Set<() => void>();
  #isClosed = false;
  #arrived: () => void = () => undefined;

  get size(): number {
    return this.#lines.length;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  add(lines: readonly AgiLine[]): void {
    if (this.#isClosed || lines.length === 0) return;
    this.#lines.push(...lines);
    this.#tell();
  }

  /** Undefined once it is closed and empty. */
  async next(): Promise<AgiLine | undefined> {
    if (this.#lines.length === 0 && !this.#isClosed) await new Promise<void>((resolve) => (this.#arrived = resolve));
    return this.#lines.shift();
  }

  /** No more lines come; those that are here can still be taken. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#tell();
  }

  /** Like `close`, and what is here is thrown away. */
  discard(): void {
    this.#lines.length = 0;
    this.close();
  }

  onNews(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #tell(): void {
    this.#arrived();
    for (const listener of [...this.#listeners]) listener();
  }
}
