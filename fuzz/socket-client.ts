import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { frameBytes, opcodes, readServerFrame } from './frame-bytes';
import type { Address } from './http-client';

export interface SocketNews {
  readonly onText: (text: string) => void;
  readonly onPong: () => void;
  /** The close code, or undefined when the connection just ended. */
  readonly onClose: (code: number | undefined) => void;
}

export interface Handshake {
  readonly target: string;
  readonly authorization: string;
  /** Milliseconds to wait for the answer. */
  readonly timeoutMs: number;
}

/** A websocket that sends any bytes at all, which no library would do. */
export class SocketClient {
  #received: Buffer = Buffer.alloc(0);
  #code: number | undefined;
  #news: SocketNews | undefined;

  private constructor(private readonly socket: Socket) {
    socket.on('data', (data) => this.#take(data));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#news?.onClose(this.#code));
  }

  static async open(
    address: Address,
    { target, authorization, timeoutMs }: Handshake,
  ): Promise<SocketClient | 'refused' | 'silent'> {
    const socket = connect(address);
    const lines = [
      `GET ${target} HTTP/1.1`,
      'Host: fuzz',
      `Authorization: ${authorization}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    const rest = await handshakeOf(socket, timeoutMs);
    if (typeof rest === 'string') {
      socket.destroy();
      return rest;
    }
    const client = new SocketClient(socket);
    client.#received = rest;
    return client;
  }

  get isOpen(): boolean {
    return !this.socket.destroyed && this.#code === undefined;
  }

  listen(news: SocketNews): void {
    this.#news = news;
    this.#take(Buffer.alloc(0));
  }

  send(bytes: Buffer): void {
    this.socket.write(bytes);
  }

  close(): void {
    this.socket.destroy();
  }

  #take(data: Buffer): void {
    this.#received = Buffer.concat([this.#received, data]);
    for (let frame = readServerFrame(this.#received); frame !== undefined; frame = readServerFrame(this.#received)) {
      this.#received = this.#received.subarray(frame.length);
      this.#handle(frame.opcode, frame.payload);
    }
  }

  #handle(opcode: number, payload: Buffer): void {
    if (opcode === opcodes.text) this.#news?.onText(payload.toString('utf8'));
    if (opcode === opcodes.pong) this.#news?.onPong();
    if (opcode === opcodes.ping) this.send(frameBytes({ opcode: opcodes.pong, payload }));
    if (opcode !== opcodes.close) return;
    this.#code = payload.length >= 2 ? payload.readUInt16BE(0) : 1005;
    this.socket.end(frameBytes({ opcode: opcodes.close, payload }));
  }
}

/** What follows the answer to the handshake, or why there is nothing. */
function handshakeOf(socket: Socket, timeoutMs: number): Promise<Buffer | 'refused' | 'silent'> {
  let received = Buffer.alloc(0);
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve('silent'), timeoutMs);
    const settle = (result: Buffer | 'refused'): void => {
      clearTimeout(timer);
      resolve(result);
    };
    const onData = (data: Buffer): void => {
      received = Buffer.concat([received, data]);
      const end = received.indexOf('\r\n\r\n');
      if (end === -1) return;
      socket.off('data', onData);
      settle(received.subarray(0, 12).toString() === 'HTTP/1.1 101' ? received.subarray(end + 4) : 'refused');
    };
    socket.on('data', onData);
    socket.once('close', () => settle('refused')).once('error', () => settle('refused'));
  });
}
