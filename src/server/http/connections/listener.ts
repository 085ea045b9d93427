import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { readFileSync } from 'node:fs';
import type { HttpConfig, TlsConfig } from '../../../config/server-config';
import type { Clock } from '../../../shared/time/clock';
import type { ConnectionLimits } from './connection-limits';
import type { SlowReaders } from './slow-readers';

export interface ListenerOptions {
  readonly config: HttpConfig;
  readonly onRequest: (request: IncomingMessage, response: ServerResponse) => void;
  readonly onUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Called for input that is not a valid request; the handler closes the connection. */
  readonly onBroken: (error: Error, socket: Duplex) => void;
  readonly connections: ConnectionLimits;
  readonly slowReaders: SlowReaders;
  readonly clock: Pick<Clock, 'after'>;
}

/** The sockets we listen on: HTTP, and HTTPS beside it when the configuration has a certificate. */
export class Listener {
  /** Including upgraded connections, which Node no longer tracks. */
  readonly #open = new Set<Socket>();
  readonly #servers: readonly {
    readonly server: Server;
    readonly address: string;
    readonly port: number;
    readonly scheme: string;
  }[];

  constructor(private readonly options: ListenerOptions) {
    const { config, onRequest, onUpgrade, onBroken, connections, slowReaders } = options;
    const plain = {
      server: createServer(limits(config)),
      address: config.bindAddress,
      port: config.bindPort,
      scheme: 'http',
    };
    const secure = config.tls && {
      server: secureServer(config, config.tls),
      address: config.tls.bindAddress,
      port: config.tls.bindPort,
      scheme: 'https',
    };
    this.#servers = secure ? [plain, secure] : [plain];
    const answer = config.sessionKeepAlive === 0 ? closingAfter(onRequest) : onRequest;
    const handle: typeof onRequest = (request, response) => {
      connections.requested(request.socket);
      answer(request, response);
    };
    for (const { server, scheme } of this.#servers) {
      server.keepAliveTimeout = config.sessionKeepAlive;
      server.on('connection', (socket: Socket) => this.#follow(socket));
      server.on('connection', connections.admit);
      // With TLS, writes do not pass through the socket of the connection.
      server.on(scheme === 'https' ? 'secureConnection' : 'connection', slowReaders.watch);
      server.on('request', handle).on('clientError', onBroken);
      server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        connections.requested(request.socket);
        slowReaders.release(request.socket);
        onUpgrade(request, socket, head);
      });
      // Expectations other than 100-continue may be ignored (RFC 9110 §10.1.1); Node's own answer has no body.
      server.on('checkExpectation', handle);
    }
  }

  /**
   * The addresses actually bound, as URLs. When one cannot be bound, rejects with the system's reason and leaves
   * nothing open.
   */
  async open(): Promise<string[]> {
    // All of them settle first: a server that is still starting to listen could not be closed.
    const opened = await Promise.allSettled(
      this.#servers.map(({ server, address, port }) => listening(server, address, port)),
    );
    const failed = opened.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') {
      await this.close(0);
      throw failed.reason;
    }
    return this.#servers.map(({ server, scheme }) => urlOf(server.address() as AddressInfo, scheme));
  }

  /** Stops accepting connections, lets running requests finish for `grace` milliseconds, then closes the rest. */
  async close(grace: number): Promise<void> {
    const cancelCut = this.options.clock.after(grace, () => {
      for (const socket of this.#open) socket.destroy();
    });
    await Promise.all(this.#servers.map(({ server }) => closed(server)));
    cancelCut();
    this.options.slowReaders.close();
  }

  #follow(socket: Socket): void {
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
  }
}

function limits(config: HttpConfig): object {
  return {
    // Headers have to arrive within the inactivity time, and so has the whole request after them.
    headersTimeout: config.sessionInactivity,
    requestTimeout: config.sessionInactivity * 2,
    connectionsCheckingInterval: Math.min(5000, config.sessionInactivity),
    maxHeaderSize: 64 * 1024,
    // Deviation: RFC 9112 §3.2 requires a 400, but some clients send no Host, and nothing here depends on it.
    requireHostHeader: false,
    noDelay: true,
  };
}

/** For Node, a timeout of zero means no timeout; in the configuration, that connections are not kept alive. */
function closingAfter(handle: ListenerOptions['onRequest']): ListenerOptions['onRequest'] {
  return (request, response) => {
    response.shouldKeepAlive = false;
    handle(request, response);
  };
}

function secureServer(config: HttpConfig, tls: TlsConfig): Server {
  try {
    return createTlsServer({ ...limits(config), ...certificate(tls) });
  } catch (error) {
    const files = [...new Set([tls.certificateFile, tls.privateKeyFile])].join(' and ');
    throw new Error(`TLS cannot be set up with ${files}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

function certificate({ certificateFile, privateKeyFile, ciphers, minVersion, honorCipherOrder }: TlsConfig): object {
  return {
    cert: readFileSync(certificateFile),
    key: readFileSync(privateKeyFile),
    ...(ciphers === undefined ? {} : { ciphers }),
    minVersion,
    honorCipherOrder,
  };
}

function listening(server: Server, address: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}

function urlOf({ address, port, family }: AddressInfo, scheme: string): string {
  return `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
