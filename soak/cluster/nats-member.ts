import type { ForeignProgram, ForeignPrograms } from '../../test/support/interop/programs';
import { eventually } from '../../test/support/eventually';
import type { Site } from './sites';

interface StreamDetail {
  readonly name: string;
  readonly cluster?: { readonly leader?: string; readonly replicas?: readonly { readonly current: boolean }[] };
}

/** One NATS server of several, with JetStream. It keeps its data when it is started again. */
export class NatsMember {
  readonly name: string;
  readonly #conf: string;
  #program: ForeignProgram | undefined;

  constructor(
    private readonly programs: ForeignPrograms,
    private readonly sites: readonly Site[],
    private readonly index: number,
  ) {
    this.name = `nats${index}`;
    const { client, route, monitor } = this.#site;
    const routes = sites.filter((_, other) => other !== index).map((site) => `nats://${site.route}`);
    this.#conf = programs.write(
      `${this.name}.conf`,
      `server_name: ${this.name}
listen: "${client}"
http: "${monitor}"
jetstream { store_dir: "${programs.folder}/${this.name}" }
cluster { name: soak, listen: "${route}", routes: ${JSON.stringify(routes)} }
`,
    );
  }

  async start(): Promise<void> {
    const [program = '', ...args] = [...this.#site.runner, 'nats-server', '-c', this.#conf];
    this.#program = this.programs.start(program, args);
    await this.#program.prints(/Server is ready/);
  }

  async kill(): Promise<void> {
    await this.#program?.kill();
  }

  signal(name: NodeJS.Signals): void {
    this.#program?.child.kill(name);
  }

  /** Whether the servers have agreed on who leads. */
  async isReady(): Promise<boolean> {
    const answer = await this.#ask('/healthz').catch(() => undefined);
    return answer?.ok === true;
  }

  /** Whether every stream has a leader as far as this server knows, and those that it leads have copies that follow. */
  async isLed(): Promise<boolean> {
    const streams = await this.#streams();
    const isFine = ({ cluster: { leader = '', replicas = [] } = {} }: StreamDetail): boolean =>
      leader !== '' && (leader !== this.name || replicas.every(({ current }) => current));
    return streams.length > 0 && streams.every(isFine);
  }

  /** The server that leads a stream. */
  async leaderOf(stream: string): Promise<string> {
    let leader: string | undefined;
    await eventually(
      async () => {
        leader = (await this.#streams()).find(({ name }) => name === stream)?.cluster?.leader;
        return leader !== undefined && leader !== '';
      },
      () => `${stream} has no leader`,
    );
    return leader ?? '';
  }

  async #streams(): Promise<readonly StreamDetail[]> {
    const answer = await this.#ask('/jsz?accounts=true&streams=true').catch(() => undefined);
    const { account_details: accounts = [] } = ((await answer?.json()) ?? {}) as {
      readonly account_details?: readonly { readonly stream_detail?: readonly StreamDetail[] }[];
    };
    return accounts.flatMap(({ stream_detail = [] }) => stream_detail);
  }

  get #site(): Site {
    const site = this.sites[this.index];
    if (site === undefined) throw new Error(`there is no site ${this.index}`);
    return site;
  }

  #ask(path: string): Promise<Response> {
    return fetch(`http://${this.#site.monitor}${path}`);
  }
}
