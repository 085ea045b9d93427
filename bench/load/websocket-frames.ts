export const opcodes = { text: 0x1, close: 0x8, ping: 0x9, pong: 0xa } as const;

const final = 0x80;
const masked = 0x80;
const twoBytes = 126;
const eightBytes = 127;
const key = Buffer.from([0x5a, 0xc3, 0x96, 0x3c]);

/** A frame as a client has to send it, masked (RFC 6455 §5.3). The load is not a browser: one key is enough. */
export function clientFrame(opcode: number, payload: Buffer): Buffer {
  const body = Buffer.from(payload);
  for (const [index, byte] of body.entries()) body[index] = byte ^ (key[index % 4] ?? 0);
  return Buffer.concat([clientHeader(opcode, payload.length), key, body]);
}

function clientHeader(opcode: number, length: number): Buffer {
  if (length < twoBytes) return Buffer.from([final | opcode, masked | length]);
  if (length > 0xffff) throw new Error(`a message of ${length} bytes is more than this load can send`);
  return Buffer.from([final | opcode, masked | twoBytes, length >> 8, length & 0xff]);
}

/** Takes the frames of a server out of a stream of bytes. */
export class ServerFrames {
  #rest: Buffer | undefined;

  /** The payload is only valid during the call. */
  constructor(private readonly onFrame: (opcode: number, payload: Buffer) => void) {}

  take(bytes: Buffer): void {
    const data = this.#rest === undefined ? bytes : Buffer.concat([this.#rest, bytes]);
    let at = 0;
    for (let end = this.#frame(data, at); end !== undefined; end = this.#frame(data, at)) at = end;
    this.#rest = at === data.length ? undefined : Buffer.from(data.subarray(at));
  }

  /** Where the frame that starts here ends; undefined while it is incomplete. */
  #frame(data: Buffer, start: number): number | undefined {
    const [first, second] = [data[start], data[start + 1]];
    if (first === undefined || second === undefined) return undefined;
    const header = second === eightBytes ? 10 : second === twoBytes ? 4 : 2;
    if (start + header > data.length) return undefined;
    const end = start + header + payloadLength(data, start, second);
    if (end > data.length) return undefined;
    this.onFrame(first & 0x0f, data.subarray(start + header, end));
    return end;
  }
}

function payloadLength(data: Buffer, start: number, second: number): number {
  if (second < twoBytes) return second;
  return second === twoBytes ? data.readUInt16BE(start + 2) : Number(data.readBigUInt64BE(start + 2));
}
