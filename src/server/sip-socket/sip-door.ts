import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import type { NetworkPlace } from '../../shared/network/network-place';
import type { LiveSettings } from '../door-settings';
import type { ConnectionLimits } from '../http/connections/connection-limits';
import { endWith } from '../http/answers/end-with';
import { rawAnswer } from '../http/answers/raw-answer';
import type { Refuse } from '../refuse';
import { behindPrefix } from '../http/requests/target';

/** Takes websockets that carry SIP. */
export interface SipSockets {
  /** Whether there is anything behind this door. */
  readonly takesWebSockets: (isSecure: boolean) => boolean;
  readonly addWebSocket: (
    socket: WebSocket,
    init: {
      readonly remote: NetworkPlace;
      readonly local: NetworkPlace;
      readonly isSecure: boolean;
      /** Called when the far end has proved who it is. */
      readonly onTrusted: () => void;
    },
  ) => boolean;
}

export interface SipDoorOptions {
  readonly sockets: SipSockets;
  readonly prefix: string;
  readonly settings: LiveSettings;
  readonly refuse: Refuse;
  readonly isReady: () => boolean;
  readonly connections: Pick<ConnectionLimits, 'authenticated'>;
}

const subprotocol = 'sip';
const path = '/ws';
/** Larger than every SIP message that is accepted. */
const maxPayload = 1024 * 1024;

/** Where browsers and phones open websockets for SIP (RFC 7118): `/ws`, with the subprotocol `sip`. */
export class SipDoor {
  readonly #server: WebSocketServer;

  constructor(private readonly options: SipDoorOptions) {
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload,
      perMessageDeflate: false,
      handleProtocols: (offered) => (offered.has(subprotocol) ? subprotocol : false),
    });
    this.#server.on('wsClientError', (error, socket) => this.#refuse(socket, 400, error.message));
  }

  /** Whether a path belongs to this door. */
  readonly owns = (asked: string): boolean => behindPrefix(asked, this.options.prefix) === path;

  readonly handle = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    const isSecure = (request.socket as Partial<TLSSocket>).encrypted === true;
    const refusal = this.#refusalOf(request, isSecure);
    if (refusal !== undefined) return this.#refuse(socket, ...refusal);
    const { remoteAddress = '', remotePort = 0, localAddress = '', localPort = 0 } = request.socket;
    const { sockets, connections, settings } = this.options;
    // Behind a proxy the port is the proxy's, but the address is what rules are about.
    const remote = { host: settings.current.addresses.of(request) ?? remoteAddress, port: remotePort };
    this.#server.handleUpgrade(request, socket, head, (accepted) => {
      const local = { host: localAddress, port: localPort };
      const onTrusted = (): void => void connections.authenticated(request.socket);
      if (!sockets.addWebSocket(accepted, { remote, local, isSecure, onTrusted })) accepted.terminate();
    });
  };

  close(): void {
    this.#server.close();
  }

  #refusalOf(
    { method, headers }: IncomingMessage,
    isSecure: boolean,
  ): readonly [503 | 405 | 404 | 400, string] | undefined {
    const { isReady, sockets } = this.options;
    if (!isReady()) return [503, 'The server is starting or stopping: try again shortly.'];
    if (method !== 'GET') return [405, 'A websocket is opened by GET and by no other method.'];
    const protocol = isSecure ? 'wss' : 'ws';
    if (!sockets.takesWebSockets(isSecure))
      return [404, `SIP over websockets needs a transport with protocol = ${protocol} in pjsip.conf.`];
    const offered = headers['sec-websocket-protocol']?.split(',').map((name) => name.trim()) ?? [];
    return offered.includes(subprotocol) ? undefined : [400, `Offer the subprotocol '${subprotocol}'.`];
  }

  #refuse(socket: Duplex, status: number, problem: string): void {
    endWith(socket, rawAnswer(this.options.refuse(status, problem), this.options.settings.current.style));
  }
}
