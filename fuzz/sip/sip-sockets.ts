import { createSocket } from 'node:dgram';
import type { Socket } from 'node:dgram';
import { once } from 'node:events';
import { createConnection } from 'node:net';

/** Milliseconds: a server that takes longer for a simple answer is stuck. */
const stuckMs = 30_000;
const repeatMs = 500;

/** A UDP socket that sends whatever it is given and can ask whether the server still answers. */
export class FuzzSocket {
  #heard: (text: string) => void = () => undefined;
  #asked = 0;

  private constructor(
    private readonly socket: Socket,
    private readonly port: number,
  ) {
    socket.on('message', (bytes) => this.#heard(bytes.toString('latin1')));
    socket.on('error', () => undefined);
  }

  static async open(port: number): Promise<FuzzSocket> {
    const socket = createSocket({ type: 'udp4', recvBufferSize: 1 << 20 });
    const listening = once(socket, 'listening');
    socket.bind(0, '127.0.0.1');
    await listening;
    return new FuzzSocket(socket, port);
  }

  get here(): number {
    return this.socket.address().port;
  }

  /** Is told of everything that the server sends. */
  listen(heard: (text: string) => void): void {
    this.#heard = heard;
  }

  send(bytes: Buffer): void {
    if (bytes.length <= 60_000) this.socket.send(bytes, this.port, '127.0.0.1', () => undefined);
  }

  /** Whether a simple question is answered. Everything that was sent before has been dealt with then. */
  async isAnswered(): Promise<boolean> {
    this.#asked += 1;
    const callId = `alive-${this.#asked}@fuzz`;
    const question = Buffer.from(
      `OPTIONS sip:127.0.0.1:${this.port} SIP/2.0\r\nVia: SIP/2.0/UDP 127.0.0.1:${this.here};branch=z9hG4bKalive${this.#asked};rport\r\n` +
        `Max-Forwards: 70\r\nFrom: <sip:fuzz@127.0.0.1>;tag=alive\r\nTo: <sip:127.0.0.1>\r\nCall-ID: ${callId}\r\n` +
        'CSeq: 1 OPTIONS\r\nContent-Length: 0\r\n\r\n',
    );
    const heardBefore = this.#heard;
    return new Promise((resolve) => {
      const settle = (isAnswered: boolean): void => {
        clearInterval(repetition);
        clearTimeout(end);
        this.#heard = heardBefore;
        resolve(isAnswered);
      };
      const repetition = setInterval(() => this.send(question), repeatMs);
      const end = setTimeout(() => settle(false), stuckMs);
      this.#heard = (text) => {
        heardBefore(text);
        if (text.includes(callId)) settle(true);
      };
      this.send(question);
    });
  }

  close(): void {
    this.socket.close();
  }
}

/** Sends pieces over a connection of their own and closes it. Resolves when it is closed, by either side. */
export async function sendOverTcp(port: number, pieces: readonly Buffer[]): Promise<void> {
  const socket = createConnection(port, '127.0.0.1');
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  socket
    .on('error', () => undefined)
    .on('data', () => undefined)
    .setNoDelay(true);
  socket.on('connect', () => {
    for (const piece of pieces) socket.write(piece);
    socket.end();
  });
  // A peer that neither answers nor closes must not hold up the run.
  const cut = setTimeout(() => socket.destroy(), 2000);
  await closed;
  clearTimeout(cut);
}
