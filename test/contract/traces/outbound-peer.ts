import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import type { Contents } from './trace-socket';
import { TraceSocket } from './trace-socket';

export interface Accepted {
  readonly socket: TraceSocket;
  readonly path: string;
  readonly protocol: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A remote application, or a server for media, to which the server connects by itself. */
export class OutboundPeer {
  readonly #accepted: Accepted[] = [];
  readonly #waiting: ((accepted: Accepted) => void)[] = [];

  private constructor(
    private readonly server: WebSocketServer,
    contents: Contents,
  ) {
    server.on('connection', (socket, request: IncomingMessage) => {
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const);
      const accepted = {
        socket: new TraceSocket(socket, contents),
        path: request.url ?? '',
        protocol: socket.protocol,
        headers: Object.fromEntries(headers),
      };
      const waiting = this.#waiting.shift();
      if (waiting === undefined) this.#accepted.push(accepted);
      else waiting(accepted);
    });
  }

  static async listen(contents: Contents): Promise<OutboundPeer> {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
    return new OutboundPeer(server, contents);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** The oldest connection that nobody has taken yet. */
  next(): Promise<Accepted> {
    const accepted = this.#accepted.shift();
    return accepted === undefined ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve(accepted);
  }

  async close(): Promise<void> {
    for (const client of this.server.clients) client.terminate();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
