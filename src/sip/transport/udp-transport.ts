import type { Socket, SocketOptions } from 'node:dgram';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { NetworkPlace } from '../../shared/network/network-place';
import type { MessageLimits } from '../message/grammar/limits';
import { parseDatagram } from '../message/parsing/parse-message';
import type { Flow, FlowHandlers, SentBy } from './flow';
import { isIPv6 } from '../../shared/network/ip-version';

export interface UdpOptions {
  readonly bind: NetworkPlace;
  readonly name?: string | undefined;
  /** How a peer reaches us; without one, peers in general. */
  readonly sentBy: (bound: NetworkPlace) => (remote?: NetworkPlace) => SentBy;
  readonly limits: MessageLimits;
  /** Bytes that may wait in the socket before messages are dropped. */
  readonly maxQueueBytes: number;
  /** Makes the socket; one of this machine when absent. */
  readonly makeSocket?: MakeSocket | undefined;
}

type UdpHandlers = Pick<FlowHandlers, 'onMessage' | 'takeEarly'>;

/** What comes while the loop is busy waits in the socket: the usual room holds a hundred messages, and the next ones get lost. */
const receiveBufferBytes = 4 * 1024 * 1024;

/** Makes a UDP socket, not bound yet, for the family of an address. */
export type MakeSocket = (host: string) => Socket;

/** Addresses are addresses already; the usual lookup would take a turn of the loop for each datagram to find that out. */
const asItIs: NonNullable<SocketOptions['lookup']> = (address, _options, callback) =>
  callback(null, address, address.includes(':') ? 6 : 4);

const systemSocket: MakeSocket = (host) =>
  createSocket({ type: isIPv6(host) ? 'udp6' : 'udp4', ipv6Only: isIPv6(host), lookup: asItIs });

/** NAT keep-alives, which are not messages: line breaks, zeros, empty datagrams. */
const keepAliveForm = /^[\r\n\0]*$/;

/** One UDP socket. Bound to one family; listen twice for both. */
export class UdpTransport {
  readonly #socket: Socket;
  readonly sentByTo: (remote?: NetworkPlace) => SentBy;
  readonly bound: NetworkPlace;
  #lastPlace: NetworkPlace = { host: '', port: 0 };
  #isClosed = false;

  private constructor(
    socket: Socket,
    private readonly options: UdpOptions,
    private readonly handlers: UdpHandlers,
  ) {
    this.#socket = socket;
    const { address, port } = socket.address();
    this.bound = { host: address, port };
    this.sentByTo = options.sentBy(this.bound);
    socket.on('message', (bytes, { address, port }) => this.#receive(bytes, this.#placeOf(address, port)));
    // A failure while sending one datagram is reported to its sender; the socket stays open.
    socket.on('error', () => undefined);
  }

  static async open(options: UdpOptions, handlers: UdpHandlers): Promise<UdpTransport> {
    const { bind, makeSocket = systemSocket } = options;
    const { host, port } = bind;
    const socket = makeSocket(host);
    try {
      const listening = once(socket, 'listening');
      socket.bind(port, host);
      await listening;
    } catch (error) {
      socket.close();
      throw error;
    }
    enlarge(socket);
    return new UdpTransport(socket, options, handlers);
  }

  get name(): string | undefined {
    return this.options.name;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Whether an address can be reached from here. */
  reaches(host: string): boolean {
    return !this.#isClosed && isIPv6(host) === isIPv6(this.bound.host);
  }

  flowTo(remote: NetworkPlace): Flow {
    return new UdpFlow(this, remote);
  }

  send(bytes: Buffer, { host, port }: NetworkPlace, onFailure?: (error: Error) => void): void {
    if (this.#isClosed) return onFailure?.(new Error('socket is closed'));
    if (this.#isFull()) return onFailure?.(new Error('socket is overloaded'));
    // A callback takes a round of Node's queues for each datagram.
    if (onFailure === undefined) return this.#socket.send(bytes, port, host);
    this.#socket.send(bytes, port, host, (error) => {
      if (error !== null) onFailure(error);
    });
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#socket.close();
  }

  /** One object for what comes from one place in a row: what is left of requests is kept for half a minute, and with it this. */
  #placeOf(host: string, port: number): NetworkPlace {
    if (this.#lastPlace.host !== host || this.#lastPlace.port !== port) this.#lastPlace = { host, port };
    return this.#lastPlace;
  }

  #receive(bytes: Buffer, remote: NetworkPlace): void {
    if (bytes.length <= 4 && keepAliveForm.test(bytes.toString('latin1'))) return;
    const flow = this.flowTo(remote);
    const taken = this.handlers.takeEarly?.(bytes, flow);
    if (taken === undefined) this.handlers.onMessage(parseDatagram(bytes, this.options.limits), flow);
    // The client repeats a request whose answer gets lost.
    else if (taken !== 'taken') this.send(taken, remote);
  }

  #isFull(): boolean {
    return this.#socket.getSendQueueSize() > this.options.maxQueueBytes;
  }
}

/** Where the system allows less, there is less. */
function enlarge(socket: Socket): void {
  try {
    socket.setRecvBufferSize(receiveBufferBytes);
  } catch {
    // A socket with the usual buffer works, too.
  }
}

class UdpFlow implements Flow {
  readonly isReliable = false;
  readonly transport = 'UDP';
  readonly isClosed = false;
  #sentBy: SentBy | undefined;

  constructor(
    private readonly udp: UdpTransport,
    readonly remote: NetworkPlace,
  ) {}

  get listener(): string | undefined {
    return this.udp.name;
  }

  get sentBy(): SentBy {
    return (this.#sentBy ??= this.udp.sentByTo(this.remote));
  }

  send(bytes: Buffer, onFailure?: (error: Error) => void): void {
    this.udp.send(bytes, this.remote, onFailure);
  }

  toward(remote: NetworkPlace): Flow {
    return this.udp.flowTo(remote);
  }

  keepAlive(): void {
    // It is unknown which addresses are still in use.
  }

  close(): void {
    // There is no connection to end.
  }
}
