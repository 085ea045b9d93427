import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import type { Server as TlsServer } from 'node:tls';
import { createServer as createTlsServer } from 'node:tls';
import type { NetworkPlace } from '../../shared/network/network-place';
import type { TlsSettings } from './tls-settings';
import { readSecureContext } from './tls-settings';

export interface StreamListenerOptions {
  readonly bind: NetworkPlace;
  /** Makes it a listener for TLS. */
  readonly tls?: TlsSettings;
  /** Counted from the first packet on: a handshake takes a place, too. */
  readonly maxConnections: number;
  /** A connection that is ready for messages. */
  readonly onConnection: (socket: Socket) => void;
}

/** Takes connections in, over TCP or TLS. */
export class StreamListener {
  readonly bound: NetworkPlace;

  private constructor(
    private readonly server: Server,
    private readonly options: StreamListenerOptions,
  ) {
    const { address, port } = server.address() as AddressInfo;
    this.bound = { host: address, port };
  }

  static async open(options: StreamListenerOptions): Promise<StreamListener> {
    const { bind, tls, maxConnections, onConnection } = options;
    const server = tls === undefined ? createServer() : createTlsServer(serverOptions(tls));
    server.on(tls === undefined ? 'connection' : 'secureConnection', onConnection);
    server.maxConnections = maxConnections;
    // A failed handshake affects only that peer.
    server.on('tlsClientError', (_error, socket: Socket) => socket.destroy());
    try {
      // One family for each socket: addresses of IPv4 peers then have one form only.
      server.listen({ port: bind.port, host: bind.host, ipv6Only: true });
      await once(server, 'listening');
    } catch (error) {
      server.close();
      throw error;
    }
    return new StreamListener(server, options);
  }

  get transport(): 'TCP' | 'TLS' {
    return this.options.tls === undefined ? 'TCP' : 'TLS';
  }

  get tls(): TlsSettings | undefined {
    return this.options.tls;
  }

  /** Reads the certificates again, for connections to come; those that there are stay. Throws, and changes nothing, on failure. */
  reload(): void {
    const { tls } = this.options;
    if (tls !== undefined) (this.server as TlsServer).setSecureContext(readSecureContext(tls));
  }

  /** Takes no more connections in; those that there are belong to others. */
  close(): void {
    this.server.close();
  }
}

function serverOptions(tls: TlsSettings): Parameters<typeof createTlsServer>[0] {
  const isStrict = tls.requireClientCertificate ?? false;
  return { ...readSecureContext(tls), requestCert: isStrict, rejectUnauthorized: isStrict, handshakeTimeout: 10_000 };
}
