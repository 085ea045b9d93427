import type { Operations } from '../../generated/operations';
import type { Dispatcher } from '../api/dispatcher';
import type { RtpConfig, ServerConfig } from '../config/server-config';
import type { Persistence } from '../storage/persistence';
import { openDatabase } from '../storage/database';
import { BridgeMemberships } from '../dialplan/applications/calling/bridge-memberships';
import { AwaitedSockets } from '../engine/audio/legs/media-socket';
import { LogChannels } from '../logging/log-channels';
import type { ListenerAddress } from '../manager/manager-listener';
import type { ManagerService } from '../manager/manager-service';
import { observeRequests } from '../observe/observe-requests';
import { Tap } from '../observe/tap';
import { registrationView } from '../policy/registration-view';
import { Users } from '../server/auth/users';
import type { Clock } from '../shared/time/clock';
import { systemClock } from '../shared/time/clock';
import { guardedClock, guardedSoon } from '../shared/scheduling/guard';
import { soon as laterTurn } from '../shared/scheduling/soon';
import { uncounted } from '../shared/module-use/hold';
import type { Logger } from '../shared/logger';
import { InForce } from './settings/in-force';
import { Configuration } from './settings/configuration';
import type { Counts } from './metrics/counts';
import { countsOf } from './metrics/counts-of';
import { drain } from './lifecycle/drain';
import type { Doors } from './doors/doors';
import { makeDoors } from './doors/doors';
import { makeManager } from './parts/manager';
import type { ClusterBase } from './parts/cluster-base';
import { connectCluster } from './parts/cluster-base';
import { clusterHooks } from './parts/cluster-hooks';
import { makeClusterNodes } from './parts/cluster-nodes';
import { contentNames } from './module-contents/catalogue';
import { ownershipFaults, registerAll } from './module-contents/contents';
import { coreContents } from './module-contents/core-contents';
import type { Provisions } from './module-contents/provisions';
import { makeProvisions } from './module-contents/provisions';
import { makeRegistrars } from './module-contents/registrars';
import type { KnownObjects } from './settings/object-types';
import { objectsInForce } from './settings/objects-in-force';
import { recoverRecordings } from './lifecycle/recovery';
import { reloadAll } from './settings/reload-all';
import type { PhoneDriver } from '../drivers/phone/phone-driver';
import type { SipParts } from './parts/sip';
import { makeSip } from './parts/sip';
import { makeFolders } from './lifecycle/state-folders';
import { driverKit } from './parts/technologies';
import type { PatchbayOptions } from './patchbay-options';
import type { ServerContext } from './server-context';
import type { ServerServices } from './parts/services';
import { makeServices } from './parts/services';
import { makePolicy, makeDispatcher } from './parts/dispatcher';
import { makeStories } from './parts/stories';
import { writtenHost } from '../sip/message/grammar/host';

/** A running server. */
export interface Patchbay {
  /** Where it listens, as URLs without path. */
  readonly urls: readonly string[];
  /** Where phones reach it. */
  readonly phones: readonly { readonly protocol: string; readonly host: string; readonly port: number }[];
  /** Where clients of the manager interface reach it; empty when it is switched off. */
  readonly managers: readonly ListenerAddress[];
  readonly counts: () => Counts;
  /** Simulated phones, for programs that embed the server. */
  readonly simulatedPhones: PhoneDriver;
  /** Breaks the event sockets of an application, or all of them. Returns how many. */
  readonly dropSockets: (application?: string) => number;
  readonly log: Logger;
  /** Writes out what has been logged, for a process that will not come back to its event loop. */
  readonly flushLog: () => void;
  /** Milliseconds that calls get to end by themselves when it closes. */
  readonly grace: number;
  /** Reloads everything that supports it, and reopens the log files. Never rejects. */
  readonly reload: () => Promise<void>;
  /**
   * Ends all calls, finishes running work, and closes everything. Idempotent. Calls have this many milliseconds to end,
   * by default `grace`.
   */
  readonly close: (grace?: number) => Promise<void>;
}

/** Starts a server as configured. When a part cannot be started, those before it are closed and the reason is thrown. */
export async function startPatchbay(options: PatchbayOptions): Promise<Patchbay> {
  const { config } = options;
  const closers: (() => unknown)[] = [];
  let closing: Promise<void> | undefined;
  const closeAll = (): Promise<void> => (closing ??= inReverse(closers));
  try {
    makeFolders(config.directories);
    const logs = await LogChannels.open({
      config: config.logger,
      directory: config.directories.log,
      clock: options.clock ?? systemClock,
      consoleDescriptor: 2,
      pid: process.pid,
    });
    closers.push(() => logs.close());
    const database = openDatabase(config.directories.databaseFile);
    closers.push(() => database.close());
    await recoverRecordings(config.directories, logs.logger);
    const grace = new InForce(config.options.shutdownGrace * 1000);
    const cluster = await connectNodes(config, { database, clock: options.clock ?? systemClock, log: logs.logger });
    if (cluster !== undefined) closers.push(() => cluster.link.close());
    const site = { options, logs, database: cluster?.state ?? database, cluster, closers, grace };
    const wired = await wireServer(site);
    const close: Patchbay['close'] = (wanted = grace.current) => {
      grace.current = wanted;
      return closeAll();
    };
    return { ...wired, log: logs.logger, flushLog: () => logs.flushSync(), grace: grace.current, close };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

function connectNodes(
  { cluster: config, ari: { resume } }: ServerConfig,
  deps: { readonly database: Persistence; readonly clock: Clock; readonly log: Logger },
): Promise<ClusterBase | undefined> {
  return config === undefined ? Promise.resolve(undefined) : connectCluster({ config, resume, ...deps });
}

async function inReverse(closers: (() => unknown)[]): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}

type WiredServer = Pick<
  Patchbay,
  'urls' | 'phones' | 'managers' | 'simulatedPhones' | 'counts' | 'dropSockets' | 'reload'
>;

async function wireServer(site: ServerContext): Promise<WiredServer> {
  const { options, logs, database, closers } = site;
  const { config, resources, tap = new Tap() } = options;
  const { logger: log } = logs;
  const clock = guardedClock(options.clock ?? systemClock, log);
  const nodes = clusterHooks(site.cluster, log);
  const [inForce, rtp] = [new InForce(config), new InForce(config.rtp)];
  const provisions = makeProvisions();
  const { services, objects } = makeServices(site, { clock, tap, nodes, inForce, provisions });
  const { modules, engine, calls, destinations } = services;
  const sip = makeSip({
    config,
    engine,
    objects: services.objects,
    rtp,
    store: database,
    destinations,
    clock,
    log,
    calls,
    kit: () => driverKit({ ...services, config, provisions, clock, log }),
    uses: nodes.uses,
    nonceSecret: nodes.nonceSecret,
    whyNotReady: () => doors.whyNotReady(),
  });
  closers.push(sip.close);
  const users = new Users({ users: objectsInForce({ ...services, config, resources }).users, clock, log });
  const { remote } = nodes;
  const policy = makePolicy(services, { users, inForce, resources, remote });
  const { requestStop } = options;
  const cluster = makeClusterNodes({ ...services, nodes, requestStop, clock, log, closers });
  const stories = makeStories({ ...options, tap, sip, closers });
  const served = { ...services, ...policy, ...stories, provisions, cluster, remote };
  const { placement, announce, answers } = nodes;
  const dispatcher = makeDispatcher(served, options, { observe: observeRequests(tap, clock.now), placement, answers });
  const awaited = new AwaitedSockets(modules.needed('res_http_websocket'));
  const opened: OpenedManager = { manager: undefined };
  const doors: Doors = makeDoors({
    ...options,
    ...services,
    ...policy,
    dispatcher,
    users,
    sipSockets: sip.driver,
    announce,
    sipService: () => sip.driver.service,
    inForce,
    awaited,
    clock,
    log,
    closers,
    managerWeb: () => opened.manager?.web,
  });
  const join: StartingServer['join'] = () =>
    nodes.join({
      ...services,
      config,
      version: options.version,
      rtp,
      clock,
      log,
      contacts: () => sip.driver.service?.contacts,
      viewOf: (rights) => registrationView(policy.ownership, rights),
      refuse: (...refused) => dispatcher.refuse(...refused),
      dispatch: (request) => dispatcher.dispatch(request),
    });
  return openDoors({ ...services, objects, provisions, dispatcher, doors, awaited, sip, rtp, join }, site, opened);
}

/** The HTTP door exists before the manager interface, which it serves. */
interface OpenedManager {
  manager: ManagerService | undefined;
}

/** Starts the modules and then opens the doors. From now on, closing the server has to end calls. */
async function openDoors(
  wired: Omit<StartingServer, 'manager' | 'memberships'>,
  site: ServerContext,
  opened: OpenedManager,
): Promise<WiredServer> {
  const { config, version, clock = systemClock } = site.options;
  const { calls, media, engine, logs, modules, doors, destinations } = wired;
  const [objects, log] = [wired.objects.objects, logs.logger];
  const soon = guardedSoon(laterTurn, log);
  const memberships = new BridgeMemberships({ ...calls, events: engine.events, soon, sound: () => media.sound });
  const manager = makeManager({
    ...wired,
    objects,
    config,
    version,
    clock,
    log,
    memberships,
    reloadAll: () => reload(),
    requestStop: site.options.requestStop,
  });
  const services: StartingServer = { ...wired, manager, memberships };
  site.closers.push(() => manager.close());
  const configuration = await startModules(services, site);
  const reload = (): Promise<void> => reloadAll({ configuration, modules, logs });
  await addTechnologies(services, site);
  site.closers.push(await wired.join());
  const urls = await doors.open();
  await manager.open();
  opened.manager = manager;
  const phones = services.sip.driver.service?.listeners ?? [];
  const others = [...phones, ...manager.addresses];
  destinations.listensAt([...urls, ...others.map(({ host, port }) => `http://${writtenHost(host)}:${port}`)]);
  const { grace } = site;
  site.closers.push(() =>
    drain({ calls, media, events: engine.events, grace: grace.current, clock, log: logs.logger }),
  );
  site.closers.push(() => manager.announceShutdown());
  return {
    urls,
    phones,
    managers: manager.addresses,
    simulatedPhones: services.phones.driver,
    counts: () => countsOf(services),
    dropSockets: (application) => doors.dropSockets(application),
    reload,
  };
}

interface StartingServer extends Omit<ServerServices, 'objects'> {
  readonly objects: KnownObjects;
  readonly provisions: Provisions;
  readonly dispatcher: Dispatcher<Operations>;
  readonly doors: Doors;
  readonly awaited: AwaitedSockets;
  readonly sip: SipParts;
  readonly rtp: InForce<RtpConfig>;
  /** Joins the cluster; the result leaves it. */
  readonly join: () => Promise<() => Promise<void>>;
  readonly manager: ManagerService;
  /** Who is in the bridges of the dialplan. */
  readonly memberships: BridgeMemberships;
}

/** Registers what every server has, and starts the modules that the configuration asks for. */
async function startModules(
  services: StartingServer,
  { options, logs: { logger: log } }: ServerContext,
): Promise<Configuration> {
  const { config, clock = systemClock } = options;
  const registrars = makeRegistrars({ ...services, config, clock, log });
  const faults = ownershipFaults(registrars, contentNames);
  if (faults.length > 0) throw new Error(`the catalogue of modules is wrong: ${faults.join('; ')}`);
  await registerAll(registrars, coreContents, uncounted);
  const configuration = new Configuration(options, options.readAgain);
  const started = await services.modules.startUp(config.modules, { ...services, registrars, configuration });
  configuration.endStart();
  if (started.outcome === 'required-failed') {
    const reasons = started.failed.map(({ name, reason }) => `${name}: ${reason}`);
    throw new Error(`a required module did not start: ${reasons.join('; ')}`);
  }
  // A configured port for phones that cannot be bound is an error that must be visible immediately.
  if (services.sip.driver.failure !== undefined) throw services.sip.driver.failure;
  const { unknown } = started;
  const running = services.modules.list().filter(({ status }) => status === 'Running').length;
  log.info({ modules: running }, 'modules started');
  if (unknown.length > 0) log.info({ modules: unknown.join(', ') }, 'modules.conf names modules that do not exist');
  return configuration;
}

/** Adds the technologies of the program that embeds the server. They are taken away when it closes. */
async function addTechnologies(services: StartingServer, { options, logs, closers }: ServerContext): Promise<void> {
  const { config, clock = systemClock } = options;
  const kit = driverKit({ ...services, config, clock, log: logs.logger });
  for (const technology of options.technologies?.(kit) ?? [])
    closers.push(await services.calls.technologies.add(technology));
}
