/** A line of an AGI program. A line that is too long is not kept, only noted. */
export type AgiLine = { readonly kind: 'command'; readonly text: string } | { readonly kind: 'too-long' };

/** Bytes that a command may have, its line feed not counted. */
export const maxLineBytes = 8192;

const lineFeed = 0x0a;

/**
 * Cuts a byte stream into lines, wherever the stream was split. Lines are made one by one as they are taken: of a chunk
 * with thousands of them only the bytes are kept.
 */
export class LineReader {
  /** Not looked at yet, but for what `#from` leaves out of the first one. */
  readonly #chunks: Buffer[] = [];
  #from = 0;
  /** The beginning of a line whose end has not come yet. */
  #parts: Buffer[] = [];
  #size = 0;
  #isTooLong = false;
  #ready: AgiLine | undefined;
  #isEnded = false;

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  /** End of input: the text after the last line feed counts as a line. */
  end(): void {
    this.#isEnded = true;
  }

  /** Forgets everything that was not taken. */
  clear(): void {
    this.#chunks.length = 0;
    this.#ready = undefined;
    this.#reset();
  }

  get hasLine(): boolean {
    this.#ready ??= this.#read();
    return this.#ready !== undefined;
  }

  /** The next line; undefined when none is complete. */
  take(): AgiLine | undefined {
    const line = this.#ready ?? this.#read();
    this.#ready = undefined;
    return line;
  }

  #read(): AgiLine | undefined {
    for (let [chunk] = this.#chunks; chunk !== undefined; [chunk] = this.#chunks) {
      const at = chunk.indexOf(lineFeed, this.#from);
      this.#keep(chunk.subarray(this.#from, at === -1 ? undefined : at));
      this.#from = at + 1;
      if (at !== -1) return this.#complete();
      this.#chunks.shift();
    }
    return this.#isEnded && (this.#size > 0 || this.#isTooLong) ? this.#complete() : undefined;
  }

  #keep(part: Buffer): void {
    if (part.length === 0 || this.#isTooLong) return;
    this.#size += part.length;
    this.#isTooLong = this.#size > maxLineBytes;
    // Copied: a small part must not keep the whole chunk of the socket alive.
    if (this.#isTooLong) this.#parts = [];
    else this.#parts.push(Buffer.from(part));
  }

  #complete(): AgiLine {
    const line: AgiLine = this.#isTooLong
      ? { kind: 'too-long' }
      : { kind: 'command', text: Buffer.concat(this.#parts).toString('utf8').replace(/\r$/, '') };
    this.#reset();
    return line;
  }

  #reset(): void {
    this.#parts = [];
    this.#size = 0;
    this.#isTooLong = false;
  }
}
