import { noGuard } from '../../src/engine/config-objects/config-object-guard';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { builtInVariables, GlobalVariables } from '../../src/engine/global-variables';
import { ServerInfo } from '../../src/engine/server-info';
import { serverHandlers } from '../../src/handlers/administration/server';
import { LogChannels } from '../../src/logging/log-channels';
import type { Module } from '../../src/modules/module';
import { ModuleRegistry } from '../../src/modules/module-registry';
import { systemClock } from '../../src/shared/time/clock';
import { aVariablesRig } from '../dialplan/expressions/variables-rig';
import { Stage } from '../engine/config-objects/config-objects-stage';
import { aFolder, anEngine, someTime } from '../engine/engine-rig';
import type { Ask } from './api-rig';
import { askThrough } from './api-rig';

export const entityId = '02:00:00:00:00:01';
export const buildFacts = {
  os: 'Linux',
  kernel: '6.1',
  machine: 'x86_64',
  options: '',
  date: '2026-11-14 23:54:57 UTC',
  user: 'builder',
};

const aModule = (name: string, more: Partial<Module<unknown>> = {}): Module<unknown> => ({
  name,
  description: `the module ${name}`,
  supportLevel: 'core',
  dependsOn: [],
  start: () => () => undefined,
  ...more,
});

const someModules = [
  aModule('app_echo'),
  aModule('pbx_config', { reload: () => undefined }),
  aModule('res_stasis'),
  aModule('app_stasis', { dependsOn: ['res_stasis'] }),
  aModule('app_queue', {
    start: () => {
      throw new Error('queues.conf is missing');
    },
  }),
];

/** Everything behind the server resource, put together as main does it, and asked through the real dispatcher. */
export class ServerRig {
  readonly ask: Ask;
  readonly #engine = anEngine();
  readonly #stage = new Stage();
  readonly #modules = new ModuleRegistry({ modules: someModules, log: this.#engine.log, now: () => someTime });

  private constructor(
    private readonly logs: LogChannels,
    private readonly folder: ReturnType<typeof aFolder>,
  ) {
    const server = serverHandlers({
      info: this.#info(),
      variables: this.#variables(),
      functions: aVariablesRig().variables,
      modules: this.#modules,
      logs,
      objects: this.#stage.objects(this.#stage.sections, this.#stage.memory),
      guardAgainst: () => noGuard,
      signalling: { of: () => undefined, after: () => [], onMessage: () => () => undefined },
    });
    this.ask = askThrough({ server }, () => true);
  }

  static async make(): Promise<ServerRig> {
    const folder = aFolder();
    const rig = new ServerRig(await openLogs(logFolderIn(folder.path)), folder);
    await rig.#modules.startUp({ autoload: true, load: [], noload: [], require: [] }, undefined);
    return rig;
  }

  async close(): Promise<void> {
    await this.#modules.close();
    await this.logs.close();
    await this.#stage.clear();
    this.folder.remove();
  }

  get logFolder(): string {
    return logFolderIn(this.folder.path);
  }

  #info(): ServerInfo {
    return new ServerInfo({
      build: buildFacts,
      version: '2.1.0',
      entityId,
      config: {
        systemName: 'desk',
        defaultLanguage: 'en',
        runUser: 'pb',
        runGroup: 'staff',
        maxCalls: 100,
        maxFiles: undefined,
        maxLoad: 0.9,
      },
      startedAt: someTime - 60_000,
      lastReload: () => this.#modules.lastReload,
      now: () => someTime,
    });
  }

  #variables(): GlobalVariables {
    const directories = { config: '/etc/pb', data: '/d', spool: '/s', log: '/l' };
    return new GlobalVariables({
      ...this.#engine,
      configured: { GREETING: 'hello' },
      builtIn: builtInVariables({ now: () => someTime, systemName: 'desk', entityId, directories }),
    });
  }
}

function logFolderIn(folder: string): string {
  return join(folder, 'log');
}

function openLogs(directory: string): Promise<LogChannels> {
  mkdirSync(directory);
  const channels = [{ name: 'messages', format: 'default', levels: ['notice', 'warning', 'error'] } as const];
  return LogChannels.open({
    config: {
      dateFormat: undefined,
      rotateStrategy: 'sequential',
      maxFileSize: 67_108_864,
      keepFiles: 10,
      customLevels: [],
      channels,
    },
    directory,
    clock: systemClock,
    consoleDescriptor: 2,
    pid: 1,
  });
}
