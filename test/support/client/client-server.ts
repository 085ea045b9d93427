import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import * as http from 'node:http';
import * as https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { certificate, privateKey } from './client-certificate';
import { Inbox } from './client-inbox';
import { PeerSocket } from './client-peer-socket';

/** A request as it came in, whether over HTTP or inside a frame. */
export interface RecordedRequest {
  readonly door: 'http' | 'socket';
  readonly method: string;
  /** Path and query string as they were sent, still encoded. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What the script lets the server do: answer, say nothing for ever, hang up without an answer or in the middle of it. */
export type ScriptedAnswer =
  | { readonly status: number; readonly json?: unknown; readonly content?: string | Buffer; readonly type?: string }
  | 'silence'
  | 'hang up'
  | 'break off';

export type Script = (request: RecordedRequest) => ScriptedAnswer | Promise<ScriptedAnswer>;

/**
 * A real server on a port of its own that notes down what it is asked and answers as it is told. It knows nothing about
 * the interface, so it can also misbehave in ways that a proper server would not.
 */
export class PeerServer {
  readonly requests: RecordedRequest[] = [];
  readonly upgrades: RecordedRequest[] = [];
  readonly #sockets = new Inbox<PeerSocket>();
  readonly #upgradesBegun = new Inbox<RecordedRequest>();
  readonly #upgraded: Duplex[] = [];
  readonly #websockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'ari' });
  readonly #server: Server;
  #script: Script = () => ({ status: 204 });
  #refusal: { readonly status: number; readonly json: unknown } | undefined;
  #greeting: readonly object[] = [];
  #stalls = false;
  #port = 0;

  private constructor(private readonly scheme: 'http' | 'https') {
    const tls = { cert: certificate, key: privateKey };
    this.#server = scheme === 'https' ? https.createServer(tls) : http.createServer();
    this.#server.on('request', (request, response) => void this.#serve(request, response));
    this.#server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
  }

  static async start(scheme: 'http' | 'https' = 'http'): Promise<PeerServer> {
    const server = new PeerServer(scheme);
    await server.#listen();
    return server;
  }

  /** Stays the same after the server is closed, for clients that try in vain. */
  get url(): string {
    return `${this.scheme}://127.0.0.1:${this.#port}`;
  }

  /** The last request that came in. */
  get last(): RecordedRequest {
    const last = this.requests.at(-1);
    if (last === undefined) throw new Error('nothing was asked');
    return last;
  }

  answerWith(answer: ScriptedAnswer | Script): void {
    this.#script = typeof answer === 'function' ? answer : () => answer;
  }

  /** Until told otherwise (by giving nothing), upgrades are refused. */
  refuseUpgrades(refusal?: { readonly status: number; readonly json: unknown }): void {
    this.#refusal = refusal;
  }

  /** From now on upgrades are neither granted nor refused. */
  stallUpgrades(): void {
    this.#stalls = true;
  }

  /** Sends these in the same packet as the upgrade, as a busy server does. */
  greetWith(...events: readonly object[]): void {
    this.#greeting = events;
  }

  nextSocket(): Promise<PeerSocket> {
    return this.#sockets.next();
  }

  nextUpgrade(): Promise<RecordedRequest> {
    return this.#upgradesBegun.next();
  }

  connections(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });
  }

  /** Waits until every connection is gone. */
  async quiet(): Promise<void> {
    while ((await this.connections()) > 0) await new Promise(setImmediate);
  }

  /** Hangs up on everybody and stops listening. */
  async close(): Promise<void> {
    for (const stream of this.#upgraded) stream.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = await this.#ask(recorded(request, Buffer.concat(chunks).toString('utf8')));
    if (answer === 'silence') return;
    if (answer === 'hang up') return void request.socket.destroy();
    if (answer === 'break off')
      return void response.writeHead(200).write('[{"id":', () => request.socket.destroySoon());
    const { status, json, content = json === undefined ? '' : JSON.stringify(json), type } = answer;
    response.writeHead(status, { 'content-type': type ?? 'application/json' }).end(content);
  }

  async #ask(request: RecordedRequest): Promise<ScriptedAnswer> {
    this.requests.push(request);
    return this.#script(request);
  }

  #upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    const upgrade = recorded(request, '');
    this.upgrades.push(upgrade);
    this.#upgradesBegun.put(upgrade);
    this.#upgraded.push(stream);
    if (this.#stalls) return;
    if (this.#refusal !== undefined) return refuse(stream, this.#refusal);
    stream.cork();
    this.#websockets.handleUpgrade(request, stream, head, (websocket) => {
      const socket = new PeerSocket(websocket, (frame) => this.#ask(frame));
      for (const event of this.#greeting) socket.send(event);
      this.#sockets.put(socket);
    });
    stream.uncork();
  }
}

function recorded(request: IncomingMessage, body: string): RecordedRequest {
  return { door: 'http', method: request.method ?? '', target: request.url ?? '', headers: request.headers, body };
}

function refuse(stream: Duplex, { status, json }: { readonly status: number; readonly json: unknown }): void {
  const text = JSON.stringify(json);
  const head = [`HTTP/1.1 ${status} No`, 'Content-Type: application/json', `Content-Length: ${text.length}`];
  stream.end([...head, 'Connection: close', '', text].join('\r\n'));
}
