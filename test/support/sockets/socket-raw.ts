import { connect } from 'node:net';
import type { Socket } from 'node:net';

export interface Frame {
  readonly opcode: number;
  readonly payload: Buffer;
}

/** Opcodes of RFC 6455 §5.2. */
export const opcodes = { text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/**
 * The far end of a websocket without a library in between: it answers no ping, and reads only while it is told to.
 */
export class RawPeer {
  readonly #frames: Frame[] = [];
  #bytes = Buffer.alloc(0);
  #notify: () => void = () => undefined;
  #ended = false;

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.#ended = true;
      this.#notify();
    });
  }

  /** Opens the event socket of a server; `query` as in `app=hello`. */
  static async open(origin: string, query: string): Promise<RawPeer> {
    const { socket, rest } = await upgrade(origin, `/ari/events?${query}&api_key=asterisk:asterisk`);
    const peer = new RawPeer(socket);
    peer.#take(rest);
    return peer;
  }

  stopReading(): void {
    this.socket.pause();
  }

  readOn(): void {
    this.socket.resume();
  }

  /** Sends a frame, masked as clients have to; the mask is all zeros, which changes nothing. */
  send(opcode: number, payload: Buffer = Buffer.alloc(0)): void {
    if (payload.length > 125) throw new Error('only short frames');
    this.socket.write(Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | payload.length, 0, 0, 0, 0]), payload]));
  }

  /** Sends whatever it is told to, well formed or not. */
  sendBytes(bytes: Buffer): void {
    this.socket.write(bytes);
  }

  /** The next frame that is not yet asked for; undefined when the connection has ended without one. */
  async next(): Promise<Frame | undefined> {
    while (this.#frames.length === 0 && !this.#ended) {
      await new Promise<void>((resolve) => {
        this.#notify = resolve;
      });
    }
    return this.#frames.shift();
  }

  /** All frames up to the end of the connection; a goodbye is answered, as the protocol wants it. */
  async rest(): Promise<readonly Frame[]> {
    const frames: Frame[] = [];
    for (let frame = await this.next(); frame !== undefined; frame = await this.next()) {
      frames.push(frame);
      if (frame.opcode === opcodes.close) this.send(opcodes.close, frame.payload.subarray(0, 2));
    }
    return frames;
  }

  destroy(): void {
    this.socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    for (let size = frameSize(this.#bytes); size !== undefined; size = frameSize(this.#bytes)) {
      const { header, payload } = size;
      this.#frames.push({
        opcode: this.#bytes.readUInt8(0) & 0x0f,
        payload: this.#bytes.subarray(header, header + payload),
      });
      this.#bytes = this.#bytes.subarray(header + payload);
    }
    this.#notify();
  }
}

/** A connection that has become a websocket, and what came behind the answer. */
export async function upgrade(
  origin: string,
  path: string,
): Promise<{ readonly socket: Socket; readonly rest: Buffer }> {
  const { hostname, port, host } = new URL(origin);
  const socket = connect(Number(port), hostname);
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  const head = new Promise<Buffer>((resolve) => socket.once('data', resolve));
  socket.write(
    [
      `GET ${path} HTTP/1.1`,
      `Host: ${host}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      '\r\n',
    ].join('\r\n'),
  );
  const answer = await head;
  const end = answer.indexOf('\r\n\r\n');
  if (!answer.toString('latin1').startsWith('HTTP/1.1 101')) throw new Error(answer.toString('latin1', 0, end));
  return { socket, rest: answer.subarray(end + 4) };
}

/** Where the first frame of these bytes begins and ends; undefined while it is not complete. Servers mask nothing. */
function frameSize(bytes: Buffer): { readonly header: number; readonly payload: number } | undefined {
  if (bytes.length < 2) return undefined;
  const short = bytes.readUInt8(1) & 0x7f;
  const header = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (bytes.length < header) return undefined;
  const payload = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  return bytes.length < header + payload ? undefined : { header, payload };
}

/** Code and reason of a close frame. */
export function endingOf({ payload }: Frame): { readonly code: number; readonly reason: string } {
  return { code: payload.readUInt16BE(0), reason: payload.toString('utf8', 2) };
}
