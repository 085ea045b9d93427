import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import type { WebsocketClientConfig } from '../../config/server-config';
import type { Clock } from '../../shared/time/clock';
import type { Destinations } from '../../shared/network/destinations';
import { basicCredentials } from './basic-credentials';
import { openStream } from './open-stream';

/** An open websocket, paused: its new owner resumes it when ready to listen. */
export interface Connection {
  readonly socket: WebSocket;
  /** The connection below. */
  readonly stream: Socket;
}

export type Attempt =
  | { readonly outcome: 'open'; readonly connection: Connection }
  | { readonly outcome: 'failed'; readonly reason: string };

export interface AttemptOptions {
  readonly clock: Clock;
  /** Cancels the attempt. */
  readonly signal: AbortSignal;
  readonly maxPayload: number;
  readonly destinations: Pick<Destinations, 'literalRefusal' | 'lookupFor'>;
}

/** One attempt to reach a remote application. It ends within the client's timeout, whatever the peer does. */
export async function connect(client: WebsocketClientConfig, options: AttemptOptions): Promise<Attempt> {
  const deadline = new AbortController();
  const cancel = options.clock.after(client.connectionTimeout, () => deadline.abort());
  const signal = AbortSignal.any([options.signal, deadline.signal]);
  try {
    const stream = await openStream(client, options.destinations, signal);
    const socket = await shakeHands(client, stream, { ...options, signal });
    return { outcome: 'open', connection: { socket, stream } };
  } catch (error) {
    const late = `no connection within ${client.connectionTimeout} ms`;
    return { outcome: 'failed', reason: deadline.signal.aborted ? late : reasonOf(error) };
  } finally {
    cancel();
  }
}

async function shakeHands(client: WebsocketClientConfig, stream: Socket, options: AttemptOptions): Promise<WebSocket> {
  let socket: WebSocket | undefined;
  try {
    socket = begin(client, stream, options.maxPayload);
    await once(socket, 'open', { signal: options.signal });
    return socket;
  } catch (error) {
    socket?.terminate();
    stream.destroy();
    throw error;
  }
}

function begin({ uri, protocols, username, password }: WebsocketClientConfig, stream: Socket, maxPayload: number) {
  const authorization = basicCredentials(username, password);
  const socket = new WebSocket(uri, [...protocols], {
    createConnection: () => stream,
    headers: authorization === undefined ? {} : { Authorization: authorization },
    followRedirects: false,
    perMessageDeflate: false,
    // The owner of the socket answers pings.
    autoPong: false,
    maxPayload,
  });
  socket.on('error', () => undefined);
  socket.on('upgrade', (response) => acceptSilence(response, protocols));
  // A peer may send data in the packet that opens the socket, before a listener is attached.
  socket.on('open', () => socket.pause());
  return socket;
}

/** A server need not choose among the subprotocols offered (RFC 6455 §4.2.2); the library insists that it does. */
function acceptSilence({ headers }: IncomingMessage, [first]: readonly string[]): void {
  if (first !== undefined) headers['sec-websocket-protocol'] ??= first;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // For several failed addresses, Node reports only the code.
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return error.message === '' ? code : error.message;
}
