import { randomBytes } from 'node:crypto';
import type { Operations } from '../../generated/operations';
import { routes } from '../../generated/routes';
import { Dispatcher } from '../api/dispatcher';
import { RequestIds } from '../api/failure';
import type { ServerConfig } from '../config/server-config';
import type { Database } from '../config/stores/database';
import { openDatabase } from '../config/stores/database';
import type { Dialplan } from '../dialplan/dialplan';
import { detectionFunctions } from '../dialplan/functions/detection';
import type { ConfigObjects } from '../engine/config-objects';
import type { MediaSubject } from '../engine/media/playback-snapshot';
import { AwaitedSockets } from '../engine/media/media-socket';
import { LogChannels } from '../logging/log-channels';
import { cleanUp } from '../media/files/unfinished-name';
import { startMediaThread } from '../media/media-thread';
import type { MediaLink } from '../media/protocol';
import { ModuleRegistry } from '../modules/module-registry';
import type { Clock } from '../shared/clock';
import { systemClock } from '../shared/clock';
import { Applications } from '../stasis/applications';
import { linkEngine } from '../stasis/engine-link';
import { NoticeMaker } from '../stasis/notice';
import type { CallHouse } from './calls';
import { makeCalls } from './calls';
import type { Counts } from './counts';
import { countsOf } from './counts';
import { openDoors } from './doors';
import type { Engine } from './engine';
import { makeEngine } from './engine';
import type { FurnishedMedia } from './media-parts';
import { furnishMedia } from './media-parts';
import { makeOperations } from './operations';
import { LiveParts } from './live-parts';
import { moduleCatalogue } from './module-catalogue';
import { makeConfigObjects } from './object-types';
import { doorTypes } from './objects-in-force';
import { addOutsideTechnologies } from './outside-technologies';
import { makeFolders } from './state-folders';

export interface PatchbayOptions {
  readonly config: ServerConfig;
  readonly dialplan: Dialplan;
  /** What the files say now, for a reload; throws when they have a problem. */
  readonly readAgain: () => { readonly config: ServerConfig; readonly dialplan: Dialplan };
  /** Where api-docs/, docs/ and generated/ are. */
  readonly projectFolder: string;
  readonly version: string;
  readonly resources: readonly string[];
  /** Mounts the interface behind the OpenAPI validator, which judges every request and every answer. */
  readonly contract: boolean;
  /** The machine's own when none is given. */
  readonly clock?: Clock;
  /** Closed with the server. A thread of its own when none is given. */
  readonly media?: MediaLink;
}

/** What lives as long as the server does, besides its doors. */
interface House {
  readonly logs: LogChannels;
  readonly database: Database;
  readonly modules: ModuleRegistry;
  readonly engine: Engine;
  readonly calls: CallHouse;
  readonly media: FurnishedMedia;
  readonly objects: ConfigObjects;
  readonly applications: Applications;
  readonly dispatcher: Dispatcher<Operations>;
}

/** A running server. */
export interface Patchbay {
  /** Where it listens, as URLs without path. */
  readonly urls: readonly string[];
  readonly counts: () => Counts;
  /** Finishes what is running, says goodbye and closes everything. Twice is harmless. */
  readonly close: () => Promise<void>;
}

/** Starts a server as configured. When a part cannot be started, those before it are closed and the reason is thrown. */
export async function startPatchbay(options: PatchbayOptions): Promise<Patchbay> {
  const { config } = options;
  const closers: (() => unknown)[] = [];
  const closeAll = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    makeFolders(config.directories);
    const logs = await LogChannels.open({
      config: config.logger,
      directory: config.directories.log,
      clock: systemClock,
      consoleDescriptor: 2,
      pid: process.pid,
    });
    closers.push(() => logs.close());
    const database = openDatabase(config.directories.databaseFile);
    closers.push(() => database.close());
    await cleanUp(config.directories.recordings);
    const { urls, counts } = await furnish({ options, logs, database, closers });
    return { urls, counts, close: closeAll };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

interface Site {
  readonly options: PatchbayOptions;
  readonly logs: LogChannels;
  readonly database: Database;
  /** Called in reverse order. */
  readonly closers: (() => unknown)[];
}

async function furnish(site: Site): Promise<Pick<Patchbay, 'urls' | 'counts'>> {
  const { options, logs, database, closers } = site;
  const { config, version, resources, clock = systemClock } = options;
  const log = logs.logger;
  const live = new LiveParts(options);
  const modules = await startModules(live, site);
  const engine = makeEngine({ config, database, clock, log, version, lastReload: () => modules.lastReload });
  const notices = new NoticeMaker(config.options.entityId);
  const applications = new Applications({ clock, notices, journal: config.ari.resume });
  const recordingsOf = (target: MediaSubject): readonly string[] => media.recordings.namesOf(target);
  closers.push(linkEngine({ events: engine.events, applications, notices, recordingsOf }));
  const calls = makeCalls({
    ...{ config, engine, database, applications, clock, log, version },
    dialplan: () => live.dialplan,
    shownVariables: () => live.shownVariables,
    openForCall: live.openForCall,
    sound: () => media.sound,
    answeringMachine: () => config.answeringMachine,
  });
  const { media: link = startMediaThread() } = options;
  const media: FurnishedMedia = furnishMedia({ ...calls, config, link, events: engine.events, clock, log });
  calls.variables.functions.add(
    detectionFunctions({ ...media, ...calls, log, talkingLevel: config.detection.silenceThreshold }),
  );
  closers.push(media.close, calls.close);
  const { objects, takeFiles } = makeConfigObjects({ config, database, resources, log });
  const isClient = (id: string): boolean => objects.get({ ...doorTypes.websocketClient, id }).outcome === 'found';
  const awaited = new AwaitedSockets();
  const sockets = { awaited, callSocket: live.callSocket, isClient };
  addOutsideTechnologies({ config, calls, media, sockets, log });
  const rooms = { logs, database, modules, engine, calls, media, objects, applications };
  const dispatcher = makeDispatcher(rooms, (name) => live.doors?.maySeeSecrets(name) ?? false);
  const house: House = { ...rooms, dispatcher };
  const mayConnect = (): boolean => live.mayConnect;
  const doors = await openDoors({ ...options, ...house, awaited, mayConnect, clock, log, closers });
  live.attach({ doors, engine, media, takeFiles });
  return { urls: doors.urls, counts: () => countsOf({ ...house, awaited }) };
}

async function startModules(live: LiveParts, { options, logs, closers }: Site): Promise<ModuleRegistry> {
  const { config, clock = systemClock } = options;
  const modules = new ModuleRegistry({ modules: moduleCatalogue(live), log: logs.logger, now: clock.now });
  closers.push(() => modules.close());
  const started = await modules.startUp(config.modules);
  if (started.outcome !== 'required-failed') return modules;
  const reasons = started.failed.map(({ name, reason }) => `${name}: ${reason}`);
  throw new Error(`a required module did not start: ${reasons.join('; ')}`);
}

function makeDispatcher(
  house: Omit<House, 'dispatcher'>,
  maySeeSecrets: (user: string) => boolean,
): Dispatcher<Operations> {
  const ids = new RequestIds(randomBytes(4).toString('hex'));
  const log = house.logs.logger;
  return new Dispatcher<Operations>({
    routes,
    operations: makeOperations({ ...house, maySeeSecrets }),
    isLoaded: (name) => house.modules.isLoaded(name),
    nextRequestId: () => ids.next(),
    onFault: (error, { operation, requestId }) => log.error({ error, operation, requestId }, 'an operation failed'),
  });
}
