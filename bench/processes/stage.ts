import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Heap } from '../measure/heap';
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

interface Flags {
  readonly flags?: readonly string[];
  readonly nodeFlags?: readonly string[];
  /** Configuration files besides the usual ones. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Everything a scenario starts; closing it stops all of it, however far the scenario came. */
export class Stage {
  readonly cores = new Cores();
  readonly load = new LoadProcess(this.cores);
  readonly #servers: ServerProcess[] = [];
  readonly #configs: BenchConfig[] = [];
  readonly #heaps: Heap[] = [];

  constructor(private readonly options: BenchOptions) {}

  /** Our server, as it is in dist/. */
  async ours(name: string, flags: Flags = {}): Promise<Target> {
    return (await this.#ours(name, flags)).target;
  }

  /** The same, with a way to look into its memory. */
  async oursInspected(name: string): Promise<{ readonly target: Target; readonly heap: Heap }> {
    const { target, server } = await this.#ours(name, { nodeFlags: ['--inspect=127.0.0.1:0'] });
    if (server.inspector === undefined) throw new Error('the server did not say where its inspector listens');
    const heap = await Heap.inspect(server.inspector);
    this.#heaps.push(heap);
    return { target, heap };
  }

  async #ours(
    name: string,
    { flags = [], nodeFlags = [], files = {} }: Flags,
  ): Promise<{ target: Target; server: ServerProcess }> {
    if (!existsSync(program)) throw new Error(`${program} is missing: npm run build makes it`);
    const config = new BenchConfig(files);
    this.#configs.push(config);
    const { profileFolder } = this.options;
    const profiling =
      profileFolder === undefined
        ? []
        : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`, `--cpu-prof-name=${name}.cpuprofile`];
    const serve = ['serve', '--config', config.folder, '--port', '0', ...flags];
    const args = [...nodeFlags, ...profiling, program, ...serve];
    const server = await this.#start({ program: process.execPath, args }, { PATCHBAY_STATE: config.stateFolder });
    return { target: await Target.at(name, { url: server.url, pid: server.pid, ...benchUser }), server };
  }

  /** A server that does nothing but answer with these texts. */
  async bare(texts: readonly string[]): Promise<ServerProcess> {
    return this.#start(fromSource(join(root, 'bench/servers/bare.ts'), texts));
  }

  async close(): Promise<void> {
    await this.load.stop();
    for (const heap of this.#heaps) heap.close();
    await Promise.all(this.#servers.map((server) => server.stop()));
    for (const config of this.#configs) config.remove();
  }

  async #start(command: Command, environment: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
    const server = await ServerProcess.start(this.cores.pinned('server', command), environment);
    this.#servers.push(server);
    return server;
  }
}
