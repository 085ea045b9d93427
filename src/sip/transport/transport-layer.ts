import type { Socket } from 'node:net';
import { isIPv6 } from 'node:net';
import type { WebSocket } from 'ws';
import type { Clock } from '../../shared/clock';
import type { NetworkPlace } from '../../shared/network-place';
import { viaHeader } from '../message/address-headers';
import type { MessageLimits } from '../message/limits';
import type { SipRequest } from '../message/message';
import type { TimerWheel, WheelTimer } from '../transaction/timer-wheel';
import { connect } from './connect';
import type { ConnectionLimits } from './connection-limits';
import type { Flow, FlowHandlers, Protocol, SentBy } from './flow';
import { flowKey } from './flow';
import { FlowTable } from './flow-table';
import { sentByFor } from './own-address';
import type { Target } from './resolver';
import { StreamFlow } from './stream-flow';
import { StreamListener } from './stream-listener';
import type { TlsSettings } from './tls-settings';
import { UdpTransport } from './udp-transport';
import { answerPlace } from './via-rules';
import { WebSocketFlow } from './websocket-flow';

export interface ListenOptions {
  readonly protocol: 'UDP' | 'TCP' | 'TLS';
  readonly bind: NetworkPlace;
  /** How peers reach us, where that is not the address we are bound to. */
  readonly advertised?: Partial<NetworkPlace>;
  /** For TLS. */
  readonly tls?: TlsSettings;
}

/** A socket that is listened on. */
export interface Listening {
  readonly protocol: 'UDP' | 'TCP' | 'TLS';
  readonly bound: NetworkPlace;
  readonly sentBy: SentBy;
  /** Reads certificates again; connections stay. */
  readonly reload: () => void;
  /** The way from this very socket to an address; undefined where a connection is needed. */
  readonly flowTo: ((remote: NetworkPlace) => Flow) | undefined;
}

export interface TransportLayerOptions {
  readonly clock: Clock;
  readonly wheel: TimerWheel;
  readonly limits: ConnectionLimits & MessageLimits;
  readonly handlers: FlowHandlers;
  /** For connections that we open. */
  readonly outboundTls: Partial<TlsSettings>;
  /** How often connections are kept alive; never, when undefined. */
  readonly keepAliveMs: number | undefined;
}

/** All sockets: listens, connects, finds the flow for a target, and closes everything. */
export class TransportLayer {
  readonly #udp: UdpTransport[] = [];
  readonly #listeners: { readonly listener: StreamListener; readonly sentBy: SentBy }[] = [];
  readonly #flows = new FlowTable();
  readonly #connecting = new Map<string, Promise<Flow>>();
  #keepAlive: WheelTimer | undefined;
  #isClosed = false;

  constructor(private readonly options: TransportLayerOptions) {
    this.#planKeepAlive();
  }

  /** Connections that are open. */
  get connections(): number {
    return this.#flows.size;
  }

  async listen(options: ListenOptions): Promise<Listening> {
    const { protocol, advertised } = options;
    if (protocol === 'UDP') return this.#listenUdp(options);
    const { bind, tls } = options;
    if (protocol === 'TLS' && tls === undefined) throw new TypeError('TLS needs certificates');
    const listener = await StreamListener.open({
      bind,
      maxConnections: this.options.limits.maxConnections,
      ...(protocol === 'TLS' && tls !== undefined ? { tls } : {}),
      onConnection: (socket) => this.#takeIn(socket, protocol, () => sentBy),
    });
    const sentBy = sentByFor(listener.bound, advertised);
    this.#listeners.push({ listener, sentBy });
    return { protocol, bound: listener.bound, sentBy, reload: () => listener.reload(), flowTo: undefined };
  }

  /** Takes over a websocket that an HTTP server has opened with the subprotocol `sip`. */
  addWebSocket(
    socket: WebSocket,
    init: { readonly remote: NetworkPlace; readonly isSecure: boolean; readonly sentBy: SentBy },
  ): Flow {
    const { clock, wheel, limits } = this.options;
    const flow = new WebSocketFlow({
      socket,
      transport: init.isSecure ? 'WSS' : 'WS',
      remote: init.remote,
      sentBy: init.sentBy,
      handlers: this.#flowHandlers,
      wheel,
      now: clock.now,
      limits,
    });
    this.#add(flow);
    return flow;
  }

  /** Protocols that requests can be sent over, without a connection that there is already. */
  get outboundProtocols(): readonly Protocol[] {
    return [...(this.#udp.length > 0 ? (['UDP'] as const) : []), 'TCP', 'TLS'];
  }

  /** The flow to a target: at once where there is one, else as soon as it is connected. */
  flowTo(target: Target): Flow | Promise<Flow> {
    const { protocol } = target;
    if (protocol === 'UDP') return this.#udpFlow(target);
    const known = this.#flows.find(protocol, target);
    if (known !== undefined) return known;
    if (protocol === 'WS' || protocol === 'WSS') throw new Error('only the far end can open a websocket');
    const key = flowKey(protocol, target);
    const pending = this.#connecting.get(key) ?? this.#connect(target, protocol);
    this.#connecting.set(key, pending);
    return pending;
  }

  /** The flow that the answer to a request takes. */
  answerFlow({ headers }: SipRequest, source: Flow): Flow {
    const via = headers.get(viaHeader);
    if (source.transport !== 'UDP' || via === undefined) return source;
    const place = answerPlace(via);
    return place.host === source.remote.host && place.port === source.remote.port ? source : source.toward(place);
  }

  /** Lets requests to the port that a peer says it listens on use its connection (RFC 5923). */
  noteAlias({ headers }: SipRequest, source: Flow): void {
    const via = headers.get(viaHeader);
    if (via?.params.has('alias') === true && via.port !== undefined) this.#flows.addAlias(source, via.port);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#keepAlive?.cancel();
    for (const udp of this.#udp) udp.close();
    for (const { listener } of this.#listeners) listener.close();
    this.#flows.closeAll();
  }

  get #flowHandlers(): FlowHandlers {
    const { onMessage, onClosed } = this.options.handlers;
    return {
      onMessage,
      onClosed: (flow) => {
        this.#flows.remove(flow);
        onClosed(flow);
      },
    };
  }

  async #listenUdp({ bind, advertised }: ListenOptions): Promise<Listening> {
    const { limits, handlers } = this.options;
    const udp = await UdpTransport.open(
      { bind, limits, maxQueueBytes: limits.maxQueueBytes, sentBy: (bound) => sentByFor(bound, advertised) },
      handlers,
    );
    if (this.#isClosed) udp.close();
    this.#udp.push(udp);
    const { bound, sentBy } = udp;
    return { protocol: 'UDP', bound, sentBy, reload: () => undefined, flowTo: (remote) => udp.flowTo(remote) };
  }

  #udpFor(host: string): UdpTransport | undefined {
    return this.#udp.find((udp) => udp.reaches(host));
  }

  #udpFlow(target: Target): Flow {
    const udp = this.#udpFor(target.host);
    if (udp === undefined) throw new Error(`no UDP socket reaches ${target.host}`);
    return udp.flowTo({ host: target.host, port: target.port });
  }

  async #connect(target: Target, protocol: 'TCP' | 'TLS'): Promise<Flow> {
    const { wheel, limits, outboundTls } = this.options;
    const { host, port, name } = target;
    try {
      if (this.#flows.size >= limits.maxConnections) throw new Error('too many connections');
      const serverName = name === host ? undefined : name;
      const tls = protocol === 'TLS' ? { tls: { settings: outboundTls, serverName } } : {};
      const socket = await connect({ remote: { host, port }, wheel, connectMs: limits.connectMs, ...tls });
      return this.#open(socket, { protocol, remote: { host, port }, sentBy: this.#sentByOf(socket, protocol) });
    } finally {
      this.#connecting.delete(flowKey(protocol, target));
    }
  }

  /** Peers come back to the port we listen on, not to the one that the connection happens to have. */
  #sentByOf(socket: Socket, protocol: 'TCP' | 'TLS'): SentBy {
    const local = { host: socket.localAddress ?? '0.0.0.0', port: socket.localPort ?? 0 };
    const isFitting = ({ listener }: { readonly listener: StreamListener }): boolean =>
      listener.transport === protocol && isIPv6(listener.bound.host) === isIPv6(local.host);
    return this.#listeners.find(isFitting)?.sentBy ?? sentByFor(local);
  }

  #takeIn(socket: Socket, protocol: 'TCP' | 'TLS', sentBy: () => SentBy): void {
    const { remoteAddress, remotePort } = socket;
    const isFull = this.#flows.size >= this.options.limits.maxConnections;
    if (remoteAddress === undefined || remotePort === undefined || isFull || this.#isClosed) {
      socket.destroy();
      return;
    }
    this.#open(socket, { protocol, remote: { host: remoteAddress, port: remotePort }, sentBy: sentBy() });
  }

  #open(socket: Socket, init: { protocol: 'TCP' | 'TLS'; remote: NetworkPlace; sentBy: SentBy }): Flow {
    const { clock, wheel, limits } = this.options;
    const { protocol: transport, remote, sentBy } = init;
    const handlers = this.#flowHandlers;
    const flow = new StreamFlow({ socket, transport, remote, sentBy, handlers, wheel, now: clock.now, limits });
    this.#add(flow);
    return flow;
  }

  #add(flow: Flow): void {
    this.#flows.add(flow);
    if (this.#isClosed) flow.close();
  }

  #planKeepAlive(): void {
    const { keepAliveMs, wheel } = this.options;
    if (keepAliveMs === undefined) return;
    this.#keepAlive = wheel.after(keepAliveMs, () => {
      this.#flows.keepAlive();
      this.#planKeepAlive();
    });
  }
}
