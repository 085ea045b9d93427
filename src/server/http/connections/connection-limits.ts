import type { Socket } from 'node:net';
import type { Logger } from '../../../shared/logger';
import type { DescriptorSupply } from '../../descriptor-watch';
import { refusals } from '../refusals';

export interface ConnectionLimitsOptions {
  /** Connections of authenticated users, event sockets included. */
  readonly limit: number;
  /** Connections from one address whose peer has not authenticated. */
  readonly perAddress: number;
  /** Whether an address connects on behalf of many others. */
  readonly isProxy: (address: string) => boolean;
  /** The state of file descriptors at this number of connections. */
  readonly descriptors: (connections: number) => DescriptorSupply;
  readonly log: Logger;
}

/** Slots for peers without credentials, such as health checks, when users or files hold everything else. */
const reserve = 8;

/** Identifies a connection while it is open; the same for a TLS socket and for the TCP socket below it. */
type ConnectionKey = string;

const none: ReadonlySet<ConnectionKey> = new Set();

interface Stranger {
  readonly socket: Socket;
  readonly address: string;
}

/**
 * Decides which connections are kept. An unauthenticated connection is kept only until its slot is needed: the oldest
 * is closed for a new one, first among those of the address with the most connections, and those that have sent a
 * request last. So unused connections block neither health checks nor users, and many connections from one address
 * never close one from another address that has not sent its request yet.
 */
export class ConnectionLimits {
  /** In order of arrival. */
  readonly #strangers = new Map<ConnectionKey, Stranger>();
  /** Unauthenticated peers that have sent no request, in the same order. */
  readonly #silent = new Set<ConnectionKey>();
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
    if (neighbours.size >= this.options.perAddress && !this.options.isProxy(address))
      this.#evict(this.#oldest(neighbours));
    while (this.#isFull()) this.#evict(this.#leastMissed());
    this.#ofAddress.set(address, neighbours.add(key));
    this.#strangers.set(key, { socket, address });
    this.#silent.add(key);
    socket.once('close', () => {
      this.#users.delete(key);
      this.#removeStranger(key);
    });
  };

  /** The peer has sent a request: idle connections are closed before it. */
  requested(socket: Socket): void {
    if (this.#silent.size > 0) this.#silent.delete(keyOf(socket));
  }

  /** The peer has shown valid credentials: from now on it keeps its slot, unless the result says why it cannot. */
  authenticated(socket: Socket): string | undefined {
    const key = keyOf(socket);
    if (this.#users.has(key)) return undefined;
    if (this.#users.size >= this.options.limit) return refusals.noPlaceLeft;
    if (this.options.descriptors(this.size) === 'critical') return refusals.noDescriptorsLeft;
    // A connection that was evicted while its password was checked is no longer counted.
    if (this.#removeStranger(key)) this.#users.add(key);
    return undefined;
  }

  /** Whether a connection has to be closed before another is accepted. */
  #isFull(): boolean {
    if (this.#strangers.size < reserve) return false;
    const { limit, descriptors } = this.options;
    return this.#strangers.size >= limit - this.#users.size + reserve || descriptors(this.size + 1) !== 'ample';
  }

  #leastMissed(): ConnectionKey | undefined {
    return this.#oldest(this.#crowd() ?? none) ?? first(this.#silent) ?? first(this.#strangers.keys());
  }

  /** The connections of the address with the most of them, if it has several and is not a proxy. */
  #crowd(): ReadonlySet<ConnectionKey> | undefined {
    let crowd: ReadonlySet<ConnectionKey> | undefined;
    for (const [address, keys] of this.#ofAddress)
      if (keys.size > (crowd?.size ?? 1) && !this.options.isProxy(address)) crowd = keys;
    return crowd;
  }

  #evict(key: ConnectionKey | undefined): void {
    const stranger = key === undefined ? undefined : this.#strangers.get(key);
    if (key === undefined || stranger === undefined) return;
    const { socket, address } = stranger;
    this.#evicted += 1;
    this.options.log.debug({ address }, 'connection closed to make room for another');
    this.#removeStranger(key);
    socket.destroy();
  }

  #oldest(neighbours: ReadonlySet<ConnectionKey>): ConnectionKey | undefined {
    for (const key of neighbours) if (this.#silent.has(key)) return key;
    return first(neighbours);
  }

  #removeStranger(key: ConnectionKey): boolean {
    const stranger = this.#strangers.get(key);
    if (stranger === undefined) return false;
    const neighbours = this.#ofAddress.get(stranger.address);
    neighbours?.delete(key);
    if (neighbours?.size === 0) this.#ofAddress.delete(stranger.address);
    this.#silent.delete(key);
    return this.#strangers.delete(key);
  }
}

function first<Item>(items: Iterable<Item>): Item | undefined {
  for (const item of items) return item;
  return undefined;
}

function keyOf({ localPort = 0, remoteAddress = '', remotePort = 0 }: Socket): ConnectionKey {
  return `${localPort} ${remoteAddress} ${remotePort}`;
}
