/** Takes bytes in the order in which they are to leave. */
export interface ByteSink {
  readonly write: (bytes: Buffer) => unknown;
}

const finalText = 0x81;
const twoBytes = 126;
const eightBytes = 127;

/**
 * Text messages that leave together: framed as a server frames them, unmasked and whole (RFC 6455 §5.2), in one piece of
 * memory and by one write. The library would make two writes of each.
 */
export class FrameBatch {
  #texts: string[] = [];
  #bytes = 0;

  constructor(private readonly sink: ByteSink) {}

  /** What waits, in bytes. */
  get size(): number {
    return this.#bytes;
  }

  add(text: string): void {
    this.#texts.push(text);
    const length = Buffer.byteLength(text);
    this.#bytes += headerLength(length) + length;
  }

  /** Sends what was added since the last time. */
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

/** What a text message comes to when a client sends it, in bytes. */
export function maskedFrameLength(text: string): number {
  return frameLength(Buffer.byteLength(text), true);
}

/** What a frame with so many bytes of payload comes to. */
export function frameLength(payload: number, isMasked: boolean): number {
  return headerLength(payload) + (isMasked ? maskBytes : 0) + payload;
}

function headerLength(length: number): number {
  if (length < twoBytes) return 2;
  return length <= 0xffff ? 4 : 10;
}

/** Gives the place behind the frame. */
function writeFrame(frames: Buffer, start: number, text: string): number {
  const length = Buffer.byteLength(text);
  const body = writeHeader(frames, start, length);
  // As many bytes as characters: nothing but ASCII, which is copied instead of being encoded.
  return body + frames.write(text, body, length === text.length ? 'latin1' : 'utf8');
}

function writeHeader(frames: Buffer, start: number, length: number): number {
  const second = frames.writeUInt8(finalText, start);
  if (length < twoBytes) return frames.writeUInt8(length, second);
  if (length <= 0xffff) return frames.writeUInt16BE(length, frames.writeUInt8(twoBytes, second));
  return frames.writeBigUInt64BE(BigInt(length), frames.writeUInt8(eightBytes, second));
}
