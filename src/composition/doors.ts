import type { Operations } from '../../generated/operations';
import { routes } from '../../generated/routes';
import type { Dispatcher } from '../api/dispatcher';
import type { ServerConfig } from '../config/server-config';
import type { ConfigObjects } from '../engine/config-objects';
import { Users } from '../server/auth/users';
import { LiveSettings, settingsOf } from '../server/door-settings';
import { healthRoutes } from '../server/health';
import { makeHost } from '../server/host';
import { BrokenRequests } from '../server/http/broken-request';
import type { ContractViolation } from '../server/contract/contract-mode';
import { contractHost } from '../server/contract/contract-mode';
import { readOpenApiDocument } from '../server/contract/open-api-document';
import type { HttpDoorOptions } from '../server/http/door';
import { HttpDoor } from '../server/http/door';
import type { ListenerOptions } from '../server/http/listener';
import { Listener } from '../server/http/listener';
import { upgradeGate } from '../server/http/upgrade-gate';
import { Metrics } from '../server/metrics';
import { OutboundSockets } from '../server/outbound/outbound-sockets';
import type { SessionDeps } from '../server/socket/event-session';
import { SocketDoor } from '../server/socket/socket-door';
import type { Clock } from '../shared/clock';
import type { Logger } from '../shared/logger';
import type { Applications } from '../stasis/applications';
import { userOf } from './object-types';

export interface DoorsDeps {
  readonly config: ServerConfig;
  readonly dispatcher: Dispatcher<Operations>;
  readonly applications: Applications;
  readonly objects: ConfigObjects;
  readonly projectFolder: string;
  readonly contract: boolean;
  readonly clock: Clock;
  readonly log: Logger;
  readonly closers: (() => unknown)[];
}

export interface Doors {
  readonly urls: readonly string[];
  /** Puts the doors' part of a newly read configuration in force. */
  readonly reconfigure: (config: ServerConfig) => void;
  /** Whoever may change objects may also see the secrets in them. */
  readonly maySeeSecrets: (user: string) => boolean;
}

/** Milliseconds that running requests get when the server stops. */
const grace = 5000;

/** Opens everything through which the world reaches the server: HTTP, sockets in, sockets out. */
export async function openDoors(deps: DoorsDeps): Promise<Doors> {
  const { config, closers, objects } = deps;
  const frame = new DoorFrame(deps);
  const sockets = frame.socketDoor();
  const outbound = frame.outboundSockets();
  frame.metrics.gauge('patchbay_sockets', 'Event sockets that are open', () => sockets.size + outbound.connected);
  const threshold = { ...deps, settings: frame.settings };
  const listener = new Listener({
    config: config.http,
    onRequest: frame.requestHandler(),
    onUpgrade: upgradeGate(threshold, sockets.handle),
    onBroken: new BrokenRequests(threshold).handle,
  });
  closers.push(async () => {
    frame.ready = false;
    sockets.close();
    await outbound.close();
    await listener.close(grace);
  });
  const urls = config.http.enabled ? await listener.open() : [];
  outbound.start(config.outboundSockets, config.websocketClients);
  frame.ready = true;
  let current = config;
  const refreshUsers = (): void => {
    frame.users.replace(usersOf(current, objects));
    sockets.reviewUsers();
    outbound.reviewUsers();
  };
  closers.push(objects.onChange({ configClass: 'res_ari', objectType: 'user' }, refreshUsers));
  return {
    urls,
    maySeeSecrets: (name) => frame.users.find(name)?.rights.mayReach('server', 'PUT') ?? false,
    reconfigure: (next) => {
      current = next;
      // The listener stays as it is, and so does the prefix that it was opened with.
      frame.settings.current = settingsOf(next.ari, { ...next.http, prefix: config.http.prefix });
      refreshUsers();
      outbound.replace(next.outboundSockets, next.websocketClients);
    },
  };
}

/** What all doors hang in: users, settings, counters, and whether the server takes requests yet. */
class DoorFrame {
  ready = false;
  readonly users: Users;
  readonly settings: LiveSettings;
  readonly metrics = new Metrics();
  readonly #session: SessionDeps<Operations>;

  constructor(private readonly deps: DoorsDeps) {
    const { config, clock, log, dispatcher, applications } = deps;
    this.users = new Users({ users: usersOf(config, deps.objects), clock, log });
    this.settings = new LiveSettings(settingsOf(config.ari, config.http));
    this.#session = {
      dispatcher,
      metrics: this.metrics,
      log,
      clock,
      entityId: config.options.entityId,
      settings: this.settings,
      maxQueue: config.ari.websocketMaxQueue,
    };
    this.metrics.gauge('patchbay_applications', 'Applications that exist', () => applications.list().length);
  }

  /** The fast door; in contract mode the same door with the OpenAPI document as a judge behind it. */
  requestHandler(): ListenerOptions['onRequest'] {
    const { log, projectFolder, contract } = this.deps;
    const options = this.#httpOptions();
    if (!contract) return new HttpDoor(options).handle;
    const onViolation = (violation: ContractViolation): void =>
      log.error({ ...violation }, 'the contract was violated');
    const judged = contractHost({ ...options, openApi: readOpenApiDocument(projectFolder), onViolation });
    return (request, response) => void judged(request, response);
  }

  #httpOptions(): HttpDoorOptions<Operations> {
    const { config, dispatcher, log, projectFolder } = this.deps;
    const { users, settings, metrics } = this;
    const { prefix, maxBodyBytes } = config.http;
    const isReady = (): boolean => this.ready;
    const host = makeHost({ projectFolder, prefix, routes: [healthRoutes({ metrics, isReady })] });
    return { dispatcher, users, settings, metrics, log, prefix, maxBodyBytes, host, isReady };
  }

  socketDoor(): SocketDoor<Operations> {
    const { config, applications } = this.deps;
    return new SocketDoor({
      session: this.#session,
      applications,
      users: this.users,
      route: socketRoute(),
      prefix: config.http.prefix,
      settings: this.settings,
      maxPayload: config.ari.websocketMaxPayload,
      pingInterval: config.ari.websocketPingInterval,
      isReady: () => this.ready,
    });
  }

  outboundSockets(): OutboundSockets<Operations> {
    const { config, applications, clock, log } = this.deps;
    const findUser = (name: string) => this.users.find(name);
    return new OutboundSockets({
      session: this.#session,
      applications,
      findUser,
      clock,
      random: Math.random,
      log,
      maxPayload: config.ari.websocketMaxPayload,
    });
  }
}

/** Those of the files, and those made at run time; a file has the last word on a name. */
function usersOf({ users }: ServerConfig, objects: ConfigObjects): ServerConfig['users'] {
  const listed = objects.list({ configClass: 'res_ari', objectType: 'user' });
  const made = listed.outcome === 'found' ? listed.objects.map(userOf) : [];
  const known = new Set(users.map(({ name }) => name));
  return [...users, ...made.filter(({ name }) => !known.has(name))];
}

function socketRoute(): (typeof routes)[number] {
  const route = routes.find(({ websocketProtocol }) => websocketProtocol !== undefined);
  if (route === undefined) throw new Error('the spec declares no websocket');
  return route;
}
