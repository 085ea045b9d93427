import { WebSocket } from 'ws';
import { basic } from '../../../support/server/http-client';
import { readMediaBytes, readMediaText } from '../recording/media-messages';
import type { ConnectStep, JsonObject } from '../recording/trace';
import { isObject, parsed } from '../recording/trace';

export interface SocketMessage {
  readonly event: JsonObject;
  /** The frame itself, where it is one of the interface. */
  readonly text?: string;
}

/** Events and answers, or the audio of a channel and what belongs to it. */
export type Contents = 'events' | 'media';

/** The server's answer to the upgrade request: 101 when it agreed. */
export interface Opening {
  readonly status: number;
  readonly protocol: string;
  /** What a refusal says. */
  readonly body: string;
}

/** A socket of the recording, opened by us or by the server. Messages wait until somebody listens. */
export class TraceSocket {
  /** Resolves with the code. */
  readonly closed: Promise<number>;
  readonly opening: Promise<Opening>;
  readonly #early: SocketMessage[] = [];
  #listener: ((message: SocketMessage) => void) | undefined;
  #hasHeardAudio = false;

  constructor(
    private readonly socket: WebSocket,
    contents: Contents = 'events',
  ) {
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (contents === 'events') this.#take(data.toString('utf8'));
      else this.#takeMedia(data, isBinary);
    });
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => socket.once('close', resolve));
    this.opening = openingOf(socket);
  }

  static connect(origin: string, { uri, auth, protocols }: ConnectStep): TraceSocket {
    const headers = auth === null ? {} : { authorization: basic(auth) };
    const socket = new WebSocket(`${origin.replace('http', 'ws')}${uri}`, [...protocols], { headers });
    return new TraceSocket(socket, uri.startsWith('/media') ? 'media' : 'events');
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  listen(listener: (message: SocketMessage) => void): void {
    this.#listener = listener;
    for (const message of this.#early.splice(0)) listener(message);
  }

  send(data: string | Buffer): void {
    this.socket.send(data);
  }

  /** Waits for the echo of a ping: everything that the server has sent before has arrived then. */
  async ping(data = ''): Promise<string> {
    if (!this.isOpen) return '';
    const echo = new Promise<string>((resolve) => this.socket.once('pong', (bytes) => resolve(bytes.toString('utf8'))));
    this.socket.ping(data);
    return Promise.race([echo, this.closed.then(() => '')]);
  }

  close(): void {
    this.socket.close(1000);
  }

  abort(): void {
    this.socket.terminate();
  }

  #take(text: string): void {
    const event = parsed(text);
    this.#give({ event: isObject(event) ? event : { type: 'not an object', text }, text });
  }

  /** Of audio only the first frame was recorded. */
  #takeMedia(data: Buffer, isBinary: boolean): void {
    if (!isBinary) this.#give({ event: readMediaText(data.toString('utf8')) });
    else if (!this.#hasHeardAudio) this.#give({ event: readMediaBytes(data.length) });
    this.#hasHeardAudio ||= isBinary;
  }

  #give(message: SocketMessage): void {
    if (this.#listener === undefined) this.#early.push(message);
    else this.#listener(message);
  }
}

function openingOf(socket: WebSocket): Promise<Opening> {
  const open = (): Opening => ({ status: 101, protocol: socket.protocol, body: '' });
  if (socket.readyState === WebSocket.OPEN) return Promise.resolve(open());
  return new Promise((resolve) => {
    socket.once('open', () => resolve(open()));
    socket.once('unexpected-response', (request, response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => {
        request.destroy();
        resolve({ status: response.statusCode ?? 0, protocol: '', body: Buffer.concat(chunks).toString('utf8') });
      });
    });
    socket.once('close', () => resolve({ status: 0, protocol: '', body: '' }));
  });
}
