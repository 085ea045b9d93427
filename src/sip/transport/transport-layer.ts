import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { Clock } from '../../shared/time/clock';
import type { NetworkPlace } from '../../shared/network/network-place';
import { viaHeader } from '../message/headers/address-headers';
import type { MessageLimits } from '../message/grammar/limits';
import type { SipRequest } from '../message/message';
import type { TimerWheel, WheelTimer } from '../transaction/timer-wheel';
import { connect } from './connect';
import type { ConnectionLimits } from './connection-limits';
import type { Flow, FlowHandlers, Protocol, SentBy } from './flow';
import { flowKey } from './flow';
import { FlowTable } from './flow-table';
import type { Advertised } from './own-address';
import { sentByFinder, sentByFor } from './own-address';
import type { Target } from './resolver';
import { StreamFlow } from './stream-flow';
import { StreamListener } from './stream-listener';
import type { TlsSettings } from './tls-settings';
import type { MakeSocket } from './udp-transport';
import { UdpTransport } from './udp-transport';
import { answerPlace } from './via-rules';
import { WebSocketFlow } from './websocket-flow';
import { isIPv6 } from '../../shared/network/ip-version';

export interface ListenOptions {
  /** By which flows say where they belong. */
  readonly name?: string;
  readonly protocol: 'UDP' | 'TCP' | 'TLS';
  readonly bind: NetworkPlace;
  /** How peers reach us, where that is not the address we are bound to; it may depend on the peer. */
  readonly advertised?: Partial<NetworkPlace> | Advertised;
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
  /** Listens no longer; connections that there are stay. Idempotent. */
  readonly close: () => void;
}

/** A websocket that an HTTP server has opened. */
export interface WebSocketInit {
  readonly remote: NetworkPlace;
  readonly isSecure: boolean;
  readonly sentBy: SentBy;
  readonly listener?: string | undefined;
}

/** Our end of a connection. */
interface LocalEnd {
  readonly sentBy: SentBy;
  readonly listener: string | undefined;
}

/** A listener for connections, and how its peers reach us. */
interface StreamEntry {
  readonly listener: StreamListener;
  readonly name: string | undefined;
  readonly sentByTo: (remote?: NetworkPlace) => SentBy;
}

export interface TransportLayerOptions {
  readonly clock: Clock;
  readonly wheel: TimerWheel;
  readonly limits: ConnectionLimits & MessageLimits;
  readonly handlers: FlowHandlers;
  /** For connections that we open while nothing listens for TLS. */
  readonly outboundTls: Partial<TlsSettings>;
  /** How often connections are kept alive; never, when undefined. */
  readonly keepAliveMs: number | undefined;
  /** Makes UDP sockets; those of this machine when absent. */
  readonly makeSocket?: MakeSocket | undefined;
}

/** All sockets: listens, connects, finds the flow for a target, and closes everything. */
export class TransportLayer {
  readonly #udp = new Set<UdpTransport>();
  readonly #listeners = new Set<StreamEntry>();
  readonly #flows = new FlowTable();
  readonly #connecting = new Map<string, Promise<Flow>>();
  #keepAlive: WheelTimer | undefined;
  #isClosed = false;

  constructor(private readonly options: TransportLayerOptions) {}

  /** Connections that are open. */
  get connections(): number {
    return this.#flows.size;
  }

  async listen(options: ListenOptions): Promise<Listening> {
    const { protocol, advertised } = options;
    if (protocol === 'UDP') return this.#listenUdp(options);
    const { bind, tls, name } = options;
    if (protocol === 'TLS' && tls === undefined) throw new TypeError('TLS needs certificates');
    const listener = await StreamListener.open({
      bind,
      maxConnections: this.options.limits.maxConnections,
      ...(protocol === 'TLS' && tls !== undefined ? { tls } : {}),
      onConnection: (socket) => this.#takeIn(socket, protocol, () => entry),
    });
    const { bound } = listener;
    const entry: StreamEntry = {
      listener,
      name,
      sentByTo: sentByFinder(bound, advertised),
    };
    this.#listeners.add(entry);
    const close = (): void => {
      if (this.#listeners.delete(entry)) listener.close();
    };
    const sentBy = entry.sentByTo();
    return { protocol, bound, sentBy, reload: () => listener.reload(), flowTo: undefined, close };
  }

  /** Takes over a websocket that an HTTP server has opened with the subprotocol `sip`. */
  addWebSocket(socket: WebSocket, init: WebSocketInit): Flow {
    const { clock, wheel, limits } = this.options;
    const flow = new WebSocketFlow({
      socket,
      transport: init.isSecure ? 'WSS' : 'WS',
      remote: init.remote,
      sentBy: init.sentBy,
      listener: init.listener,
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
    return [...(this.#udp.size > 0 ? (['UDP'] as const) : []), 'TCP', 'TLS'];
  }

  /** The flow to a target: synchronous for an existing one, else as soon as it is connected. */
  flowTo(target: Target, listener?: string): Flow | Promise<Flow> {
    const { protocol } = target;
    if (protocol === 'UDP') return this.#udpFlow(target);
    const known = this.#flows.find(protocol, target);
    if (known !== undefined) return known;
    if (protocol === 'WS' || protocol === 'WSS') throw new Error('only the far end can open a websocket');
    const key = flowKey(protocol, target);
    const pending = this.#connecting.get(key) ?? this.#connect(target, protocol, listener);
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
    this.#stopKeepAlive();
    for (const udp of this.#udp) udp.close();
    for (const { listener } of this.#listeners) listener.close();
    this.#flows.closeAll();
  }

  get #flowHandlers(): FlowHandlers {
    const { onMessage, onBroken, onClosed } = this.options.handlers;
    return {
      onMessage,
      onBroken,
      onClosed: (flow) => {
        this.#flows.remove(flow);
        if (this.#flows.size === 0) this.#stopKeepAlive();
        onClosed(flow);
      },
    };
  }

  async #listenUdp({ name, bind, advertised }: ListenOptions): Promise<Listening> {
    const { limits, handlers, makeSocket } = this.options;
    const { maxQueueBytes } = limits;
    const sentBy = (bound: NetworkPlace): ((remote?: NetworkPlace) => SentBy) => sentByFinder(bound, advertised);
    const udp = await UdpTransport.open({ name, bind, limits, maxQueueBytes, sentBy, makeSocket }, handlers);
    if (this.#isClosed) udp.close();
    this.#udp.add(udp);
    const close = (): void => {
      this.#udp.delete(udp);
      udp.close();
    };
    const flowTo = (remote: NetworkPlace): Flow => udp.flowTo(remote);
    return { protocol: 'UDP', bound: udp.bound, sentBy: udp.sentByTo(), reload: () => undefined, flowTo, close };
  }

  #udpFor(host: string): UdpTransport | undefined {
    return [...this.#udp].find((udp) => udp.reaches(host));
  }

  #udpFlow(target: Target): Flow {
    const udp = this.#udpFor(target.host);
    if (udp === undefined) throw new Error(`no UDP socket reaches ${target.host}`);
    return udp.flowTo({ host: target.host, port: target.port });
  }

  async #connect(target: Target, protocol: 'TCP' | 'TLS', wanted: string | undefined): Promise<Flow> {
    const { wheel, limits, outboundTls } = this.options;
    const { host, port, name } = target;
    const entry = this.#listenerFor(protocol, host, wanted);
    try {
      if (this.#flows.size >= limits.maxConnections) throw new Error('too many connections');
      const serverName = name === host ? undefined : name;
      const settings = entry?.listener.tls ?? outboundTls;
      const tls = protocol === 'TLS' ? { tls: { settings, serverName } } : {};
      const remote = { host, port };
      const socket = await connect({ remote, wheel, connectMs: limits.connectMs, ...tls });
      return this.#open(socket, { protocol, remote, ...localOf(socket, entry, remote) });
    } finally {
      this.#connecting.delete(flowKey(protocol, target));
    }
  }

  /** The listener whose certificates and address a connection of ours has: the one that is asked for, else any that fits. */
  #listenerFor(protocol: 'TCP' | 'TLS', host: string, wanted: string | undefined): StreamEntry | undefined {
    const fitting = [...this.#listeners].filter(
      ({ listener }) => listener.transport === protocol && isIPv6(listener.bound.host) === isIPv6(host),
    );
    return fitting.find(({ name }) => name === wanted) ?? fitting[0];
  }

  #takeIn(socket: Socket, protocol: 'TCP' | 'TLS', entryOf: () => StreamEntry): void {
    const { remoteAddress, remotePort } = socket;
    const isFull = this.#flows.size >= this.options.limits.maxConnections;
    if (remoteAddress === undefined || remotePort === undefined || isFull || this.#isClosed) {
      socket.destroy();
      return;
    }
    const [remote, { name, sentByTo }] = [{ host: remoteAddress, port: remotePort }, entryOf()];
    this.#open(socket, { protocol, remote, sentBy: sentByTo(remote), listener: name });
  }

  #open(socket: Socket, init: LocalEnd & { protocol: 'TCP' | 'TLS'; remote: NetworkPlace }): Flow {
    const { clock, wheel, limits } = this.options;
    const { protocol: transport, ...ends } = init;
    const handlers = this.#flowHandlers;
    const flow = new StreamFlow({ socket, transport, ...ends, handlers, wheel, now: clock.now, limits });
    this.#add(flow);
    return flow;
  }

  #add(flow: Flow): void {
    this.#flows.add(flow);
    if (this.#isClosed) flow.close();
    else if (this.#keepAlive === undefined) this.#planKeepAlive();
  }

  /** Without connections no timer runs. */
  #stopKeepAlive(): void {
    this.#keepAlive?.cancel();
    this.#keepAlive = undefined;
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

/** Peers come back to the port we listen on, not to the one that the connection happens to have. */
function localOf(socket: Socket, entry: StreamEntry | undefined, remote: NetworkPlace): LocalEnd {
  const local = { host: socket.localAddress ?? '0.0.0.0', port: socket.localPort ?? 0 };
  return { sentBy: entry?.sentByTo(remote) ?? sentByFor(local), listener: entry?.name };
}
