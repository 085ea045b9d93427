import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClusterConfig } from '../../src/config/files/cluster-conf';
import type { ForeignProgram } from './interop/programs';
import { ForeignPrograms, isInstalled } from './interop/programs';
import { eventually } from './eventually';
import { Workshop } from './server/http-process';
import { ServedProcess } from './server/served-process';

export const hasNats = isInstalled('nats-server');

/** For `describe` and `it`: without the program the tests are skipped, and their title says so. */
export const natsHint = hasNats ? '' : ' (skipped: apt-get install -y nats-server)';

/** A NATS server with JetStream, in a process of its own; it keeps its port and its data when it is started again. */
export class NatsServer {
  readonly #programs = new ForeignPrograms();
  readonly #store = mkdtempSync(join(tmpdir(), 'patchbay-nats-'));
  #program: ForeignProgram | undefined;
  #port = 0;

  get url(): string {
    return `nats://127.0.0.1:${this.#port}`;
  }

  get process(): ForeignProgram {
    if (this.#program === undefined) throw new Error('nats-server has not been started');
    return this.#program;
  }

  async start(): Promise<void> {
    const port = this.#port === 0 ? '-1' : String(this.#port);
    const args = ['-a', '127.0.0.1', '-p', port, '-js', '-sd', this.#store, '--ports_file_dir', this.#programs.folder];
    this.#program = this.#programs.start('nats-server', args);
    await this.#program.prints(/Server is ready/);
    if (this.#port === 0) this.#port = await this.#portInFile();
  }

  async kill(): Promise<void> {
    await this.process.kill();
  }

  async close(): Promise<void> {
    await this.#programs.close();
    rmSync(this.#store, { recursive: true, force: true });
  }

  /** The file is there before its text is. */
  async #portInFile(): Promise<number> {
    const { folder } = this.#programs;
    const text = (): string => {
      const file = readdirSync(folder).find((name) => name.endsWith('.ports'));
      return file === undefined ? '' : readFileSync(join(folder, file), 'utf8');
    };
    await eventually(
      () => text().trimEnd().endsWith('}'),
      () => `nats-server does not say where it listens:\n${this.process.printed}`,
    );
    const { nats } = JSON.parse(text()) as { readonly nats: readonly string[] };
    return Number(new URL(nats[0] ?? '').port);
  }
}

/** Shorter than usual, so that tests do not wait; long enough for a busy machine. */
const usualTimes = 'heartbeat = 200\nsuspect_after = 900\ndead_after = 2000\nrequest_timeout = 1000\n';

/** For tests with much to do: a node that is slow on a busy machine keeps its calls. */
export const patientTimes = 'heartbeat = 500\nsuspect_after = 4000\ndead_after = 7000\nrequest_timeout = 5000\n';

/** Of a node that is connected to these servers by the test itself. */
export function clusterConfig(servers: readonly string[], replicas: number): ClusterConfig {
  return {
    name: 'patchbay',
    node: 'a',
    servers,
    user: '',
    password: '',
    token: '',
    credentialsFile: '',
    caFile: '',
    mediaAddress: '',
    replicas,
    heartbeat: 500,
    suspectAfter: 1500,
    deadAfter: 3000,
    requestTimeout: 2000,
  };
}

/** A NATS server and three nodes, each in a process of its own. */
export class ClusterRig {
  readonly nats = new NatsServer();
  readonly nodes: ServedProcess[] = [];
  readonly #workshop = new Workshop();

  /** `times`: lines of cluster.conf. */
  constructor(private readonly times = usualTimes) {}

  static async start(
    ids: readonly string[] = ['a', 'b', 'c'],
    files: Readonly<Record<string, string>> = {},
    times?: string,
  ): Promise<ClusterRig> {
    const rig = new ClusterRig(times);
    await rig.nats.start();
    const nodes = await Promise.all(ids.map((id) => rig.startNode(id, files)));
    rig.nodes.push(...nodes);
    return rig;
  }

  startNode(id: string, files: Readonly<Record<string, string>> = {}): Promise<ServedProcess> {
    return ServedProcess.start(this.#workshop, { ...this.filesOf(id), ...files });
  }

  filesOf(id: string): Readonly<Record<string, string>> {
    return {
      'cluster.conf': `[general]\nenabled = yes\nnode = ${id}\nservers = ${this.nats.url}\n${this.times}`,
      'sorcery.conf': '[res_ari]\nuser = astdb,ari\n',
      'logger.conf': '[general]\n[logfiles]\nmessages => notice,warning,error,verbose\n',
    };
  }

  node(index: number): ServedProcess {
    const node = this.nodes[index];
    if (node === undefined) throw new Error(`there is no node ${index}`);
    return node;
  }

  async close(): Promise<void> {
    await this.#workshop.clean();
    await this.nats.close();
  }
}

/** Configuration of a node that the phone 100 can register with. */
export const phoneFiles = {
  'phones.conf': '[general]\nbind = 127.0.0.1:5060\n\n[spare]\npassword = secret\n',
  'pjsip.conf': `[100]
type = endpoint
context = default
allow = ulaw
auth = 100
aors = 100

[100]
type = auth
username = 100
password = secret

[100]
type = aor
max_contacts = 1
`,
};
