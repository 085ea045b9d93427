import { eventually } from '../../test/support/eventually';
import { ForeignPrograms } from '../../test/support/interop/programs';
import { Workshop } from '../../test/support/server/http-process';
import { ServedProcess } from '../../test/support/server/served-process';
import { NatsMember } from './nats-member';
import { NodePhones } from './phones';
import type { Sites } from './sites';
import { makeSites } from './sites';

const names = ['a', 'b', 'c'] as const;
const times = 'heartbeat = 300\nsuspect_after = 1200\ndead_after = 3000\nrequest_timeout = 1500\n';

export interface NodeView {
  readonly id: string;
  readonly state: string;
  readonly incarnation: number;
  readonly channels: number;
  /** Milliseconds since it was heard. */
  readonly lag: number;
}

/** Milliseconds: connections that were cut off are used again a while after the network is back. */
const longestLag = 1000;

/** Three NATS servers that are a cluster, and three nodes, all of them processes that can be killed, frozen and cut off. */
export class World {
  readonly nats: readonly NatsMember[];
  readonly nodes: ServedProcess[] = [];
  readonly #phones: NodePhones[] = [];
  #probes = 0;
  readonly #programs = new ForeignPrograms();
  readonly #workshop = new Workshop();

  private constructor(private readonly sites: Sites) {
    this.nats = sites.all.map((_, index) => new NatsMember(this.#programs, sites.all, index));
  }

  static async start(): Promise<World> {
    const world = new World(await makeSites());
    try {
      await Promise.all(world.nats.map((member) => member.start()));
      for (const member of world.nats)
        await eventually(
          () => member.isReady(),
          () => `${member.name} does not become ready`,
        );
      for (const { sip } of world.sites.all) world.#phones.push(await NodePhones.open(sip));
      for (const index of names.keys()) world.nodes.push(await world.#startNode(index));
      await world.settled();
      return world;
    } catch (error) {
      await world.close();
      throw error;
    }
  }

  get canCut(): boolean {
    return this.sites.cut !== undefined;
  }

  node(index: number): ServedProcess {
    const node = this.nodes[index];
    if (node === undefined) throw new Error(`there is no node ${index}`);
    return node;
  }

  /** The phones of a node. */
  phones(index: number): NodePhones {
    const phones = this.#phones[index];
    if (phones === undefined) throw new Error(`there are no phones of node ${index}`);
    return phones;
  }

  nameOf(index: number): string {
    return names[index] ?? '';
  }

  cut(index: number, isCut: boolean): void {
    this.sites.cut?.(index, isCut);
  }

  async killNode(index: number): Promise<void> {
    await this.node(index).process.stop('SIGKILL');
  }

  /** With the files that it had, in a new process. */
  async restartNode(index: number): Promise<void> {
    const { runner } = this.#site(index);
    this.nodes[index] = await ServedProcess.startIn(this.#workshop, this.node(index).folder, { runner });
  }

  /**
   * Waits until all streams of NATS have leaders and copies, and all nodes know each other as living, agree on that, and
   * can write what they share: one thing fails at a time.
   */
  async settled(): Promise<void> {
    for (const member of this.nats)
      await eventually(
        () => member.isLed(),
        () => `streams of ${member.name} have no leader, or copies that lag behind`,
      );
    let seen: readonly string[] = [];
    await eventually(
      async () => {
        const views = await Promise.all(this.nodes.map((_, index) => this.views(index)));
        seen = views.map((nodes) =>
          nodes.map(({ id, state, incarnation }) => `${id} ${state} ${incarnation}`).join(', '),
        );
        const isComplete = views.every(
          (nodes) =>
            nodes.length === names.length && nodes.every(({ state, lag }) => state === 'up' && lag < longestLag),
        );
        return isComplete && new Set(seen).size === 1;
      },
      () => `the nodes do not agree: ${seen.join('; ')}`,
    );
    for (const [index, node] of this.nodes.entries())
      await eventually(
        async () => (await node.rest.put('/mailboxes/settled?oldMessages=0&newMessages=1')).status === 204,
        () => `node ${this.nameOf(index)} cannot write what the nodes share`,
      );
    for (const index of this.nodes.keys()) await this.#tellsOfSockets(index);
  }

  /** Waits until the other nodes learn of a socket of this one. */
  async #tellsOfSockets(index: number): Promise<void> {
    // Of an application that none of them can know from before.
    this.#probes += 1;
    const name = `settled-${this.#probes}`;
    const socket = await this.node(index).open(`app=${name}`);
    await eventually(
      async () => {
        const answers = this.nodes.map(({ rest }) => rest.get(`/applications/${name}`).catch(() => undefined));
        return (await Promise.all(answers)).every((answer) => answer?.status === 200);
      },
      () => `the other nodes do not learn of a socket of node ${this.nameOf(index)}`,
    );
    await socket.abort();
  }

  /** The nodes as one of them sees them; none when it cannot be asked. */
  async views(index: number): Promise<readonly NodeView[]> {
    const answer = await this.node(index)
      .rest.get('/cluster')
      .catch(() => undefined);
    return answer?.status === 200 ? (answer.body as { readonly nodes: readonly NodeView[] }).nodes : [];
  }

  /** The lines that the nodes have logged, except for those that are known. */
  logs(known: readonly string[] = []): readonly string[] {
    const before = new Set(known);
    return this.nodes
      .flatMap(({ log }, index) =>
        log.split('\n').flatMap((line) => (line === '' ? [] : [`node ${this.nameOf(index)} ${line}`])),
      )
      .filter((line) => !before.has(line));
  }

  async close(): Promise<void> {
    await this.#workshop.clean();
    await this.#programs.close();
    for (const phones of this.#phones) phones.close();
    this.sites.remove();
  }

  #startNode(index: number): Promise<ServedProcess> {
    const { control, runner } = this.#site(index);
    const servers = this.sites.all.map(({ client }) => `nats://${client}`).join(', ');
    const files = {
      ...this.phones(index).files,
      'http.conf': `[general]\nenabled = yes\nbindaddr = ${control}\nbindport = 0\n`,
      'cluster.conf': `[general]\nenabled = yes\nnode = ${this.nameOf(index)}\nservers = ${servers}\nreplicas = 3\n${times}`,
      'logger.conf': '[general]\n[logfiles]\nmessages => notice,warning,error\n',
    };
    return ServedProcess.start(this.#workshop, files, { runner });
  }

  #site(index: number): Sites['all'][number] {
    const site = this.sites.all[index];
    if (site === undefined) throw new Error(`there is no site ${index}`);
    return site;
  }
}
