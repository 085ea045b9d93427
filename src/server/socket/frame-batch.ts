/** Writes bytes in order. */
export interface ByteSink {
  readonly write: (bytes: Buffer) => unknown;
}

const finalText = 0x81;
const twoBytes = 126;
const eightBytes = 127;

/**
 * Text messages that are sent together: framed as a server frames them, unmasked and whole (RFC 6455 §5.2), in one
 * piece of memory and by one write. The library would make two writes of each.
 */
export class FrameBatch {
  #texts: string[] = [];
  #bytes = 0;

  constructor(private readonly sink: ByteSink) {}

  /** Queued bytes. */
  get size(): number {
    return this.#bytes;
  }

  add(text: string): void {
    this.#texts.push(text);
    const length = Buffer.byteLength(text);
    this.#bytes += headerLength(length) + length;
  }

  /** Sends the messages added since the last flush. */
  flush(): void {
    if (this.#bytes === 0) return;
    const frames = Buffer.allocUnsafe(this.#bytes);
    let end = 0;
    for (const text of this.#texts) end = writeFrame(frames, end, text);
    this.#texts = [];
    this.#bytes = 0;
    this.sink.write(frames);
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
  if (length < twoBytes) return 2;
  return length <= 0xffff ? 4 : 10;
}

/** Returns the offset after the frame. */
function writeFrame(frames: Buffer, start: number, text: string): number {
  const length = Buffer.byteLength(text);
  const body = writeHeader(frames, start, length);
  // As many bytes as characters: pure ASCII, which is copied instead of encoded.
  return body + frames.write(text, body, length === text.length ? 'latin1' : 'utf8');
}

function writeHeader(frames: Buffer, start: number, length: number): number {
  const second = frames.writeUInt8(finalText, start);
  if (length < twoBytes) return frames.writeUInt8(length, second);
  if (length <= 0xffff) return frames.writeUInt16BE(length, frames.writeUInt8(twoBytes, second));
  return frames.writeBigUInt64BE(BigInt(length), frames.writeUInt8(eightBytes, second));
}
