import type { Random } from '../../fuzz/random';
import { randomOf } from '../../fuzz/random';
import { eventually } from '../../test/support/eventually';
import type { Failed, Fault } from './faults';
import { fail, faultsOf } from './faults';
import { judge, mayMissEvents } from './judge';
import type { Activity } from './moments/activity';
import type { Moment } from './moments/moments';
import { moments } from './moments/moments';
import { Scene } from './scene';
import { World } from './world';

export interface RoundPlan {
  readonly fault: Fault;
  readonly moment: Moment;
}

export interface RoundReport extends RoundPlan {
  readonly round: number;
  readonly calls: number;
  /** Writes of shared state that were acknowledged. */
  readonly writes: number;
  /** What is wrong; nothing in a good round. */
  readonly findings: readonly string[];
  /** What the nodes have logged meanwhile. */
  readonly logs: readonly string[];
}

export interface RoundsOptions {
  readonly seed: number;
  readonly from: number;
  readonly to: number;
  /** What to do in place of what the seed says: one round after the other. */
  readonly plans?: (faults: readonly Fault[]) => readonly RoundPlan[];
  readonly onRound: (report: RoundReport) => void;
  readonly isOver?: () => boolean;
}

/** Round after round on one cluster: calls on all nodes, and something that fails in the middle of what they do. */
export async function playRounds(options: RoundsOptions): Promise<void> {
  const world = await World.start();
  try {
    const plans = options.plans?.(faultsOf(world));
    const to = Math.min(options.to, plans?.length ?? Infinity);
    for (let round = options.from; round < to && options.isOver?.() !== true; round += 1) {
      const random = randomOf(options.seed, round);
      const plan = plans?.[round] ?? choose(world, random);
      options.onRound(await playRound(world, { round, random, plan }));
    }
  } finally {
    await world.close();
  }
}

function choose(world: World, random: Random): RoundPlan {
  const faults = faultsOf(world);
  const fault = random.pick(faults);
  const moment = random.pick(Object.keys(moments) as Moment[]);
  return { fault, moment };
}

/** Every fault at every moment. */
export function matrix(faults: readonly Fault[]): readonly RoundPlan[] {
  return faults.flatMap((fault) => (Object.keys(moments) as Moment[]).map((moment) => ({ fault, moment })));
}

interface Round {
  readonly round: number;
  readonly random: Random;
  readonly plan: RoundPlan;
}

async function playRound(world: World, { round, random, plan }: Round): Promise<RoundReport> {
  const scene = new Scene(world, random, `round${round}`);
  const findings: string[] = [];
  const logged = world.logs();
  try {
    findings.push(...(await new Play(world, scene, plan).run()));
  } catch (error) {
    findings.push(error instanceof Error ? error.message : String(error));
  }
  return { ...plan, round, calls: scene.calls.length, writes: scene.written.size, findings, logs: world.logs(logged) };
}

const linkLost = /the connection to the other nodes is lost/g;

class Play {
  /** The node with the sockets of the applications, which does not fail. */
  readonly #holder: number;
  /** The node with the first socket of the first application: one that comes back elsewhere may be lost. */
  readonly #home: number;
  readonly #activity: Activity;

  constructor(
    private readonly world: World,
    private readonly scene: Scene,
    private readonly plan: RoundPlan,
  ) {
    this.#holder = scene.random.below(world.nodes.length);
    this.#home = plan.moment === 'resume' ? scene.random.below(world.nodes.length) : this.#holder;
    this.#activity = moments[plan.moment](scene, this.#home);
  }

  async run(): Promise<readonly string[]> {
    const { world, scene, plan } = this;
    const activity = this.#activity;
    const before = new Map((await world.views(this.#holder)).map(({ id, incarnation }) => [id, incarnation]));
    const losses = this.#losses();
    await scene.first.open(world.node(this.#home).origin, plan.moment === 'resume' ? '&resume=true' : '');
    await scene.second.open(world.node(this.#holder).origin);
    await scene.placeEverywhere(2);
    await activity.prepare?.();
    try {
      const lost = await this.#failing();
      await world.settled();
      await activity.stop?.();
      // What a lost node cannot say any more, the others say.
      const hasLostLink = this.#losses().some((count, node) => node !== lost && count > (losses[node] ?? 0));
      if (lost !== undefined && !mayMissEvents({ scene, hasLostLink })) await this.#endsOf(lost);
      const findings = await judge({ scene, activity, hasLostLink, fault: plan.fault, before, lost });
      return [...findings, ...(await this.#clear())];
    } finally {
      await activity.stop?.();
      await Promise.all([scene.first.disconnect(), scene.second.disconnect()]);
    }
  }

  /** What goes on, what fails meanwhile, and what is there again afterwards. Returns the node that was lost. */
  async #failing(): Promise<number | undefined> {
    const { world, scene, plan } = this;
    const activity = this.#activity.run();
    const writing = scene.write([0, 1, 2]);
    await scene.pause(500);
    let failed: Failed | undefined;
    try {
      failed = await fail(plan.fault, world, { random: scene.random, spared: this.#holder });
      await activity;
      if (failed.node !== undefined) await this.#foundDead(failed.node);
    } finally {
      await failed?.heal();
      await Promise.allSettled([activity, writing]);
    }
    return failed.node;
  }

  async #foundDead(node: number): Promise<void> {
    await eventually(
      async () =>
        (await this.world.views(this.#holder)).find(({ id }) => id === this.world.nameOf(node))?.state === 'dead',
      () => `node ${this.world.nameOf(node)} is lost, and the others do not notice`,
    );
  }

  /** The ends of its calls are reported after it was found dead. */
  async #endsOf(node: number): Promise<void> {
    const { known: all, first, second } = this.scene;
    const known = all.filter((call) => call.node === node && first.count('StasisStart', call.id) > 0);
    const isOver = ({ id }: { readonly id: string }): boolean =>
      first.count('ChannelDestroyed', id) + second.count('ChannelDestroyed', id) > 0;
    await eventually(
      () => known.every(isOver),
      () =>
        `calls of a lost node do not end: ${known
          .filter((call) => !isOver(call))
          .map(({ id }) => id)
          .join(', ')}`,
    );
  }

  /** Ends everything that is left: each call that was there ends once. */
  async #clear(): Promise<readonly string[]> {
    const { first, second, calls } = this.scene;
    const ends = (id: string): number =>
      Math.max(first.count('ChannelDestroyed', id), second.count('ChannelDestroyed', id));
    const left = calls.filter(({ id }) => ends(id) === 0);
    await eventually(
      async () => (await this.#endAll('channels')) && (await this.#endAll('bridges')),
      () => 'channels or bridges are left',
    );
    return left.filter(({ id }) => ends(id) > 1).map(({ id }) => `${id}: was hung up and ended twice`);
  }

  /** Whether there is nothing left of a kind; what is there is ended. */
  async #endAll(kind: 'channels' | 'bridges'): Promise<boolean> {
    const { world, scene } = this;
    const { body } = await scene.ask(this.#holder, 'get', `/${kind}`);
    if (!Array.isArray(body)) return false;
    for (const { id } of body as readonly { readonly id: string }[])
      await scene.ask(scene.random.below(world.nodes.length), 'delete', `/${kind}/${encodeURIComponent(id)}`);
    return body.length === 0;
  }

  /** How often each node has lost NATS so far. */
  #losses(): readonly number[] {
    return this.world.nodes.map(({ log }) => log.match(linkLost)?.length ?? 0);
  }
}
