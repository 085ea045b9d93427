/** A websocket frame of RFC 6455 §5.2, as a client writes it, or as no client should. */
export interface FrameParts {
  readonly opcode: number;
  readonly payload: Buffer;
  readonly isFinal?: boolean;
  /** The three bits that extensions may use; there are none here. */
  readonly reserved?: number;
  readonly isMasked?: boolean;
  /** What the header says, where it does not tell the truth. */
  readonly claimedLength?: bigint;
}

export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

const mask = Buffer.from([0x12, 0x34, 0x56, 0x78]);

export function frameBytes(parts: FrameParts): Buffer {
  const { opcode, payload, isFinal = true, reserved = 0, isMasked = true } = parts;
  const length = parts.claimedLength ?? BigInt(payload.length);
  const first = (isFinal ? 0x80 : 0) | (reserved << 4) | opcode;
  const body = isMasked ? Buffer.from(payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0))) : payload;
  return Buffer.concat([Buffer.from([first]), lengthBytes(length, isMasked), ...(isMasked ? [mask] : []), body]);
}

export function textFrame(text: string | Buffer): Buffer {
  return frameBytes({ opcode: opcodes.text, payload: Buffer.from(text) });
}

function lengthBytes(length: bigint, isMasked: boolean): Buffer {
  const bit = isMasked ? 0x80 : 0;
  if (length < 126n) return Buffer.from([bit | Number(length)]);
  if (length < 65_536n) return Buffer.from([bit | 126, Number(length) >> 8, Number(length) & 0xff]);
  const bytes = Buffer.alloc(9);
  bytes[0] = bit | 127;
  bytes.writeBigUInt64BE(length, 1);
  return bytes;
}

export interface ReadFrame {
  readonly opcode: number;
  readonly payload: Buffer;
  /** Bytes it took. */
  readonly length: number;
}

/** The first whole frame of a server, which masks nothing; undefined as long as it is not all there. */
export function readServerFrame(bytes: Buffer): ReadFrame | undefined {
  const [first = 0, second = 0] = bytes;
  const head = second === 127 ? 10 : second === 126 ? 4 : 2;
  if (bytes.length < head) return undefined;
  const size = head === 10 ? Number(bytes.readBigUInt64BE(2)) : head === 4 ? bytes.readUInt16BE(2) : second;
  if (bytes.length < head + size) return undefined;
  return { opcode: first & 0x0f, payload: bytes.subarray(head, head + size), length: head + size };
}
