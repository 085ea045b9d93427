import type { Operations } from '../../generated/operations';
import { routes } from '../../generated/routes';
import type { Dispatcher } from '../api/dispatcher';
import type { ServerConfig } from '../config/server-config';
import type { ConfigObjects } from '../engine/config-objects/config-objects';
import type { AwaitedSockets, CallSocket } from '../engine/audio/legs/media-socket';
import { messageWithoutKeys } from '../policy/capabilities';
import { eventView } from '../policy/event-view';
import type { Ownership } from '../policy/ownership';
import type { Rights } from '../policy/rights';
import type { Users } from '../server/auth/users';
import { Complaints } from '../server/complaints';
import { descriptorLimit, DescriptorWatch } from '../server/descriptor-watch';
import { LiveSettings, settingsOf } from '../server/door-settings';
import { healthRoutes } from '../server/health';
import { makeHost } from '../server/host';
import { BrokenRequests } from '../server/http/requests/broken-request';
import { ConnectionLimits } from '../server/http/connections/connection-limits';
import type { ContractViolation } from '../server/contract-mode/contract-mode';
import type { HttpDoorOptions } from '../server/http/door';
import { HttpDoor } from '../server/http/door';
import { inOrder } from '../server/http/connections/in-order';
import type { ListenerOptions } from '../server/http/connections/listener';
import { Listener } from '../server/http/connections/listener';
import { SlowReaders } from '../server/http/connections/slow-readers';
import { parseTarget } from '../server/http/requests/target';
import type { UpgradeHandler } from '../server/http/requests/upgrade-gate';
import { upgradeGate } from '../server/http/requests/upgrade-gate';
import { MediaCaller } from '../server/media-socket/media-caller';
import { MediaDoor } from '../server/media-socket/media-door';
import { MediaPeers } from '../server/media-socket/media-peers';
import { mediaRoute } from '../server/media-socket/media-route';
import { Metrics } from '../server/metrics';
import { OutboundSockets } from '../server/outbound/outbound-sockets';
import type { SessionDeps } from '../server/socket/event-session';
import type { SipSockets } from '../server/sip-socket/sip-door';
import { SipDoor } from '../server/sip-socket/sip-door';
import { SocketDoor } from '../server/socket/socket-door';
import type { Clock } from '../shared/time/clock';
import { LimitedLogger } from '../shared/limits/limited-logger';
import type { Logger } from '../shared/logger';
import type { Applications, Registration } from '../stasis/applications';
import type { CallServices } from './calls';
import type { InForce } from './in-force';
import { loadContractMode } from './load-contract-mode';
import type { LogChannels } from '../logging/log-channels';
import type { MediaCore } from './media';
import { measureServices } from './engine-metrics';
import type { MeasuredSip } from './sip-metrics';
import { measureSip } from './sip-metrics';
import type { ObjectsInForce } from './objects-in-force';
import { doorTypes, objectsInForce } from './objects-in-force';
import type { Destinations } from '../shared/network/destinations';

export interface DoorsDeps {
  /** As the files said when the server was started. */
  readonly config: ServerConfig;
  readonly inForce: InForce<ServerConfig>;
  readonly users: Users;
  readonly dispatcher: Dispatcher<Operations>;
  readonly applications: Applications;
  readonly ownership: Ownership;
  readonly logs: Pick<LogChannels, 'faults'>;
  readonly destinations: Destinations;
  readonly calls: Pick<CallServices, 'channels' | 'bridges' | 'admission'>;
  readonly media: Pick<MediaCore, 'statistics' | 'health' | 'legs'>;
  /** Media websockets that channels wait for. */
  readonly awaited: AwaitedSockets;
  readonly sipSockets: SipSockets;
  readonly sipService: MeasuredSip;
  readonly objects: ConfigObjects;
  readonly modules: ModuleUses;
  /** Names of the interface's resources. */
  readonly resources: readonly string[];
  readonly projectFolder: string;
  readonly contract: boolean;
  readonly clock: Clock;
  readonly log: Logger;
  readonly closers: (() => unknown)[];
}

/** Says that a module is in use until the result is called; undefined when it does not run. */
export interface ModuleUses {
  readonly use: (module: string, user: string) => (() => void) | undefined;
}

export interface Doors {
  /** Opens the listeners. Returns their addresses as URLs without path. */
  readonly open: () => Promise<readonly string[]>;
  /** Puts the doors' part of a newly read configuration in force. */
  readonly reconfigure: (config: ServerConfig) => void;
  /** Looks again at users and sockets: there are other objects than before. */
  readonly reviewObjects: () => void;
  /** Lets the server open event sockets by itself, until the result is called. */
  readonly serveInterface: () => () => void;
  /** Lets the server open sockets of any kind by itself, until the result is called. */
  readonly connectOutbound: () => () => void;
  /** Opens the socket that an application wants for one call. */
  readonly openForCall: OutboundSockets<Operations>['openForCall'];
  /** Opens a media websocket towards a configured server. */
  readonly callSocket: CallSocket;
  /** Breaks the event sockets of an application, or all of them. Returns how many. */
  readonly dropSockets: (application: string | undefined) => number;
  /** Why no calls are taken at present; undefined when they are. */
  readonly whyNotReady: () => string | undefined;
}

/** Bytes that may wait on a media websocket, less than on an event socket: old audio is useless. */
const maxMediaWaiting = 1024 * 1024;

/** Milliseconds that running requests get when the server stops. */
const grace = 5000;

/** Everything through which the world reaches the server: HTTP, sockets in, sockets out. Still closed. */
export function makeDoors(given: DoorsDeps): Doors {
  const deps = { ...given, log: limitedLog(given) };
  const { config, closers } = deps;
  const frame = new DoorFrame(deps);
  const sockets = frame.socketDoor();
  const outbound = frame.outboundSockets();
  const media = frame.mediaSockets();
  const sip = frame.sipDoor();
  frame.metrics.gauge('patchbay_sockets', 'Event sockets that are open', () => sockets.size + outbound.connected);
  const listener = frame.listener(frame.upgradeHandler(sockets, { media: media.door, sip }));
  closers.push(async () => {
    frame.ready = false;
    sockets.close();
    media.close();
    sip.close();
    await outbound.close();
    await listener.close(grace);
  });
  const reviewOutbound = (): void => frame.reviewOutbound(outbound);
  const reviewUsers = (): void => {
    frame.users.replace(frame.inForce().users);
    sockets.reviewUsers();
    reviewOutbound();
  };
  return {
    open: async () => {
      // Modules have brought the stores of objects.
      reviewUsers();
      const urls = config.http.enabled ? await listener.open() : [];
      frame.ready = true;
      reviewOutbound();
      closers.push(...followObjects(deps.objects, { reviewUsers, reviewOutbound }));
      return urls;
    },
    openForCall: (application, channel, signal) => outbound.openForCall(application, channel, signal),
    callSocket: media.call,
    dropSockets: (application) => sockets.drop(application),
    whyNotReady: () => frame.whyNotReady(),
    serveInterface: () => frame.allow('isServed', outbound),
    connectOutbound: () => frame.allow('mayConnect', outbound),
    reviewObjects: () => void (frame.ready && reviewUsers()),
    reconfigure: (next) => {
      frame.reconfigure(next);
      reviewUsers();
    },
  };
}

/** Every client that reaches the listener can cause log lines; they must not fill the disk. */
function limitedLog({ log, clock, closers }: DoorsDeps): Logger {
  const limited = new LimitedLogger(log, clock, { burst: 200, perSecond: 20 });
  closers.push(() => limited.close());
  return limited.logger;
}

interface Reviews {
  readonly reviewUsers: () => void;
  readonly reviewOutbound: () => void;
}

function followObjects(objects: ConfigObjects, { reviewUsers, reviewOutbound }: Reviews): readonly (() => void)[] {
  return [
    objects.onChange(doorTypes.user, reviewUsers),
    objects.onChange(doorTypes.outboundSocket, reviewOutbound),
    objects.onChange(doorTypes.websocketClient, reviewOutbound),
  ];
}

/** What all doors hang in: users, settings, counters, and whether the server takes requests yet. */
class DoorFrame {
  ready = false;
  /** Whether there is an interface that applications could be connected to. */
  isServed = false;
  /** Whether the server opens sockets by itself. */
  mayConnect = false;
  readonly users: Users;
  readonly settings: LiveSettings;
  readonly metrics = new Metrics();
  readonly connections: ConnectionLimits;
  readonly slowReaders: SlowReaders;
  readonly #session: SessionDeps<Operations>;
  readonly #complaints: Complaints;

  constructor(private readonly deps: DoorsDeps) {
    const { config, clock, log, dispatcher } = deps;
    this.#complaints = new Complaints(log, 'a configuration object is not usable');
    this.users = deps.users;
    this.settings = new LiveSettings(settingsOf(config.ari, config.http));
    const descriptors = new DescriptorWatch({ clock, limit: allowedDescriptors(config.options, log) });
    this.connections = new ConnectionLimits({
      limit: config.http.sessionLimit,
      perAddress: config.http.sessionLimitPerAddress,
      isProxy: (address) => this.settings.current.addresses.isProxy(address),
      descriptors: (connections) => descriptors.supply(connections),
      log,
    });
    this.slowReaders = new SlowReaders({
      window: config.http.sessionWriteTimeout,
      now: clock.now,
      onCut: ({ remoteAddress: address }, reason) => log.info({ address, reason }, 'connection cut'),
    });
    this.#session = {
      dispatcher,
      metrics: this.metrics,
      log,
      clock,
      entityId: config.options.entityId,
      settings: this.settings,
      maxQueue: config.ari.websocketMaxQueue,
      writeTimeout: config.ari.websocketWriteTimeout,
    };
    this.metrics.gauge('patchbay_connections', 'Connections to the listener', () => this.connections.size);
    this.metrics.counter(
      'patchbay_connections_evicted_total',
      'Connections closed to free a slot for another one',
      () => this.connections.evicted,
    );
    this.metrics.counter(
      'patchbay_connections_cut_total',
      'Connections closed because their answers were not read or too many of their requests waited',
      () => this.slowReaders.cuts,
    );
    measureServices(this.metrics, deps);
    measureSip(this.metrics, deps.sipService);
  }

  /** The listener stays as it is, and so does the prefix that it was opened with. */
  reconfigure(next: ServerConfig): void {
    const { inForce, config } = this.deps;
    inForce.current = next;
    this.settings.current = settingsOf(next.ari, { ...next.http, prefix: config.http.prefix });
  }

  /** Files and objects together; omitted ones are reported. */
  inForce(): ObjectsInForce {
    const found = objectsInForce({ ...this.deps, config: this.deps.inForce.current });
    this.#complaints.stand(found.unusable);
    return found;
  }

  allow(what: 'isServed' | 'mayConnect', outbound: OutboundSockets<Operations>): () => void {
    const set = (isAllowed: boolean): void => {
      this[what] = isAllowed;
      this.reviewOutbound(outbound);
    };
    set(true);
    return () => set(false);
  }

  reviewOutbound(outbound: OutboundSockets<Operations>): void {
    if (!this.ready) return;
    const { outboundSockets, websocketClients } = this.inForce();
    outbound.replace(this.mayConnect && this.isServed ? outboundSockets : [], websocketClients);
  }

  listener(onUpgrade: UpgradeHandler): Listener {
    const { settings, connections, slowReaders } = this;
    return new Listener({
      ...{ config: this.deps.config.http, onUpgrade, connections, slowReaders },
      onRequest: inOrder(this.requestHandler(), slowReaders.cutFlood),
      onBroken: new BrokenRequests({ ...this.deps, settings }).handle,
    });
  }

  /** The fast door; in contract mode the same door with the OpenAPI document as a judge behind it. */
  requestHandler(): ListenerOptions['onRequest'] {
    const { log, projectFolder, contract } = this.deps;
    const options = this.#httpOptions();
    if (!contract) return new HttpDoor(options).handle;
    const { contractHost, readOpenApiDocument } = loadContractMode();
    const onViolation = (violation: ContractViolation): void =>
      log.error({ ...violation }, 'the contract was violated');
    const judged = contractHost({ ...options, openApi: readOpenApiDocument(projectFolder), onViolation });
    return (request, response) => void judged(request, response);
  }

  /** A socket for a channel, a phone or an application: the path says which. */
  upgradeHandler(
    sockets: SocketDoor<Operations>,
    { media, sip }: { readonly media: MediaDoor; readonly sip: SipDoor },
  ): UpgradeHandler {
    const threshold = { ...this.deps, settings: this.settings };
    const toApplications = upgradeGate({ ...threshold, isInterface: true }, sockets.handle);
    const others = [media, sip].map(({ owns, handle }) => ({
      owns,
      handle: upgradeGate({ ...threshold, isInterface: false }, handle),
    }));
    return (request, socket, head) => {
      const { path } = parseTarget(request.url ?? '/');
      (others.find(({ owns }) => owns(path))?.handle ?? toApplications)(request, socket, head);
    };
  }

  /** The door for phones that speak SIP over websockets. */
  sipDoor(): SipDoor {
    const { config, dispatcher, sipSockets } = this.deps;
    return new SipDoor({
      ...{ sockets: sipSockets, prefix: config.http.prefix, settings: this.settings, connections: this.connections },
      refuse: dispatcher.refuse.bind(dispatcher),
      isReady: () => this.ready,
    });
  }

  /** Requests are served all the same while audio is being restored. */
  whyNotReady(): string | undefined {
    if (!this.ready) return 'the server is starting or stopping';
    if (this.deps.calls.admission.isOver) return 'draining';
    return this.deps.media.health().isUp ? undefined : 'the media thread is being restarted';
  }

  #httpOptions(): HttpDoorOptions<Operations> {
    const { config, dispatcher, log, projectFolder } = this.deps;
    const { users, settings, metrics, connections } = this;
    const { prefix, maxBodyBytes } = config.http;
    const isReady = (): boolean => this.ready;
    const refuse = dispatcher.refuse.bind(dispatcher);
    const routes = [healthRoutes({ metrics, whyNotReady: () => this.whyNotReady() }), mediaRoute(refuse)];
    const host = makeHost({ projectFolder, prefix, routes, refuse });
    return { dispatcher, users, settings, metrics, log, prefix, maxBodyBytes, host, isReady, connections };
  }

  readonly #viewOf = ({ mayUse, applications, seesKeys }: Rights): Pick<Registration, 'view' | 'redact'> => ({
    view: applications === undefined ? undefined : eventView(this.deps.ownership, { mayUse, applications }),
    redact: seesKeys ? undefined : messageWithoutKeys,
  });

  socketDoor(): SocketDoor<Operations> {
    const { config, applications } = this.deps;
    return new SocketDoor({
      session: this.#session,
      applications,
      viewOf: this.#viewOf,
      users: this.users,
      route: socketRoute(),
      prefix: config.http.prefix,
      settings: this.settings,
      maxPayload: config.ari.websocketMaxPayload,
      pingInterval: config.ari.websocketPingInterval,
      isReady: () => this.ready,
      connections: this.connections,
      holdModule: (user) => this.#hold(user, 'res_http_websocket', 'res_ari_events'),
    });
  }

  outboundSockets(): OutboundSockets<Operations> {
    const { config, applications, clock, log } = this.deps;
    const findUser = (name: string) => this.users.find(name);
    return new OutboundSockets({
      session: this.#session,
      applications,
      viewOf: this.#viewOf,
      findUser,
      destinations: this.deps.destinations,
      clock,
      random: Math.random,
      log,
      maxPayload: config.ari.websocketMaxPayload,
      holdModule: (user) => this.#hold(user, 'res_websocket_client', 'res_ari'),
    });
  }

  /** The door for sockets that channels wait for, the way to those that we open, and the end of both. */
  mediaSockets(): { readonly door: MediaDoor; readonly call: CallSocket; readonly close: () => void } {
    const { config, awaited, clock, log } = this.deps;
    const { websocketPingInterval, websocketWriteTimeout, websocketMaxQueue } = config.ari;
    const peers = new MediaPeers({
      ...{ clock, log, pingInterval: websocketPingInterval, writeTimeout: websocketWriteTimeout },
      maxQueue: Math.min(websocketMaxQueue, maxMediaWaiting),
    });
    this.metrics.gauge('patchbay_media_sockets', 'Media websockets that are open', () => peers.size);
    const door = new MediaDoor({
      ...{ awaited, peers, settings: this.settings, prefix: config.http.prefix },
      isReady: () => this.ready,
      connections: this.connections,
    });
    const caller = new MediaCaller({
      ...{ peers, clock, destinations: this.deps.destinations },
      findClient: (id) =>
        this.mayConnect ? this.inForce().websocketClients.find((client) => client.id === id) : undefined,
      holdModule: (user) => this.#hold(user, 'res_websocket_client'),
    });
    const close = (): void => {
      caller.close();
      peers.close();
      door.close();
    };
    return { door, call: caller.call, close };
  }

  /** A module that has gone meanwhile cannot be held, and needs no giving back. */
  #hold(user: string, ...modules: readonly string[]): () => void {
    const releases = modules.map((module) => this.deps.modules.use(module, user));
    return () => {
      for (const release of releases) release?.();
    };
  }
}

/** The system's limit, or a lower configured one. The process cannot raise the limit of the system. */
function allowedDescriptors({ maxFiles: wanted }: ServerConfig['options'], log: Logger): number | undefined {
  const allowed = descriptorLimit();
  if (!wanted) return allowed;
  if (allowed !== undefined && allowed < wanted)
    log.warn({ wanted, allowed }, 'maxfiles is more than the system allows: raise its limit before the server starts');
  return Math.min(wanted, allowed ?? wanted);
}

function socketRoute(): (typeof routes)[number] {
  const route = routes.find(({ websocketProtocol }) => websocketProtocol !== undefined);
  if (route === undefined) throw new Error('the spec declares no websocket');
  return route;
}
