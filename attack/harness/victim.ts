import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { residentBytes } from '../../bench/measure/heap';
import { Inspector } from '../../bench/measure/inspector';
import { errorsIn, logFile } from '../../fuzz/target';
import { eventually } from '../../test/support/eventually';
import { removeFolder } from '../../test/support/remove-folder';
import type { Finished, ProcessExtras } from '../../test/support/server/http-process';
import { PatchbayProcess } from '../../test/support/server/http-process';
import { Wire } from '../../test/support/server/http-wire';
import { projectRoot } from '../../src/shared/project-root';
import { Rest } from '../../test/support/sockets/socket-rest';
import type { ConfFiles } from '../attack';
import { ariConf, httpConf } from './conf';

export type VictimLimits = Pick<ProcessExtras, 'descriptors' | 'fileBlocks'>;

export interface VictimOptions {
  readonly files?: ConfFiles | undefined;
  readonly limits?: VictimLimits | undefined;
}

const inMemory = (type: string): string => `${type} = config,ari.conf\n${type} = memory\n`;
const shipped = (name: string): string => readFileSync(join(projectRoot(__dirname), 'config', name), 'utf8');

const usual: ConfFiles = {
  'http.conf': httpConf(),
  // Longer than by default: peers that do read must not lose their sockets on a busy machine.
  'ari.conf': ariConf({ websocket_write_timeout: 60_000 }),
  'sorcery.conf': `[res_ari]\n${inMemory('user')}${inMemory('outbound_websocket')}[res_websocket_client]\nwebsocket_client = memory\n`,
  'http_media_cache.conf': `${shipped('http_media_cache.conf')}\n[general](+)\nenabled = yes\n`,
  'logger.conf': `[logfiles]\n${logFile.name} => notice,warning,error,security\n`,
  'modules.conf': '[modules]\nautoload = yes\n',
  // Both ends of a call to `far` are in the application `attack`; `speak` says something without end.
  'extensions.conf': `[default]
exten => up,1,Answer(,i)
 same => n,Wait(600)
exten => far,1,Answer(,i)
 same => n,Stasis(attack,far)
exten => speak,1,Answer(,i)
 same => n,PlayTones(440)
 same => n,Wait(600)
`,
};

/** All addresses of 127.0.0.0/8 lead here on Linux, which attacks need. */
const observer = '127.0.0.3';

/** Gauges that are 0 on an idle server. */
const traces = ['channels', 'bridges', 'applications', 'sockets', 'media_sockets'] as const;

/** Files that are opened when they are needed first, and kept. */
const keptFiles = 4;

/** A server that is attacked: a process of its own, in a folder of its own, with an inspector to look into it. */
export class Victim {
  readonly rest: Rest;

  private constructor(
    readonly folder: string,
    readonly process: PatchbayProcess,
    private readonly access: { readonly origin: string; readonly inspector: Inspector },
  ) {
    this.rest = new Rest(access.origin);
  }

  static async start({ files = {}, limits = {} }: VictimOptions = {}): Promise<Victim> {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-attack-'));
    mkdirSync(join(folder, 'etc'));
    for (const [name, text] of Object.entries({ ...usual, ...files })) writeFileSync(join(folder, 'etc', name), text);
    return Victim.startIn(folder, limits);
  }

  /** On the files that another one has left. */
  static async startIn(folder: string, limits: VictimLimits = {}): Promise<Victim> {
    const flags = ['serve', '--config', join(folder, 'etc'), '--state', join(folder, 'state')];
    const process = PatchbayProcess.start(flags, { ...limits, nodeOptions: ['--inspect=127.0.0.1:0'] });
    const origin = await process.ready();
    const inspector = /\bws:\/\/\S+/.exec(process.complaints)?.[0];
    if (inspector === undefined) throw new Error('the server did not say where its inspector listens');
    return new Victim(folder, process, { origin, inspector: await Inspector.connect(inspector) });
  }

  get origin(): string {
    return this.access.origin;
  }

  get inspector(): Inspector {
    return this.access.inspector;
  }

  get pid(): number {
    return this.process.child.pid ?? NaN;
  }

  get isAlive(): boolean {
    return this.process.child.exitCode === null && this.process.child.signalCode === null;
  }

  as(name: string, password: string): Rest {
    return new Rest(this.origin, `${name}:${password}`);
  }

  get residentBytes(): number {
    return residentBytes(this.pid);
  }

  /** File descriptors beside those of connections, which come and go with those who look. */
  async descriptors(): Promise<number> {
    return this.#descriptorsBeside(await this.metric('connections'));
  }

  #descriptorsBeside(connections: number): number {
    return readdirSync(`/proc/${this.pid}/fd`).length - connections;
  }

  get recordings(): string {
    return join(this.folder, 'state/spool/recording');
  }

  get logFolder(): string {
    return join(this.folder, 'state/log');
  }

  get errors(): readonly string[] {
    return existsSync(this.logFolder) ? errorsIn(this.logFolder) : [];
  }

  get log(): string {
    const names = existsSync(this.logFolder) ? readdirSync(this.logFolder) : [];
    return names.map((name) => readFileSync(join(this.logFolder, name), 'utf8')).join('');
  }

  /** Bytes of all log files. */
  get logBytes(): number {
    return readdirSync(this.logFolder).reduce((sum, name) => sum + statSync(join(this.logFolder, name)).size, 0);
  }

  async metric(name: string): Promise<number> {
    return (await this.#metrics())(name);
  }

  /** All metrics of one moment, by name. */
  async #metrics(): Promise<(name: string) => number> {
    // On a connection of its own: one that is kept may be closed, to make room, while it is chosen for a request. From an
    // address of its own: connections of an address with many of them are the first to be closed.
    const wire = await Wire.connect(this.origin, observer);
    const { body: text } = await wire.ask('GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n').finally(() => wire.close());
    return (name) => Number(new RegExp(`^patchbay_${name} (.*)$`, 'm').exec(text)?.[1]);
  }

  /** How it has ended, and what it said last. */
  get lastWords(): string {
    const { exitCode, signalCode } = this.process.child;
    const said = `${this.process.complaints}\n${this.log}`.slice(-1500);
    return `it ended with ${exitCode ?? signalCode ?? 'nothing'}: ${said}`;
  }

  /** Starts to watch how long the event loop does not turn. */
  async watchLoop(): Promise<void> {
    const monitor = "process.getBuiltinModule('perf_hooks').monitorEventLoopDelay({ resolution: 5 })";
    await this.inspector.evaluate(`globalThis.loopDelay?.disable(); (globalThis.loopDelay = ${monitor}).enable()`);
  }

  /** Milliseconds of the longest stall since it is watched. */
  async longestStall(): Promise<number> {
    return Number(await this.inspector.evaluate('globalThis.loopDelay.max')) / 1e6;
  }

  /** Waits until nothing is left of any call, socket or connection. */
  async untilQuiet(descriptors: number): Promise<void> {
    let left: Readonly<Record<string, number>> = {};
    const isQuiet = async (): Promise<boolean> => {
      const metric = await this.#metrics();
      const counts = traces.map((name) => [name, metric(name)] as const);
      const more = this.#descriptorsBeside(metric('connections')) - descriptors - keptFiles;
      left = { ...Object.fromEntries(counts), descriptors: Math.max(0, more) };
      return Object.values(left).every((count) => count === 0);
    };
    await eventually(isQuiet, () => `something is left behind: ${JSON.stringify(left)}`);
  }

  /** Ends all calls and bridges. */
  async clear(): Promise<void> {
    for (const kind of ['channels', 'bridges'])
      for (const { id } of (await this.rest.get(`/${kind}`)).body as readonly { readonly id: string }[])
        await this.rest.delete(`/${kind}/${encodeURIComponent(id)}`);
  }

  /** Asks it to stop, and leaves its files. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Finished> {
    this.inspector.close();
    return this.process.stop(signal);
  }

  /** Ends it, whatever it does, and removes its files. */
  async remove(): Promise<void> {
    await this.stop('SIGKILL');
    removeFolder(this.folder);
  }
}
