import type { IncomingMessage } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { AwaitedSockets } from '../../engine/audio/legs/media-socket';
import type { LiveSettings } from '../door-settings';
import type { ConnectionLimits } from '../http/connections/connection-limits';
import type { RawHeaders } from '../http/answers/cors';
import { endWith } from '../http/answers/end-with';
import { behindPrefix, parseTarget } from '../http/requests/target';
import type { MediaPeers } from './media-peers';
import { longestMessage } from './media-peers';

export interface MediaDoorOptions {
  readonly awaited: AwaitedSockets;
  readonly peers: MediaPeers;
  readonly prefix: string;
  readonly settings: LiveSettings;
  readonly isReady: () => boolean;
  readonly connections: Pick<ConnectionLimits, 'authenticated'>;
}

const subprotocol = 'media';

/**
 * Where applications open the sockets that channels wait for: `/media/<connection id>`. No credentials are required, as
 * the id of a connection cannot be guessed.
 */
export class MediaDoor {
  readonly #server: WebSocketServer;

  constructor(private readonly options: MediaDoorOptions) {
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: longestMessage,
      perMessageDeflate: false,
      autoPong: false,
      handleProtocols: (offered) => (offered.has(subprotocol) ? subprotocol : false),
    });
    this.#server.on('wsClientError', (error, socket) => this.#refuse(socket, 400, error.message));
  }

  /** Whether a path belongs to this door. */
  readonly owns = (path: string): boolean => this.#idIn(path) !== undefined;

  readonly handle = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    const id = this.#idIn(parseTarget(request.url ?? '/').path) ?? '';
    const refusal = this.#refusalOf(request, id);
    if (refusal !== undefined) return this.#refuse(socket, ...refusal);
    this.#server.handleUpgrade(request, socket, head, (accepted) => {
      this.options.peers.open(accepted, (opened) => this.options.awaited.take(id, opened), { openedBy: 'peer' });
    });
  };

  close(): void {
    this.#server.close();
  }

  /** Empty when there is none; undefined for other paths. */
  #idIn(path: string): string | undefined {
    const inside = behindPrefix(path, this.options.prefix) ?? '';
    if (inside === '/media') return '';
    return inside.startsWith('/media/') ? inside.slice('/media/'.length) : undefined;
  }

  #refusalOf({ method, headers, socket }: IncomingMessage, id: string): readonly [number, string] | undefined {
    if (!this.options.isReady()) return [503, 'The server is starting or stopping: try again shortly.'];
    if (method !== 'GET') return [405, 'A websocket can only be opened by GET.'];
    const found = this.options.awaited.find(id);
    if (found === 'unknown') return [404, 'No channel is waiting for a media websocket here.'];
    if (found === 'taken') return [409, 'The channel already has a media websocket.'];
    const offered = headers['sec-websocket-protocol']?.split(',').map((name) => name.trim()) ?? [subprotocol];
    if (!offered.includes(subprotocol)) return [400, `Offer the subprotocol '${subprotocol}' or none.`];
    // The id of a connection is a secret like a password.
    const full = this.options.connections.authenticated(socket);
    return full === undefined ? undefined : [503, full];
  }

  #refuse(socket: Duplex, status: number, problem: string): void {
    const { always } = this.options.settings.current.style;
    endWith(socket, page({ status, problem, always }));
  }
}

interface Page {
  readonly status: number;
  readonly problem: string;
  readonly always: RawHeaders;
}

/** An answer for people: clients of media websockets do not read JSON before they are connected. */
function page({ status, problem, always }: Page): string {
  const title = `${status} ${STATUS_CODES[status] ?? ''}`;
  const text = `<!DOCTYPE html>\n<html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1><p>${escaped(problem)}</p></body></html>\n`;
  const lines = [
    `HTTP/1.1 ${title}`,
    ...always.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${always[at + 1] ?? ''}`] : [])),
    ...(status === 400 ? ['Sec-WebSocket-Version: 13, 8'] : []),
    'Connection: close',
    'Content-Type: text/html; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${text}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
