import { messageKinds, rateOfKind } from './message-kinds';

export interface MessageListener {
  /** The bytes are borrowed. */
  readonly onAudio: (payload: Uint8Array, rate: number) => void;
  readonly onHangUp: () => void;
  /** An invalid message was received; reading stops. */
  readonly onBroken: (reason: string) => void;
}

const headerSize = 3;

/**
 * Finds messages in a stream of bytes that comes in pieces of any length: a kind, two bytes of length with the high one
 * first, and as many bytes of payload.
 */
export class MessageReader {
  readonly #listener: MessageListener;
  readonly #header = new Uint8Array(headerSize);
  /** Kept for the next message that comes in pieces. */
  #payload: Uint8Array = new Uint8Array(0);
  #headerBytes = 0;
  #payloadBytes = 0;
  #isOver = false;

  constructor(listener: MessageListener) {
    this.#listener = listener;
  }

  /** Whether the rest of a message is still to come. */
  get isMidway(): boolean {
    return this.#headerBytes > 0 && !this.#isOver;
  }

  receive(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length && !this.#isOver)
      at += this.#headerBytes < headerSize ? this.#readHeader(bytes, at) : this.#readPayload(bytes, at);
  }

  /** Nothing that comes from now on is read. */
  end(): void {
    this.#isOver = true;
  }

  /** Tells how many bytes it has taken. */
  #readHeader(bytes: Uint8Array, at: number): number {
    const count = Math.min(headerSize - this.#headerBytes, bytes.length - at);
    for (let i = 0; i < count; i += 1) this.#header[this.#headerBytes + i] = bytes[at + i] ?? 0;
    this.#headerBytes += count;
    if (this.#headerBytes === headerSize) this.#judgeHeader();
    return count;
  }

  #judgeHeader(): void {
    const kind = this.#header[0] ?? 0;
    if (kind === messageKinds.hangUp) {
      this.end();
      this.#listener.onHangUp();
    } else if (rateOfKind(kind) === undefined) this.#break(`received a message of the unexpected kind 0x${hex(kind)}`);
    else if (this.#length === 0) this.#break('received an empty audio message');
  }

  #readPayload(bytes: Uint8Array, at: number): number {
    const length = this.#length;
    const count = Math.min(length - this.#payloadBytes, bytes.length - at);
    const piece = bytes.subarray(at, at + count);
    if (count === length) this.#complete(piece);
    else {
      if (this.#payload.length < length) this.#payload = new Uint8Array(length);
      this.#payload.set(piece, this.#payloadBytes);
      this.#payloadBytes += count;
      if (this.#payloadBytes === length) this.#complete(this.#payload.subarray(0, length));
    }
    return count;
  }

  #complete(payload: Uint8Array): void {
    const rate = rateOfKind(this.#header[0] ?? 0) ?? 0;
    this.#headerBytes = 0;
    this.#payloadBytes = 0;
    this.#listener.onAudio(payload, rate);
  }

  #break(reason: string): void {
    this.end();
    this.#listener.onBroken(reason);
  }

  get #length(): number {
    return ((this.#header[1] ?? 0) << 8) | (this.#header[2] ?? 0);
  }
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
