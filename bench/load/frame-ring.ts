import { clientFrame, opcodes } from './websocket-frames';

/** Frames of equal length in a ring, so that any number of following ones is one piece of memory, ready to be sent. */
export class FrameRing {
  readonly #bytes: Buffer;
  readonly #frameLength: number;
  #next = 0;

  constructor(private readonly messages: readonly string[]) {
    const frames = messages.map((message) => clientFrame(opcodes.text, Buffer.from(message)));
    this.#frameLength = frames[0]?.length ?? 0;
    if (frames.some(({ length }) => length !== this.#frameLength)) {
      throw new Error('the messages of a ring have to be of equal length');
    }
    // Twice, so that a piece may go over the end.
    this.#bytes = Buffer.concat([...frames, ...frames]);
  }

  /** The next frames in turn, at most as many as there are messages. */
  take(count: number): Buffer {
    const start = this.#next * this.#frameLength;
    this.#next = (this.#next + count) % this.messages.length;
    return this.#bytes.subarray(start, start + count * this.#frameLength);
  }
}
