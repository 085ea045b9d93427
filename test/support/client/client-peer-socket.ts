import type { WebSocket } from 'ws';
import type { RESTRequest } from '../../../generated/models';
import { Inbox } from './client-inbox';
import type { RecordedRequest, ScriptedAnswer } from './client-server';

type Ask = (request: RecordedRequest) => Promise<ScriptedAnswer>;

/** The server's end of an event socket. Requests that come over it are answered by the server's script. */
export class PeerSocket {
  /** Frames as they came, parsed. */
  readonly frames = new Inbox<RESTRequest>();
  /** One entry for each ping that came. */
  readonly pinged = new Inbox<true>();
  readonly #closed: Promise<number>;

  constructor(
    private readonly websocket: WebSocket,
    private readonly ask: Ask,
  ) {
    this.#closed = new Promise((resolve) => websocket.on('close', resolve));
    websocket.on('ping', () => this.pinged.put(true));
    websocket.on('message', (data) => {
      const frame = JSON.parse((data as Buffer).toString('utf8')) as RESTRequest;
      this.frames.put(frame);
      void this.#answer(frame);
    });
  }

  send(message: object | string): void {
    this.websocket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  sendBinary(bytes: Uint8Array): void {
    this.websocket.send(bytes);
  }

  close(code: number, reason: string): void {
    this.websocket.close(code, reason);
  }

  /** The line goes dead without a goodbye. */
  terminate(): void {
    this.websocket.terminate();
  }

  /** Stays connected but neither reads nor answers any more, like a machine whose power is cut. */
  freeze(): void {
    this.websocket.pause();
  }

  /** The code with which the client closed. */
  closed(): Promise<number> {
    return this.#closed;
  }

  async #answer(frame: RESTRequest): Promise<void> {
    const { method, uri, message_body: body = '' } = frame;
    const answer = await this.ask({ door: 'socket', method, target: `/${uri}`, headers: {}, body });
    if (answer === 'silence') return;
    if (answer === 'hang up' || answer === 'break off') return this.terminate();
    const { status, json } = answer;
    this.send({
      type: 'RESTResponse',
      transaction_id: frame.transaction_id ?? '',
      request_id: frame.request_id ?? '',
      status_code: status,
      reason_phrase: '',
      uri: uri.split('?')[0],
      ...(json === undefined ? {} : { content_type: 'application/json', message_body: JSON.stringify(json) }),
      application: 'hello',
      timestamp: '2026-11-15T00:18:51.581+0000',
    });
  }
}
