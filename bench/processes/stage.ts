import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchOptions } from '../options';
import { BenchConfig, benchUser } from './bench-config';
import type { Command } from './cores';
import { Cores } from './cores';
import { LoadProcess } from './load-process';
import { fromSource } from './node-command';
import { ServerProcess } from './server-process';
import { Target } from './target';

const root = join(__dirname, '../..');
const program = join(root, 'dist/src/main.js');

/** Everything a scenario starts; closing it stops all of it, however far the scenario came. */
export class Stage {
  readonly cores = new Cores();
  readonly load = new LoadProcess(this.cores);
  readonly #servers: ServerProcess[] = [];
  readonly #configs: BenchConfig[] = [];

  constructor(private readonly options: BenchOptions) {}

  /** Our server, as it is in dist/. */
  async ours(name: string, flags: readonly string[] = []): Promise<Target> {
    if (!existsSync(program)) throw new Error(`${program} is missing: npm run build makes it`);
    const config = new BenchConfig();
    this.#configs.push(config);
    const { profileFolder } = this.options;
    const profiling =
      profileFolder === undefined
        ? []
        : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`, `--cpu-prof-name=${name}.cpuprofile`];
    const serve = ['serve', '--config', config.folder, '--port', '0', ...flags];
    const args = [...profiling, program, ...serve];
    const server = await this.#start({ program: process.execPath, args }, { PATCHBAY_STATE: config.stateFolder });
    return Target.at(name, { url: server.url, pid: server.pid, ...benchUser });
  }

  /** A server that does nothing but answer with these texts. */
  async bare(texts: readonly string[]): Promise<ServerProcess> {
    return this.#start(fromSource(join(root, 'bench/servers/bare.ts'), texts));
  }

  async close(): Promise<void> {
    await this.load.stop();
    await Promise.all(this.#servers.map((server) => server.stop()));
    for (const config of this.#configs) config.remove();
  }

  async #start(command: Command, environment: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
    const server = await ServerProcess.start(this.cores.pinned('server', command), environment);
    this.#servers.push(server);
    return server;
  }
}
