import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { ManagerConfig } from '../config/manager-config';
import type { TlsConfig } from '../config/server-config';

export interface ListenerAddress {
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
}

/** The ports of the manager interface: a plain one, and one with TLS where the configuration has it. */
export class ManagerListener {
  readonly #servers: readonly { readonly server: Server; readonly host: string; readonly port: number }[];
  readonly #sockets = new Set<Socket>();
  readonly #isSecure: readonly boolean[];

  constructor(config: Pick<ManagerConfig, 'bindAddress' | 'port' | 'tls'>, onConnection: (socket: Socket) => void) {
    const { bindAddress, port, tls } = config;
    const plain = { server: createServer({ noDelay: true }), host: bindAddress, port };
    plain.server.on('connection', onConnection);
    const secure = tls && { server: secureServer(tls), host: tls.bindAddress, port: tls.bindPort };
    secure?.server.on('secureConnection', onConnection);
    this.#servers = secure === undefined ? [plain] : [plain, secure];
    this.#isSecure = secure === undefined ? [false] : [false, true];
    for (const { server } of this.#servers) server.on('connection', (socket: Socket) => this.#follow(socket));
  }

  /** When an address cannot be bound, rejects with the system's reason and leaves nothing open. */
  async open(): Promise<readonly ListenerAddress[]> {
    const opened = await Promise.allSettled(this.#servers.map(listening));
    const failed = opened.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') {
      await this.close();
      throw failed.reason;
    }
    return this.#servers.map(({ server }, index) => {
      const { address, port } = server.address() as AddressInfo;
      return { host: address, port, isSecure: this.#isSecure[index] ?? false };
    });
  }

  /** Ends all connections. Idempotent. */
  async close(): Promise<void> {
    const closed = this.#servers.map(({ server }) => new Promise<void>((resolve) => server.close(() => resolve())));
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all(closed);
  }

  #follow(socket: Socket): void {
    this.#sockets.add(socket);
    // A handshake that fails has no other listener.
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.#sockets.delete(socket));
  }
}

function secureServer({ certificateFile, privateKeyFile, ciphers, minVersion, honorCipherOrder }: TlsConfig): Server {
  const server = createTlsServer({
    cert: readFileSync(certificateFile),
    key: readFileSync(privateKeyFile),
    ...(ciphers === undefined ? {} : { ciphers }),
    minVersion,
    honorCipherOrder,
    handshakeTimeout: 10_000,
  });
  server.on('tlsClientError', (_error, socket) => void socket.destroy());
  return server;
}

function listening({ server, host, port }: { server: Server; host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
