import type { Socket } from 'node:net';
import type { Logger } from '../../shared/logger';

export interface ConnectionLimitsOptions {
  /** Connections of authenticated users, event sockets included. */
  readonly limit: number;
  /** Connections from one address whose peer has not authenticated. */
  readonly perAddress: number;
  /** Whether an address connects on behalf of many others. */
  readonly isProxy: (address: string) => boolean;
  /** Whether file descriptors run short: then nobody new is let in who has not replaced another. */
  readonly isShort: () => boolean;
  readonly log: Logger;
}

/** Kept free for peers without credentials, such as health checks, when users hold every other connection. */
const reserve = 8;

/** Identifies a connection while it is open; the same for a TLS socket and for the TCP socket below it. */
type ConnectionKey = string;

interface Stranger {
  readonly socket: Socket;
  readonly address: string;
}

/**
 * Decides who may hold a connection. A peer that has not authenticated keeps its connection only until others need the
 * place: the oldest of them makes room for a newcomer, first among those of the same address. So neither health checks
 * nor users are kept out by connections that are opened and never used.
 */
export class ConnectionLimits {
  /** In the order of their arrival. */
  readonly #strangers = new Map<ConnectionKey, Stranger>();
  readonly #ofAddress = new Map<string, Set<ConnectionKey>>();
  readonly #users = new Set<ConnectionKey>();
  #evicted = 0;

  constructor(private readonly options: ConnectionLimitsOptions) {}

  /** Connections that were closed to make room for others. */
  get evicted(): number {
    return this.#evicted;
  }

  get size(): number {
    return this.#strangers.size + this.#users.size;
  }

  /** Counts a new connection until it closes. */
  readonly admit = (socket: Socket): void => {
    const [key, address] = [keyOf(socket), socket.remoteAddress ?? ''];
    const neighbours = this.#ofAddress.get(address) ?? new Set();
    if (neighbours.size >= this.options.perAddress && !this.options.isProxy(address)) this.#evictOldest(neighbours);
    const places = this.options.limit - this.#users.size + reserve;
    const isFull = this.#strangers.size >= places || this.options.isShort();
    if (isFull && !this.#evictOldest(this.#strangers.keys())) {
      this.#evicted += 1;
      socket.destroy();
      return;
    }
    this.#ofAddress.set(address, neighbours.add(key));
    this.#strangers.set(key, { socket, address });
    socket.once('close', () => {
      this.#users.delete(key);
      this.#removeStranger(key);
    });
  };

  /** The peer has shown valid credentials: from now on it keeps its place. False when users hold all places. */
  authenticated(socket: Socket): boolean {
    const key = keyOf(socket);
    if (this.#users.has(key)) return true;
    if (this.#users.size >= this.options.limit) return false;
    // A connection that was evicted while its password was checked is not counted any more.
    if (this.#removeStranger(key)) this.#users.add(key);
    return true;
  }

  /** False when there is nobody to evict. */
  #evictOldest(among: Iterable<ConnectionKey>): boolean {
    for (const key of among) {
      const { socket, address } = this.#strangers.get(key) ?? {};
      if (socket === undefined) continue;
      this.#evicted += 1;
      this.options.log.debug({ address }, 'connection closed to make room for another');
      this.#removeStranger(key);
      socket.destroy();
      return true;
    }
    return false;
  }

  #removeStranger(key: ConnectionKey): boolean {
    const stranger = this.#strangers.get(key);
    if (stranger === undefined) return false;
    const neighbours = this.#ofAddress.get(stranger.address);
    neighbours?.delete(key);
    if (neighbours?.size === 0) this.#ofAddress.delete(stranger.address);
    return this.#strangers.delete(key);
  }
}

function keyOf({ localPort = 0, remoteAddress = '', remotePort = 0 }: Socket): ConnectionKey {
  return `${localPort} ${remoteAddress} ${remotePort}`;
}
