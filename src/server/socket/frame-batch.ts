/** Writes bytes in order. */
export interface ByteSink {
  readonly write: (bytes: Buffer) => unknown;
}

const finalText = 0x81;
const twoBytes = 126;
const eightBytes = 127;
const longestHeader = 10;
/** Bytes for each unit of a JavaScript string. */
const longestCharacter = 3;

/**
 * Text messages that are sent together: framed as a server frames them, unmasked and whole (RFC 6455 §5.2), in one
 * piece of memory and by one write. The library would make two writes of each.
 */
export class FrameBatch {
  #texts: string[] = [];
  #characters = 0;

  constructor(private readonly sink: ByteSink) {}

  /** Queued bytes, at most: they are counted when they are sent. */
  get maxSize(): number {
    return this.#texts.length * longestHeader + this.#characters * longestCharacter;
  }

  add(text: string): void {
    this.#texts.push(text);
    this.#characters += text.length;
  }

  /** Sends the messages added since the last flush. Returns how many bytes that were. */
  flush(): number {
    const texts = this.#texts;
    if (texts.length === 0) return 0;
    this.#texts = [];
    this.#characters = 0;
    const frames = framed(texts);
    this.sink.write(frames);
    return frames.length;
  }
}

const maskBytes = 4;

/** Size in bytes of a text message as sent by a client. */
export function maskedFrameLength(text: string): number {
  return frameLength(Buffer.byteLength(text), true);
}

/** Size of a frame with this many bytes of payload. */
export function frameLength(payload: number, isMasked: boolean): number {
  return headerLength(payload) + (isMasked ? maskBytes : 0) + payload;
}

function headerLength(length: number): number {
  return headerSpace(length).length;
}

const longestSpace = '\0'.repeat(longestHeader);

/** As many characters as the header of a message of this length has bytes. */
function headerSpace(length: number): string {
  if (length < twoBytes) return '\0\0';
  return length <= 0xffff ? '\0\0\0\0' : longestSpace;
}

function framed(texts: readonly string[]): Buffer {
  return framedAscii(texts) ?? framedUnicode(texts);
}

/**
 * As nearly all texts: measured and copied all at once, with space for the headers between them. Undefined when one of
 * them has another character.
 */
function framedAscii(texts: readonly string[]): Buffer | undefined {
  let spaced = '';
  for (const text of texts) spaced += headerSpace(text.length) + text;
  // As many bytes as characters.
  if (Buffer.byteLength(spaced) !== spaced.length) return undefined;
  const frames = Buffer.allocUnsafe(spaced.length);
  frames.write(spaced, 'latin1');
  let end = 0;
  for (const { length } of texts) end = writeHeader(frames, end, length) + length;
  return frames;
}

function framedUnicode(texts: readonly string[]): Buffer {
  let size = 0;
  for (const text of texts) size += frameLength(Buffer.byteLength(text), false);
  const frames = Buffer.allocUnsafe(size);
  let end = 0;
  for (const text of texts) {
    const body = writeHeader(frames, end, Buffer.byteLength(text));
    end = body + frames.write(text, body);
  }
  return frames;
}

function writeHeader(frames: Buffer, start: number, length: number): number {
  const second = frames.writeUInt8(finalText, start);
  if (length < twoBytes) return frames.writeUInt8(length, second);
  if (length <= 0xffff) return frames.writeUInt16BE(length, frames.writeUInt8(twoBytes, second));
  return frames.writeBigUInt64BE(BigInt(length), frames.writeUInt8(eightBytes, second));
}
