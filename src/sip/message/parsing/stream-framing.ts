import type { MessageLimits } from '../grammar/limits';
import { defaultLimits } from '../grammar/limits';
import { contentLengthHeader } from '../headers/number-headers';
import type { ParsedHead } from './parse-head';
import type { ParseResult, RefusedMessage } from './parse-message';
import { finishMessage, readHead, refused, tooLarge } from './parse-message';
import { MessageRefusal } from '../grammar/refusal';

/** What a stream of bytes turns out to be. */
export interface StreamHandlers {
  /** A message, or a refused one after which the stream continues. */
  readonly onMessage: (result: ParseResult) => void;
  /** Two line breaks: the far end wants one back (RFC 5626 §4.4.1). */
  readonly onPing: () => void;
  /** One line break: the answer to our ping. */
  readonly onPong: () => void;
  /** The start of the next message is unknown; the stream has to be closed. Emitted once, and last. */
  readonly onBroken: (refused: RefusedMessage) => void;
}

const headEnd = Buffer.from('\r\n\r\n');
const carriageReturn = 13;
const lineFeed = 10;
const firstStoreBytes = 4096;

/** Cuts the bytes of a connection into messages, however they are split up on their way (RFC 3261 §18.3). */
export class StreamFraming {
  #store = Buffer.alloc(0);
  #length = 0;
  /** How far the end of the head has been looked for. */
  #searched = 0;
  #lineBreaks = 0;
  #head: ParsedHead | undefined;
  #bodyLength = 0;
  #isOver = false;

  constructor(
    private readonly handlers: StreamHandlers,
    private readonly limits: MessageLimits = defaultLimits,
  ) {}

  /** Bytes that wait for the rest of their message. */
  get pendingBytes(): number {
    return this.#length;
  }

  push(chunk: Buffer): void {
    if (this.#isOver) return;
    const bytes = this.#length === 0 ? chunk : this.#append(chunk);
    let start = 0;
    for (let next = this.#take(bytes); next !== undefined; next = this.#take(bytes.subarray(start))) start += next;
    this.#keep(bytes, start);
  }

  /** Takes no more bytes: the connection is being closed. */
  close(): void {
    this.#isOver = true;
    this.#store = Buffer.alloc(0);
    this.#length = 0;
  }

  /** Handles what stands first and returns its length; undefined when more bytes are needed for it. */
  #take(bytes: Buffer): number | undefined {
    if (this.#isOver || bytes.length === 0) return undefined;
    if (this.#head !== undefined) return this.#takeBody(this.#head, bytes);
    if (bytes[0] === carriageReturn || bytes[0] === lineFeed) return this.#takeLineBreak(bytes);
    this.#lineBreaks = 0;
    return this.#takeHead(bytes);
  }

  #takeLineBreak(bytes: Buffer): number | undefined {
    if (bytes.length < 2) return undefined;
    if (bytes[0] !== carriageReturn || bytes[1] !== lineFeed) {
      this.#break(new MessageRefusal({ offset: 0, reason: 'CR and LF must stand together' }));
      return undefined;
    }
    this.#lineBreaks += 1;
    if (this.#lineBreaks === 2) {
      this.#lineBreaks = 0;
      this.handlers.onPing();
    } else if (bytes.length === 2) {
      // Perhaps the first half of a ping, but an answer must not wait for what may never come.
      this.handlers.onPong();
    }
    return 2;
  }

  #takeHead(bytes: Buffer): number | undefined {
    const { maxHeadBytes } = this.limits;
    const end = bytes.indexOf(headEnd, Math.max(0, this.#searched - 3));
    if ((end < 0 ? bytes.length : end) > maxHeadBytes) {
      this.#breakWith(tooLarge(maxHeadBytes));
      return undefined;
    }
    this.#searched = bytes.length;
    if (end < 0) return undefined;
    this.#searched = 0;
    const head = readHead(bytes, this.limits, end);
    if ('refusal' in head) this.#breakWith(head);
    else this.#startBody(head);
    return end + 4;
  }

  #startBody(head: ParsedHead): void {
    try {
      if (!head.isComplete && head.fault !== undefined) throw head.fault;
      this.#bodyLength = bodyLength(head, this.limits);
      this.#head = head;
      if (this.#bodyLength === 0) this.#takeBody(head, Buffer.alloc(0));
    } catch (error) {
      this.#breakWith(refused(error, head.message));
    }
  }

  #takeBody(head: ParsedHead, bytes: Buffer): number | undefined {
    if (bytes.length < this.#bodyLength) return undefined;
    this.#head = undefined;
    const body = bytes.subarray(0, this.#bodyLength);
    this.handlers.onMessage(finishMessage(head, { bytes: body, start: 0 }, this.limits));
    return this.#bodyLength;
  }

  #break(refusal: MessageRefusal): void {
    this.#breakWith(refused(refusal, undefined));
  }

  #breakWith(refusal: RefusedMessage): void {
    this.close();
    this.handlers.onBroken(refusal);
  }

  /** Grows by doubling: a message that comes byte by byte is copied a few times, not once per byte. */
  #append(chunk: Buffer): Buffer {
    const needed = this.#length + chunk.length;
    if (needed > this.#store.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.#store.length * 2, firstStoreBytes));
      this.#store.copy(larger, 0, 0, this.#length);
      this.#store = larger;
    }
    chunk.copy(this.#store, this.#length);
    this.#length = needed;
    return this.#store.subarray(0, needed);
  }

  #keep(bytes: Buffer, start: number): void {
    const isStored = this.#length > 0;
    if (this.#isOver || (isStored && start === 0)) return;
    // Never moved within the store: bodies of messages still point into it.
    this.#store = Buffer.alloc(0);
    this.#length = 0;
    if (start < bytes.length) this.#append(bytes.subarray(start));
  }
}

/** On a stream only Content-Length says where a message ends (RFC 3261 §20.14). */
function bodyLength({ message }: ParsedHead, { maxBodyBytes }: MessageLimits): number {
  const header = contentLengthHeader.name;
  const length = message.headers.get(contentLengthHeader);
  if (length === undefined) throw new MessageRefusal({ header, offset: 0, reason: 'is required on a stream' });
  if (length > maxBodyBytes) {
    throw new MessageRefusal({ header, offset: 0, reason: `must not be greater than ${maxBodyBytes}`, status: 413 });
  }
  return length;
}
