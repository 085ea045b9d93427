import { randomBytes } from 'node:crypto';
import type { Operations } from '../../generated/operations';
import { routes } from '../../generated/routes';
import { Dispatcher } from '../api/dispatcher';
import { RequestIds } from '../api/failure';
import type { ServerConfig } from '../config/server-config';
import type { Database } from '../config/stores/database';
import { openDatabase } from '../config/stores/database';
import type { ConfigObjects } from '../engine/config-objects';
import { LogChannels } from '../logging/log-channels';
import { ModuleRegistry } from '../modules/module-registry';
import { systemClock } from '../shared/clock';
import { Applications } from '../stasis/applications';
import { linkEngine } from '../stasis/engine-link';
import { NoticeMaker } from '../stasis/notice';
import type { Doors } from './doors';
import { openDoors } from './doors';
import type { Engine } from './engine';
import { makeEngine } from './engine';
import { makeOperations } from './operations';
import { moduleCatalogue } from './module-catalogue';
import { makeConfigObjects } from './object-types';

export interface PatchbayOptions {
  readonly config: ServerConfig;
  /** The configuration as the files say now, for a reload; throws when they have a problem. */
  readonly readAgain: () => ServerConfig;
  /** Where api-docs/, docs/ and generated/ are. */
  readonly projectFolder: string;
  readonly version: string;
  readonly resources: readonly string[];
  /** Mounts the interface behind the OpenAPI validator, which judges every request and every answer. */
  readonly contract: boolean;
}

/** What lives as long as the server does, besides its doors. */
interface House {
  readonly logs: LogChannels;
  readonly database: Database;
  readonly modules: ModuleRegistry;
  readonly engine: Engine;
  readonly objects: ConfigObjects;
  readonly applications: Applications;
  readonly dispatcher: Dispatcher<Operations>;
}

/** A running server. */
export interface Patchbay {
  /** Where it listens, as URLs without path. */
  readonly urls: readonly string[];
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
    const logs = await LogChannels.open({
      config: config.logger,
      directory: config.directories.log,
      clock: systemClock,
      consoleDescriptor: 2,
      pid: process.pid,
    });
    closers.push(() => logs.close());
    const database = openDatabase(config.directories.database);
    closers.push(() => database.close());
    const doors = await furnish({ options, logs, database, closers });
    return { urls: doors.urls, close: closeAll };
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

async function furnish({ options, logs, database, closers }: Site): Promise<Doors> {
  const { config } = options;
  const log = logs.logger;
  const clock = systemClock;
  // The doors are opened last and the engine after the modules, but a reload reaches both.
  let doors: Doors | undefined = undefined as Doors | undefined;
  let engine: Engine | undefined = undefined as Engine | undefined;
  let putInForce: Doors['reconfigure'] = () => undefined;
  const catalogue = moduleCatalogue({
    reloadInterface: () => putInForce(options.readAgain()),
    reloadGlobals: () => engine?.variables.reconfigure(options.readAgain().globals),
  });
  const modules = new ModuleRegistry({ modules: catalogue, log, now: clock.now });
  closers.push(() => modules.close());
  const started = await modules.startUp(config.modules);
  if (started.outcome === 'required-failed') {
    const reasons = started.failed.map(({ name, reason }) => `${name}: ${reason}`);
    throw new Error(`a required module did not start: ${reasons.join('; ')}`);
  }
  engine = makeEngine({
    config,
    database,
    clock,
    log,
    version: options.version,
    lastReload: () => modules.lastReload,
  });
  const notices = new NoticeMaker(config.options.entityId);
  const applications = new Applications({ clock, notices, journal: config.ari.resume });
  closers.push(linkEngine({ events: engine.events, applications, notices }));
  const { objects, takeFiles } = makeConfigObjects({ config, database, resources: options.resources, log });
  const dispatcher = makeDispatcher(
    { logs, database, modules, engine, objects, applications },
    (name) => doors?.maySeeSecrets(name) ?? false,
  );
  const house: House = { logs, database, modules, engine, objects, applications, dispatcher };
  const opened = await openDoors({ ...house, ...options, clock, log, closers });
  doors = opened;
  putInForce = (next) => {
    takeFiles(next);
    opened.reconfigure(next);
  };
  return opened;
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
