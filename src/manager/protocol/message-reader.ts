import { Message } from './message';

/** Bytes of a line, without its end. */
export const longestLine = 1024;
/** Header fields of a message. */
export const mostHeaders = 128;

/** What was wrong with a message that could be delimited, but not read. */
export type Malformation = 'line-too-long' | 'too-many-headers' | 'line-break';

/** How a client is told. */
export const malformations: Readonly<Record<Malformation, string>> = {
  'line-too-long': `A line is longer than ${longestLine} bytes`,
  'too-many-headers': `A message has more than ${mostHeaders} lines`,
  'line-break': 'A field has a line break, or its name a colon',
};

/** What is wrong with fields that came by other means than lines; undefined when they could have been lines. */
export function fieldsProblem(fields: readonly (readonly [name: string, value: string])[]): Malformation | undefined {
  if (fields.length > mostHeaders) return 'too-many-headers';
  if (fields.some(([name, value]) => /[\r\n:]/.test(name) || /[\r\n]/.test(value))) return 'line-break';
  return fields.some(([name, value]) => Buffer.byteLength(`${name}: ${value}`) > longestLine)
    ? 'line-too-long'
    : undefined;
}

export interface ReadMessage {
  readonly message: Message;
  /** The message has an ActionID if that line could be read. */
  readonly problem: Malformation | undefined;
}

const [lineFeed, carriageReturn] = [10, 13];

/**
 * Cuts what arrives into messages: lines `Name: value`, closed by an empty line. A line may end with CRLF or LF. Memory
 * is bounded: what exceeds a limit is skipped, and its message is delivered with the problem.
 */
export class MessageReader {
  #line: Buffer[] = [];
  #lineBytes = 0;
  #headers: [name: string, value: string][] = [];
  #problem: Malformation | undefined;

  /** The messages that are complete with this chunk, in order. */
  *read(chunk: Buffer): Generator<ReadMessage> {
    let start = 0;
    while (start < chunk.length) {
      const end = chunk.indexOf(lineFeed, start);
      this.#collect(chunk.subarray(start, end === -1 ? undefined : end));
      if (end === -1) return;
      start = end + 1;
      const complete = this.#endLine();
      if (complete !== undefined) yield complete;
    }
  }

  #collect(part: Buffer): void {
    this.#lineBytes += part.length;
    // One byte more than allowed, for the CR of a longest line.
    if (this.#lineBytes > longestLine + 1) {
      this.#line = [];
      return;
    }
    if (part.length > 0) this.#line.push(Buffer.from(part));
  }

  #endLine(): ReadMessage | undefined {
    const [parts, bytes] = [this.#line, this.#lineBytes];
    this.#line = [];
    this.#lineBytes = 0;
    const line = parts.length === 1 ? (parts[0] ?? Buffer.alloc(0)) : Buffer.concat(parts);
    const content = line.at(-1) === carriageReturn ? line.subarray(0, -1) : line;
    if (bytes > longestLine + 1 || content.length > longestLine) this.#problem ??= 'line-too-long';
    else if (content.length === 0) return this.#endMessage();
    else if (this.#headers.length >= mostHeaders) this.#problem ??= 'too-many-headers';
    else this.#headers.push(headerOf(content.toString('utf8')));
    return undefined;
  }

  /** Empty lines between messages mean nothing. */
  #endMessage(): ReadMessage | undefined {
    if (this.#headers.length === 0 && this.#problem === undefined) return undefined;
    const complete = { message: new Message(this.#headers), problem: this.#problem };
    this.#headers = [];
    this.#problem = undefined;
    return complete;
  }
}

/** A line without a colon is a name without a value. */
function headerOf(line: string): [string, string] {
  const colon = line.indexOf(':');
  return colon === -1 ? [line.trim(), ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
}
