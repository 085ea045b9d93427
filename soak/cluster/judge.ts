import { eventually } from '../../test/support/eventually';
import type { Fault } from './faults';
import type { Activity } from './moments/activity';
import type { PlacedCall, Scene } from './scene';
import type { NodeView } from './world';

/** What a round knows when everything is there again. */
export interface Outcome {
  readonly scene: Scene;
  readonly activity: Activity;
  /** Whether a node besides the lost one has lost NATS meanwhile. */
  readonly hasLostLink: boolean;
  readonly fault: Fault;
  /** The incarnations of the nodes, by their ids, before something failed. */
  readonly before: ReadonlyMap<string, number>;
  /** The node that was lost. */
  readonly lost: number | undefined;
}

/**
 * What is wrong after a round. What was acknowledged is there; every call of a lost node has ended once, for every application
 * that knew of it; the other calls are answered and have not ended; no call belongs to two nodes.
 */
export async function judge(outcome: Outcome): Promise<readonly string[]> {
  const { scene, lost, activity, hasLostLink, fault } = outcome;
  const { world } = scene;
  const views = await world.views(0);
  const died = new Set(views.filter((view) => isNew(view, outcome)).map(({ id }) => id));
  const wronglyDead = [...died].filter((id) => lost === undefined || id !== world.nameOf(lost));
  const isLost = (node: number): boolean => died.has(world.nameOf(node));
  const mayMiss = mayMissEvents(outcome);
  return [
    ...scene.faults,
    ...wronglyDead.map((id) => `node ${id} was considered dead, and it was not lost`),
    ...(await lostWrites(scene)),
    ...(
      await Promise.all(scene.known.filter(({ node }) => isLost(node)).map((call) => wrongWithLost(call, outcome)))
    ).flat(),
    ...(
      await Promise.all(scene.calls.filter(({ node }) => !isLost(node)).map((call) => wrongWithKept(call, scene)))
    ).flat(),
    ...(await ownedTwice(scene)),
    ...((await activity.judge?.({ isLost, mayMiss, hasLostLink, fault })) ?? []),
  ];
}

/** Live events are lost with the connection to NATS; a server that has lost others says so. */
export function mayMissEvents({ scene, hasLostLink }: Pick<Outcome, 'scene' | 'hasLostLink'>): boolean {
  return hasLostLink || scene.first.hasMissed;
}

function isNew({ id, incarnation }: NodeView, { before }: Outcome): boolean {
  return before.get(id) !== incarnation;
}

/** Values only grow: a later one that was not acknowledged may have been written. */
async function lostWrites(scene: Scene): Promise<readonly string[]> {
  const { world, written } = scene;
  const wrong: string[] = [];
  for (const [mailbox, value] of written)
    for (const node of world.nodes.keys()) {
      let found = 0;
      // Reads may lag behind writes, a few seconds when a NATS server was lost.
      const isThere = async (): Promise<boolean> => {
        const { body } = await scene.ask(node, 'get', `/mailboxes/${mailbox}`);
        found = ((body ?? {}) as { readonly new_messages?: number }).new_messages ?? 0;
        return found >= value;
      };
      await eventually(isThere, () => '').catch(() => {
        wrong.push(`${mailbox} is ${found} on node ${world.nameOf(node)}: ${value} was acknowledged`);
      });
    }
  return wrong;
}

async function wrongWithLost({ id }: PlacedCall, outcome: Outcome): Promise<readonly string[]> {
  const { scene } = outcome;
  const { first, second, world } = scene;
  const mayMiss = mayMissEvents(outcome);
  const wrong: string[] = [];
  const ends = (type: string): number => first.count(type, id) + second.count(type, id);
  const isKnown = first.count('StasisStart', id) > 0;
  const least = isKnown && !mayMiss ? 1 : 0;
  for (const witness of [first, second]) {
    const [starts, ended] = [witness.count('StasisStart', id), witness.count('StasisEnd', id)];
    if (ended > starts) wrong.push(`${id}: ${starts} StasisStart and ${ended} StasisEnd for ${witness.application}`);
    if (ended < starts && !mayMiss) wrong.push(`${id}: no StasisEnd for ${witness.application}`);
    if (witness.count('ChannelDestroyed', id) > 1) wrong.push(`${id}: ended twice for ${witness.application}`);
  }
  if (ends('ChannelDestroyed') < least) wrong.push(`${id}: its node is lost, and no ChannelDestroyed came`);
  for (const node of world.nodes.keys()) {
    const last = await statusBecomes(scene, { id, node, wanted: 404 });
    if (last !== undefined) wrong.push(`${id}: its node is lost, and node ${world.nameOf(node)} answers ${last}`);
  }
  return wrong;
}

async function wrongWithKept({ id }: PlacedCall, scene: Scene): Promise<readonly string[]> {
  const { first, second, world } = scene;
  const wrong: string[] = [];
  for (const { application, told } of [first, second]) {
    const ends = told.filter(({ type, channel }) => type === 'ChannelDestroyed' && idOf(channel) === id);
    if (ends.length > 0) wrong.push(`${id}: ended for ${application}, and its node lives`);
  }
  for (const node of world.nodes.keys()) {
    const last = await statusBecomes(scene, { id, node, wanted: 200 });
    if (last !== undefined) wrong.push(`${id}: its node lives, and node ${world.nameOf(node)} answers ${last}`);
  }
  return wrong;
}

interface WantedStatus {
  readonly id: string;
  /** The node that is asked. */
  readonly node: number;
  readonly wanted: number;
}

/** The last answer, when it never becomes so. The stream with the owners of ids may still elect its leader. */
async function statusBecomes(scene: Scene, { id, node, wanted }: WantedStatus): Promise<string | undefined> {
  let [status, body]: readonly unknown[] = [];
  const isSo = async (): Promise<boolean> => {
    ({ status, body } = await scene.ask(node, 'get', `/channels/${id}`));
    return status === wanted;
  };
  return eventually(isSo, () => '').then(
    () => undefined,
    () => `${String(status)} ${JSON.stringify(body)}`,
  );
}

/** Each node counts its own channels; the list of all nodes has each channel once. */
async function ownedTwice(scene: Scene): Promise<readonly string[]> {
  const { world } = scene;
  let seen = '';
  const isSo = async (): Promise<boolean> => {
    const views = await world.views(0);
    const counted = views.reduce((sum, { channels }) => sum + channels, 0);
    const { body } = await scene.ask(0, 'get', '/channels');
    const listed = Array.isArray(body) ? body.length : -1;
    seen = `the nodes have ${counted} channels, and ${listed} are listed`;
    return counted === listed;
  };
  return eventually(isSo, () => seen).then(
    () => [],
    (error: unknown) => [error instanceof Error ? error.message : String(error)],
  );
}

function idOf(channel: unknown): unknown {
  return (channel as { readonly id?: string } | undefined)?.id;
}
