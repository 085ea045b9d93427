import type { Operations } from '../../../generated/operations';
import type { Dispatcher } from '../../api/dispatcher';
import type { ServerConfig } from '../../config/server-config';
import type { ConfigObjects } from '../../engine/config-objects/config-objects';
import type { AwaitedSockets } from '../../engine/audio/legs/media-socket';
import type { Ownership } from '../../policy/ownership';
import type { Users } from '../../server/auth/users';
import { Complaints } from '../../server/complaints';
import { descriptorLimit, DescriptorWatch } from '../../server/descriptor-watch';
import { LiveSettings, settingsOf } from '../../server/door-settings';
import { ConnectionLimits } from '../../server/http/connections/connection-limits';
import { SlowReaders } from '../../server/http/connections/slow-readers';
import type { ManagerRouteDeps } from '../../server/manager-web/manager-route';
import { Metrics } from '../../server/metrics';
import type { OutboundSockets } from '../../server/outbound/outbound-sockets';
import type { SessionDeps } from '../../server/socket/event-session';
import type { SipSockets } from '../../server/sip-socket/sip-door';
import type { SocketDoorOptions } from '../../server/socket/socket-door';
import type { Clock } from '../../shared/time/clock';
import type { Logger } from '../../shared/logger';
import type { Applications } from '../../stasis/applications';
import type { CallServices } from '../parts/calls';
import type { InForce } from '../settings/in-force';
import type { LogChannels } from '../../logging/log-channels';
import type { MediaCore } from '../parts/media';
import { measureServices } from '../metrics/engine-metrics';
import type { MeasuredSip } from '../metrics/sip-metrics';
import { measureSip } from '../metrics/sip-metrics';
import type { ObjectsInForce } from '../settings/objects-in-force';
import { objectsInForce } from '../settings/objects-in-force';
import type { Destinations } from '../../shared/network/destinations';

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
  /** The manager interface, while it is served over HTTP. */
  readonly managerWeb: ManagerRouteDeps['manager'];
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
  /** Tells other servers of a socket before it is open. */
  readonly announce?: SocketDoorOptions<Operations>['announce'];
}

/** Says that a module is in use until the result is called; undefined when it does not run. */
export interface ModuleUses {
  readonly use: (module: string, user: string) => (() => void) | undefined;
}

/** What all doors hang in: users, settings, counters, and whether the server takes requests yet. */
export class DoorFrame {
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
  readonly session: SessionDeps<Operations>;
  readonly #complaints: Complaints;

  constructor(readonly deps: DoorsDeps) {
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
      clock,
      onCut: ({ remoteAddress: address }, reason) => log.info({ address, reason }, 'connection cut'),
    });
    this.session = {
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

  /** Requests are served all the same while audio is being restored. */
  whyNotReady(): string | undefined {
    if (!this.ready) return 'the server is starting or stopping';
    if (this.deps.calls.admission.isDraining) return 'draining';
    return this.deps.media.health().isUp ? undefined : 'the media thread is being restarted';
  }

  /** A module that has gone meanwhile cannot be held, and needs no giving back. */
  hold(user: string, ...modules: readonly string[]): () => void {
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
