import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import type { AcceptStep } from '../recording/trace';
import { TraceSocket } from './trace-socket';

type Role = AcceptStep['role'];

export interface Accepted {
  readonly socket: TraceSocket;
  readonly path: string;
  readonly protocol: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Connections that nobody has taken yet, and those who wait for one. */
class Arrivals {
  readonly #accepted: Accepted[] = [];
  readonly #waiting: ((accepted: Accepted) => void)[] = [];

  add(accepted: Accepted): void {
    const waiting = this.#waiting.shift();
    if (waiting === undefined) this.#accepted.push(accepted);
    else waiting(accepted);
  }

  next(): Promise<Accepted> {
    const accepted = this.#accepted.shift();
    return accepted === undefined ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve(accepted);
  }
}

/**
 * The websocket servers of the recorder, to which the server connects by itself: one that its configuration names, and one
 * that a recording has added. What a connection is for shows in its subprotocol.
 */
export class WebsocketPeers {
  readonly #arrivals: Readonly<Record<Role, Arrivals>> = { media: new Arrivals(), application: new Arrivals() };

  private constructor(
    private readonly configured: WebSocketServer,
    private readonly added: WebSocketServer,
  ) {
    for (const server of [configured, added])
      server.on('connection', (socket, request: IncomingMessage) => this.#accept(socket, request));
  }

  static async listen(): Promise<WebsocketPeers> {
    return new WebsocketPeers(await listen(), await listen());
  }

  /** `127.0.0.1:12345` */
  get configuredAddress(): string {
    return addressOf(this.configured);
  }

  get addedAddress(): string {
    return addressOf(this.added);
  }

  /** The oldest connection for this that nobody has taken yet. */
  next(role: Role): Promise<Accepted> {
    return this.#arrivals[role].next();
  }

  /** Nobody listens any more where the configuration leads. */
  stopConfigured(): Promise<void> {
    return close(this.configured);
  }

  async close(): Promise<void> {
    await close(this.configured);
    await close(this.added);
  }

  #accept(socket: WebSocket, request: IncomingMessage): void {
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const);
    const role = socket.protocol === 'media' ? 'media' : 'application';
    this.#arrivals[role].add({
      socket: new TraceSocket(socket, role === 'media' ? 'media' : 'events'),
      path: request.url ?? '',
      protocol: socket.protocol,
      headers: Object.fromEntries(headers),
    });
  }
}

/** The host and port of every websocket URI in a configuration file. */
export function websocketAddresses(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/\bws:\/\/([^/\s]+)/g)].map((match) => match[1] ?? ''))];
}

async function listen(): Promise<WebSocketServer> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
  return server;
}

function addressOf(server: WebSocketServer): string {
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Idempotent. */
async function close(server: WebSocketServer): Promise<void> {
  for (const client of server.clients) client.terminate();
  await new Promise((resolve) => server.close(resolve));
}
