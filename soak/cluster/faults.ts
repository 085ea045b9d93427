import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../../fuzz/random';
import type { World } from './world';

export type Fault =
  | `${'kill' | 'freeze'} ${'node' | 'NATS leader' | 'NATS follower'}`
  | 'cut off a node with its NATS server';

/** Something that has failed. */
export interface Failed {
  /** The node that is lost; undefined when all of them live. */
  readonly node: number | undefined;
  readonly heal: () => Promise<void>;
}

/** Milliseconds: longer than a node may be silent, and than the election of a leader takes as a rule. */
const longFreeze = 7000;
/** Streams whose leader matters to calls. */
const streams = ['KV_pb-patchbay-chan', 'KV_pb-patchbay-nodes', 'KV_pb-patchbay-own', 'KV_pb-patchbay-state'];

export function faultsOf(world: World): readonly Fault[] {
  const processes = (['node', 'NATS leader', 'NATS follower'] as const).flatMap((what): readonly Fault[] => [
    `kill ${what}`,
    `freeze ${what}`,
  ]);
  return world.canCut ? [...processes, 'cut off a node with its NATS server'] : processes;
}

/** `spared` is the node that keeps the socket of the round. */
export async function fail(
  fault: Fault,
  world: World,
  chosen: { readonly random: Random; readonly spared: number },
): Promise<Failed> {
  const { random, spared } = chosen;
  const node = random.pick([0, 1, 2].filter((index) => index !== spared));
  switch (fault) {
    case 'kill node':
      await world.killNode(node);
      return { node, heal: () => world.restartNode(node) };
    case 'freeze node':
      world.node(node).signal('SIGSTOP');
      return { node, heal: async () => world.node(node).signal('SIGCONT') };
    case 'cut off a node with its NATS server':
      world.cut(node, true);
      return { node, heal: async () => world.cut(node, false) };
    default:
      return failNats(fault, world, random);
  }
}

async function failNats(fault: Fault, world: World, random: Random): Promise<Failed> {
  const leader = await random.pick(world.nats).leaderOf(random.pick(streams));
  const isLeader = fault.endsWith('leader');
  const member = random.pick(world.nats.filter(({ name }) => (name === leader) === isLeader));
  if (fault.startsWith('kill')) {
    await member.kill();
    return { node: undefined, heal: () => member.start() };
  }
  member.signal('SIGSTOP');
  return {
    node: undefined,
    heal: async () => {
      await wait(random.below(longFreeze));
      member.signal('SIGCONT');
    },
  };
}
