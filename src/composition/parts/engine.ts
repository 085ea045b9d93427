import { Adoption } from '../../engine/adoption';
import { statSync } from 'node:fs';
import { arch, release, type as osType, userInfo } from 'node:os';
import type { ServerConfig } from '../../config/server-config';
import type { Persistence } from '../../storage/persistence';
import { DeviceStates } from '../../engine/device-states';
import { Endpoints } from '../../engine/endpoints';
import type { EngineEventHub } from '../../engine/engine-event';
import { enginePhases } from '../../engine/engine-event';
import { builtInVariables, GlobalVariables } from '../../engine/global-variables';
import { Mailboxes } from '../../engine/mailboxes';
import { Messaging } from '../../engine/messaging';
import { ServerInfo } from '../../engine/server-info';
import { Sounds } from '../../engine/sounds/sounds';
import type { Clock } from '../../shared/time/clock';
import { EventHub } from '../../shared/event-hub';
import type { Logger } from '../../shared/logger';

export interface EngineDeps {
  readonly config: ServerConfig;
  readonly database: Persistence;
  readonly clock: Clock;
  readonly log: Logger;
  readonly version: string;
  readonly lastReload: () => number | undefined;
  /** Told of every global variable that is set here, or removed. */
  readonly onGlobal?: ((name: string, value: string | undefined) => void) | undefined;
}

/** Everything the server keeps and knows besides calls. */
export interface Engine {
  readonly adoption: Adoption;
  readonly events: EngineEventHub;
  readonly devices: DeviceStates;
  readonly mailboxes: Mailboxes;
  readonly sounds: Sounds;
  readonly endpoints: Endpoints;
  readonly messaging: Messaging;
  readonly variables: GlobalVariables;
  readonly info: ServerInfo;
}

export function makeEngine(deps: EngineDeps): Engine {
  const { config, database, clock, log } = deps;
  const { now } = clock;
  const events: EngineEventHub = new EventHub(enginePhases, (error, event) =>
    log.error({ error, event: event.type }, 'a listener to the engine failed'),
  );
  const mailboxes = new Mailboxes({ store: database, events, now, log });
  const { systemName, entityId } = config.options;
  return {
    adoption: new Adoption(),
    events,
    mailboxes,
    devices: new DeviceStates({ store: database, providers: [], events, now, log }),
    sounds: new Sounds({ directory: config.directories.sounds, now, log }),
    endpoints: new Endpoints({ events, now }),
    messaging: new Messaging({ events, now }),
    variables: new GlobalVariables({
      configured: config.globals,
      builtIn: builtInVariables({ now, systemName, entityId, directories: config.directories }),
      events,
      now,
      onWritten: deps.onGlobal,
    }),
    info: serverInfo(deps),
  };
}

function serverInfo({ config, version, clock, lastReload }: EngineDeps): ServerInfo {
  return new ServerInfo({
    build: {
      os: osType(),
      kernel: release(),
      machine: arch(),
      options: `node ${process.versions.node}`,
      date: builtAt(),
      user: userName(),
    },
    version: `Patchbay ${version}`,
    entityId: config.options.entityId,
    config: config.options,
    startedAt: clock.now(),
    lastReload,
    now: clock.now,
  });
}

/** When this file was compiled, which is when the server was built. */
function builtAt(): string {
  return `${statSync(__filename).mtime.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Containers run under ids that have no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? '');
  }
}
