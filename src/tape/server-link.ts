import { WebSocket } from 'ws';
import type { JsonValue } from '../contract/json';
import type { Asked } from './same-request';
import { recordedBody } from './tape';

/** What a server says, as it is recorded. */
export type ServerMessage =
  | { readonly kind: 'answer'; readonly n: number; readonly status: number; readonly body?: JsonValue }
  | { readonly kind: 'event'; readonly ws: string; readonly event: JsonValue }
  /** A socket was opened (101) or refused. */
  | { readonly kind: 'opening'; readonly ws: string; readonly status: number };

export interface ServerLinkOptions {
  readonly url: URL;
  readonly user: string;
  readonly password: string;
}

/** The connections of a replayed application to a server. */
export class ServerLink {
  readonly #authorization: string;
  readonly #sockets = new Map<string, WebSocket>();
  readonly #stop = new AbortController();
  #tell: (message: ServerMessage) => void = () => undefined;

  constructor(private readonly options: ServerLinkOptions) {
    this.#authorization = `Basic ${Buffer.from(`${options.user}:${options.password}`).toString('base64')}`;
  }

  onMessage(listener: (message: ServerMessage) => void): void {
    this.#tell = listener;
  }

  /** The answer comes as a message; 502 when there is none. */
  request(n: number, { method, uri, body }: Asked): void {
    void this.#ask({ method, uri, ...(body === undefined ? {} : { body }) }).then((answer) =>
      this.#tell({ kind: 'answer', n, ...answer }),
    );
  }

  connect(ws: string, uri: string): void {
    const place = this.#placeOf(uri);
    place.protocol = place.protocol.replace('http', 'ws');
    const socket = new WebSocket(place, { headers: { authorization: this.#authorization } });
    this.#sockets.set(ws, socket);
    socket
      .on('open', () => this.#tell({ kind: 'opening', ws, status: 101 }))
      .on('message', (data, isBinary) => {
        if (isBinary) return;
        this.#tell({ kind: 'event', ws, event: recordedBody((data as Buffer).toString('utf8')).body ?? '' });
      })
      .on('unexpected-response', (_request, { statusCode: status = 502 }) => {
        this.#tell({ kind: 'opening', ws, status });
        socket.terminate();
      })
      // Its end says the same.
      .on('error', () => undefined);
  }

  send(ws: string, text: string): void {
    const socket = this.#sockets.get(ws);
    if (socket?.readyState === WebSocket.OPEN) socket.send(text);
  }

  close(ws: string): void {
    this.#sockets.get(ws)?.close();
  }

  /** Ends all connections. Nothing is told from now on. */
  end(): void {
    this.#tell = () => undefined;
    this.#stop.abort();
    for (const socket of this.#sockets.values()) socket.terminate();
  }

  async #ask({ method, uri, body }: Asked): Promise<{ status: number; body?: JsonValue }> {
    const isText = typeof body === 'string';
    const content =
      body === undefined
        ? undefined
        : { body: isText ? body : JSON.stringify(body), type: isText ? 'text/plain' : 'application/json' };
    try {
      const answer = await fetch(this.#placeOf(uri), {
        method,
        headers: {
          authorization: this.#authorization,
          ...(content === undefined ? {} : { 'content-type': content.type }),
        },
        ...(content === undefined ? {} : { body: content.body }),
        signal: this.#stop.signal,
      });
      const isReadable = /json|text/.test(answer.headers.get('content-type') ?? 'text');
      const text = await answer.text();
      return { status: answer.status, ...(isReadable ? recordedBody(text) : {}) };
    } catch {
      return { status: 502 };
    }
  }

  #placeOf(uri: string): URL {
    return new URL(uri, this.options.url);
  }
}
