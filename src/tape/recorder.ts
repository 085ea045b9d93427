import * as http from 'node:http';
import * as https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { RawData } from 'ws';
import { WebSocket, WebSocketServer } from 'ws';
import type { NewStep } from './tape';
import { recordedBody, recordedTarget } from './tape';

export interface RecorderDeps {
  /** The server that is recorded: `http://127.0.0.1:8088`. */
  readonly url: URL;
  readonly write: (step: NewStep) => void;
}

/** Bytes of a body that are taken; longer ones are refused. */
const longestBody = 16 * 1024 * 1024;
/** They are about one connection. */
const ownHeaders = new Set(['connection', 'host', 'keep-alive', 'transfer-encoding', 'upgrade', 'content-length']);

/** Stands between an application and a server, passes everything on and tells what was said. */
export class Recorder {
  readonly #door = http.createServer((request, response) => void this.#pass(request, response));
  readonly #sockets = new WebSocketServer({ noServer: true });
  readonly #open = new Set<WebSocket>();
  readonly #agent: http.Agent;
  #requests = 0;
  #opened = 0;
  #isClosed = false;

  constructor(private readonly deps: RecorderDeps) {
    this.#agent = deps.url.protocol === 'https:' ? new https.Agent() : new http.Agent();
    this.#door.on('upgrade', (request, socket, head) => this.#connect(request, socket, head));
  }

  /** The address for the application, with the path of the server. */
  async listen(port: number): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#door.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
    const path = this.deps.url.pathname.replace(/\/$/, '');
    return `http://127.0.0.1:${(this.#door.address() as AddressInfo).port}${path}`;
  }

  /** Ends all connections. Nothing is told from now on. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const socket of this.#open) socket.terminate();
    this.#agent.destroy();
    this.#door.closeAllConnections();
    await new Promise((resolve) => this.#door.close(resolve));
  }

  #write(step: NewStep): void {
    if (!this.#isClosed) this.deps.write(step);
  }

  async #pass(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { method = '', url: target = '' } = request;
    this.#requests += 1;
    const n = this.#requests;
    try {
      const body = await wholeOf(request);
      this.#write({ kind: 'request', n, method, uri: recordedTarget(target), ...recordedBody(body.toString()) });
      const answer = await this.#ask(request, body);
      const content = await wholeOf(answer);
      const { statusCode: status = 502, statusMessage: reason = '' } = answer;
      const isText = /json|text/.test(answer.headers['content-type'] ?? 'text');
      const kept = isText ? recordedBody(content.toString()) : {};
      this.#write({ kind: 'response', n, status, reason, ...kept });
      response.writeHead(status, reason, passedOn(answer.headers)).end(content);
    } catch (error) {
      // What the application gets from a server that cannot be reached is up to this proxy.
      this.#write({ kind: 'response', n, status: 502, reason: 'Bad Gateway' });
      const message = error instanceof Error ? error.message : String(error);
      if (!response.headersSent) response.writeHead(502, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ message }));
    }
  }

  #ask(request: http.IncomingMessage, body: Buffer): Promise<http.IncomingMessage> {
    const { url } = this.deps;
    const send = url.protocol === 'https:' ? https.request : http.request;
    const length = body.length === 0 ? {} : { 'content-length': body.length };
    const options = {
      method: request.method,
      path: request.url,
      agent: this.#agent,
      headers: { ...passedOn(request.headers), ...length },
    };
    return new Promise((resolve, reject) => {
      send(url, options, resolve).on('error', reject).end(body);
    });
  }

  #connect(request: http.IncomingMessage, socket: Duplex, head: Buffer): void {
    const target = request.url ?? '';
    this.#opened += 1;
    const ws = `socket-${this.#opened}`;
    this.#write({ kind: 'ws-connect', ws, uri: recordedTarget(target) });
    const place = new URL(target, this.deps.url);
    place.protocol = place.protocol.replace('http', 'ws');
    const { authorization, 'sec-websocket-protocol': wanted } = request.headers;
    const headers = authorization === undefined ? {} : { authorization };
    const far = new WebSocket(place, wanted?.split(/\s*,\s*/) ?? [], { headers, perMessageDeflate: false });
    this.#keep(far);
    socket.on('error', () => far.terminate());
    far.on('open', () =>
      this.#sockets.handleUpgrade(request, socket, head, (near) => {
        this.#write({ kind: 'ws-open', ws, status: 101 });
        this.#join(ws, near, far);
      }),
    );
    far.on('unexpected-response', (_request, answer) => void this.#reject(ws, answer, socket));
    far.on('error', () => socket.destroy());
  }

  #keep(socket: WebSocket): void {
    this.#open.add(socket);
    socket.on('close', () => this.#open.delete(socket));
  }

  #join(ws: string, near: WebSocket, far: WebSocket): void {
    this.#keep(near);
    far.on('message', (data, isBinary) => {
      if (!isBinary) this.#write({ kind: 'event', ws, event: recordedBody(textOf(data)).body ?? '' });
      near.send(data, { binary: isBinary });
    });
    near.on('message', (data, isBinary) => {
      if (!isBinary) this.#write({ kind: 'ws-send', ws, json: recordedBody(textOf(data)).body ?? '' });
      far.send(data, { binary: isBinary });
    });
    near
      .on('error', () => far.terminate())
      .on('close', () => {
        if (far.readyState !== WebSocket.OPEN) return;
        this.#write({ kind: 'ws-close', ws });
        far.close();
      });
    far.on('close', (code, reason) => {
      this.#write({ kind: 'ws-closed', ws, code, reason: reason.toString() });
      // 1005 and 1006 stand for the lack of a code.
      if (code >= 1005 && code <= 1006) near.terminate();
      else near.close(code, reason);
    });
  }

  async #reject(ws: string, answer: http.IncomingMessage, socket: Duplex): Promise<void> {
    const { statusCode: status = 502, statusMessage: reason = '' } = answer;
    const text = (await wholeOf(answer)).toString();
    this.#write({ kind: 'ws-rejected', ws, status, ...recordedBody(text) });
    const length = Buffer.byteLength(text);
    socket.end(`HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n${text}`);
  }
}

function textOf(data: RawData): string {
  return (data as Buffer).toString('utf8');
}

async function wholeOf(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length > longestBody) throw new Error('the body is longer than a recorder takes');
  }
  return Buffer.concat(chunks);
}

function passedOn(headers: http.IncomingHttpHeaders): http.OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.has(name)));
}
