/** A line of an AGI program. A line that is too long is not kept, only noted. */
export type AgiLine = { readonly kind: 'command'; readonly text: string } | { readonly kind: 'too-long' };

/** Bytes that a command may have, its line feed not counted. */
export const maxLineBytes = 8192;

const lineFeed = 0x0a;

/** Cuts a byte stream into lines, wherever the stream was split. Keeps `maxLineBytes` at most. */
export class LineReader {
  #parts: Buffer[] = [];
  #size = 0;
  #isTooLong = false;

  /** The lines that are complete now. */
  push(chunk: Buffer): AgiLine[] {
    const lines: AgiLine[] = [];
    let from = 0;
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, from)) {
      this.#keep(chunk.subarray(from, at));
      lines.push(this.#take());
      from = at + 1;
    }
    this.#keep(chunk.subarray(from));
    return lines;
  }

  /** The stream has ended: what came after the last line feed counts as a line. */
  end(): AgiLine[] {
    return this.#size > 0 || this.#isTooLong ? [this.#take()] : [];
  }

  #keep(part: Buffer): void {
    if (part.length === 0 || this.#isTooLong) return;
    this.#size += part.length;
    this.#isTooLong = this.#size > maxLineBytes;
    // Copied: a small part must not keep the whole chunk of the socket alive.
    if (this.#isTooLong) this.#parts = [];
    else this.#parts.push(Buffer.from(part));
  }

  #take(): AgiLine {
    const line: AgiLine = this.#isTooLong
      ? { kind: 'too-long' }
      : { kind: 'command', text: Buffer.concat(this.#parts).toString('utf8').replace(/\r$/, '') };
    this.#parts = [];
    this.#size = 0;
    this.#isTooLong = false;
    return line;
  }
}
