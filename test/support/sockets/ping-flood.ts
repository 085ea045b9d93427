import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { within } from '../eventually';

/** More than the two ends of a connection take in by themselves, and a fraction of what is to be sent. */
const maxTaken = 24 * 2 ** 20;
const chunkBytes = 65_536;

/**
 * Sends pings as fast as the connection takes them, and reads nothing. Resolves with the bytes that were taken when the
 * server has closed the connection; rejects when it takes them without end.
 */
export async function floodWithPings(socket: Socket, as: 'client' | 'server'): Promise<number> {
  const ping = as === 'client' ? [0x89, 0x80, 0, 0, 0, 0] : [0x89, 0x00];
  const chunk = Buffer.alloc(chunkBytes - (chunkBytes % ping.length), Buffer.from(ping));
  socket.on('error', () => undefined).pause();
  const taken = (): number => socket.bytesWritten - socket.writableLength;
  const flood = async (): Promise<void> => {
    while (!socket.destroyed) {
      if (taken() > maxTaken) throw new Error(`the server has taken ${taken()} bytes of pings`);
      await new Promise<void>((resolve) => {
        socket.write(chunk, () => resolve());
        socket.once('close', () => resolve());
      });
      socket.removeAllListeners('close');
    }
  };
  try {
    await within(flood(), () => `the server has not closed a connection with ${taken()} bytes of pings`);
    return taken();
  } finally {
    socket.destroy();
  }
}

/** A websocket server without a library: every connection is upgraded and handed out. */
export class BareWebsocketServer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #arrived: (socket: Socket) => void = () => undefined;
  readonly first: Promise<Socket>;

  private constructor(private readonly protocol: string) {
    this.first = new Promise((resolve) => (this.#arrived = resolve));
    this.#server = createServer((socket) => this.#take(socket));
  }

  static async start(protocol: string): Promise<BareWebsocketServer> {
    const server = new BareWebsocketServer(protocol);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get uri(): string {
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #take(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', (request: Buffer) => {
      const key = /sec-websocket-key: (\S+)/i.exec(request.toString('latin1'))?.[1] ?? '';
      const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
      const lines = ['Upgrade: websocket', 'Connection: Upgrade', `Sec-WebSocket-Accept: ${accept}`];
      const answer = ['HTTP/1.1 101 Switching Protocols', ...lines, `Sec-WebSocket-Protocol: ${this.protocol}`, '', ''];
      socket.write(answer.join('\r\n'));
      this.#arrived(socket);
    });
  }
}
