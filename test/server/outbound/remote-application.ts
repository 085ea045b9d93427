import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http';
import * as http from 'node:http';
import * as https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TlsOptions } from 'node:tls';
import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import { Inbox } from '../../support/client/client-inbox';

export interface Upgrade {
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** The name that the TLS client asked for; false without one. */
  readonly serverName: string | false | undefined;
}

export type Message = Readonly<Record<string, unknown>>;

/** The remote application's end of a socket. */
export class RemoteSocket {
  readonly messages = new Inbox<Message>();
  readonly pinged = new Inbox<true>();
  readonly protocol: string;
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;

  constructor(private readonly websocket: WebSocket) {
    this.protocol = websocket.protocol;
    this.closed = new Promise((resolve) =>
      websocket.on('close', (code, reason) => resolve({ code, reason: reason.toString() })),
    );
    websocket.on('error', () => undefined);
    websocket.on('ping', () => this.pinged.put(true));
    websocket.on('message', (data: Buffer) => this.messages.put(JSON.parse(data.toString('utf8')) as Message));
  }

  send(message: object | string): void {
    this.websocket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  sendBinary(bytes: Uint8Array): void {
    this.websocket.send(bytes);
  }

  /** The answer to a request, past whatever comes before it. */
  async ask(request: object): Promise<Message> {
    this.send({ type: 'RESTRequest', ...request });
    for (;;) {
      const message = await this.messages.next();
      if (message['type'] === 'RESTResponse') return message;
    }
  }

  close(code = 1000): void {
    this.websocket.close(code);
  }

  terminate(): void {
    this.websocket.terminate();
  }

  /** Stays connected but reads nothing any more, like a machine whose power is cut. */
  freeze(): void {
    this.websocket.pause();
  }
}

/** What the remote end does with an upgrade instead of granting it. */
export type Mischief = (stream: Duplex) => void;

export const mischief = {
  hang: (): void => undefined,
  hangUp: (stream: Duplex): void => void stream.destroy(),
  garbage: (stream: Duplex): void => void stream.end('\u0000\u0001 no HTTP at all\r\n\r\n'),
  answer:
    (...lines: readonly string[]): Mischief =>
    (stream) =>
      void stream.end([...lines, 'Content-Length: 0', 'Connection: close', '', ''].join('\r\n')),
};

/** A real websocket server on a port of its own: the application at the other end, well-behaved or not. */
export class RemoteApplication {
  readonly upgrades = new Inbox<Upgrade>();
  readonly sockets = new Inbox<RemoteSocket>();
  readonly #streams = new Set<Duplex>();
  readonly #server: Server;
  readonly #websockets: WebSocketServer;
  #mischief: Mischief | undefined;
  #greeting: string | undefined;
  #port = 0;

  private constructor(
    private readonly scheme: 'ws' | 'wss',
    tls: TlsOptions,
  ) {
    this.#server = scheme === 'wss' ? https.createServer(tls) : http.createServer();
    this.#server.on('upgrade', (request, stream, head) => this.#upgrade(request, stream, head));
    this.#websockets = new WebSocketServer({
      noServer: true,
      handleProtocols: (offered) => (offered.has('ari') ? 'ari' : false),
    });
  }

  static async start(tls?: TlsOptions): Promise<RemoteApplication> {
    const application = new RemoteApplication(tls === undefined ? 'ws' : 'wss', tls ?? {});
    await application.listen();
    return application;
  }

  get port(): number {
    return this.#port;
  }

  /** Stays the same while nobody listens. */
  get uri(): string {
    return `${this.scheme}://127.0.0.1:${this.#port}/out`;
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Until told otherwise (by giving nothing), this happens to upgrades. */
  misbehave(what?: Mischief): void {
    this.#mischief = what;
  }

  /** Sends this in the packet that opens a socket. */
  greetWith(message: object): void {
    this.#greeting = JSON.stringify(message);
  }

  /** Waits until every connection is gone. */
  async quiet(): Promise<void> {
    const count = (): Promise<number> =>
      new Promise((resolve, reject) =>
        this.#server.getConnections((error, connections) => (error ? reject(error) : resolve(connections))),
      );
    while ((await count()) > 0) await new Promise(setImmediate);
  }

  /** Hangs up on everybody and stops listening; `listen` starts again. */
  async stop(): Promise<void> {
    for (const stream of this.#streams) stream.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    this.#streams.add(stream);
    stream.on('close', () => this.#streams.delete(stream));
    const serverName = (stream as { readonly servername?: string | false }).servername;
    this.upgrades.put({ target: request.url ?? '', headers: request.headers, serverName });
    if (this.#mischief !== undefined) {
      stream.on('error', () => undefined);
      stream.on('end', () => stream.end()).resume();
      return this.#mischief(stream);
    }
    stream.cork();
    this.#websockets.handleUpgrade(request, stream, head, (websocket) => {
      if (this.#greeting !== undefined) websocket.send(this.#greeting);
      this.sockets.put(new RemoteSocket(websocket));
    });
    stream.uncork();
  }
}
