import type { Client, RestClient } from '../../../generated/client';
import { connect, createClient } from '../../../generated/client';
import type { AccessOptions } from '../../../src/client/access';
import type { ConnectOptions } from '../../../src/client/connect-options';
import type { ClientNotice } from '../../../src/client/session';
import { Inbox } from './client-inbox';
import type { PeerSocket } from './client-peer-socket';
import { PeerServer } from './client-server';

/** Servers and clients of one test file; whatever a test opens is closed after it, clients first. */
export class Stage {
  readonly #clients: { close(): Promise<void> }[] = [];
  readonly #servers: PeerServer[] = [];

  async server(scheme: 'http' | 'https' = 'http'): Promise<PeerServer> {
    const server = await PeerServer.start(scheme);
    this.#servers.push(server);
    return server;
  }

  /** A client for requests only. */
  restClient({ url }: PeerServer, options: Partial<AccessOptions> = {}): RestClient {
    return this.keep(createClient({ url, user: 'demo', password: 'secret', ...options }));
  }

  /** A client with its event socket, and the server's end of that socket. */
  async connect(
    server: PeerServer,
    options: Partial<ConnectOptions> = {},
  ): Promise<{ client: Client; socket: PeerSocket }> {
    const client = this.keep(
      await connect({ url: server.url, user: 'demo', password: 'secret', apps: ['hello'], ...options }),
    );
    return { client, socket: await server.nextSocket() };
  }

  async clear(): Promise<void> {
    await Promise.all(this.#clients.splice(0).map((client) => client.close()));
    await Promise.all(this.#servers.splice(0).map((server) => server.close()));
  }

  /** Closes the client after the test, however that ends. */
  keep<Kept extends { close(): Promise<void> }>(client: Kept): Kept {
    this.#clients.push(client);
    return client;
  }
}

/** Everything the client says about its connection, in order. */
export function noticesOf({ connection }: Client): Inbox<ClientNotice> {
  const notices = new Inbox<ClientNotice>();
  connection.onAny((notice) => notices.put(notice));
  return notices;
}

/** What a promise was rejected with. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
}
