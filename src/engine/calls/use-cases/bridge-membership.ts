import { mapInSlices } from '../../../shared/scheduling/map-in-slices';
import type { CommandQueue } from '../../audio/legs/command-queue';
import type { MaybePromise } from '../dialing/calls';
import type { Bridge, Membership } from '../bridge/bridge';
import type { Bridges } from '../bridge/bridges';
import type { Channel } from '../channel/channel';

/** A channel that a door controls, with the queue of what was requested for it. */
export interface ControlledChannel {
  readonly channel: Channel;
  readonly queue: Pick<CommandQueue, 'run'>;
  readonly isRecorded: boolean;
  /** Called before the channel enters a bridge, so that its owner hears of it. */
  readonly enteredBridge: (bridge: Bridge) => void;
}

export type MembershipOutcome =
  /** `bridge-gone`: it was destroyed while channels waited to enter or leave it. */
  | { readonly outcome: 'done' | 'bridge-gone' }
  /** `released`: the channel was no longer controlled when its turn came. */
  | { readonly outcome: 'recorded' | 'not-inside' | 'released'; readonly channel: Channel }
  | { readonly outcome: 'module-missing'; readonly module: string };

export interface MembershipDeps {
  readonly bridges: Pick<Bridges, 'find' | 'leave' | 'move'>;
}

/** Puts channels into a bridge: all of them, or none with a reason. They leave the bridges they are in. */
export function addToBridge(
  bridge: Bridge,
  { members, stay }: { readonly members: readonly ControlledChannel[]; readonly stay: Membership },
  { bridges }: MembershipDeps,
): MaybePromise<MembershipOutcome> {
  const recorded = members.find(({ isRecorded }) => isRecorded);
  if (recorded !== undefined) return { outcome: 'recorded', channel: recorded.channel };
  const module = bridge.missingModule(members.filter(({ channel }) => !bridge.has(channel)).length);
  if (module !== undefined) return { outcome: 'module-missing', module };
  const enter = ({ channel, enteredBridge }: ControlledChannel): void => {
    bridges.leave(channel);
    enteredBridge(bridge);
    bridges.move(channel, bridge, stay);
  };
  return inTurn(members, enter, () => bridges.find(bridge.id) !== bridge);
}

/** Takes channels out of a bridge: all of them, or none when one of them is not in it. */
export function removeFromBridge(
  bridge: Bridge,
  members: readonly ControlledChannel[],
  { bridges }: MembershipDeps,
): MaybePromise<MembershipOutcome> {
  const stranger = members.find(({ channel }) => !bridge.has(channel));
  if (stranger !== undefined) return { outcome: 'not-inside', channel: stranger.channel };
  const leave = ({ channel }: ControlledChannel): void => void bridge.remove(channel);
  return inTurn(members, leave, () => bridges.find(bridge.id) !== bridge);
}

/** Whether the channel was reached: known immediately, or when its earlier operations have completed. */
interface Turn {
  readonly taken: boolean | Promise<boolean>;
}

/** The operation on each channel is queued behind the channel's earlier operations. */
function inTurn(
  members: readonly ControlledChannel[],
  action: (member: ControlledChannel) => void,
  isGone: () => boolean,
): MaybePromise<MembershipOutcome> {
  const act = (member: ControlledChannel): void => {
    if (!isGone()) action(member);
  };
  const outcomeOf = (results: readonly boolean[]): MembershipOutcome => {
    if (isGone()) return { outcome: 'bridge-gone' };
    const released = members.find((_member, index) => results[index] === false);
    return released === undefined ? { outcome: 'done' } : { outcome: 'released', channel: released.channel };
  };
  const settle = (begun: readonly Turn[]): MaybePromise<MembershipOutcome> => {
    const taken = begun.map((turn) => turn.taken);
    if (taken.every((turn) => typeof turn === 'boolean')) return outcomeOf(taken);
    return Promise.all(taken.map(async (turn) => turn)).then(outcomeOf);
  };
  const turns = mapInSlices(members, (member): Turn => ({ taken: member.queue.run(() => act(member)) }));
  return turns instanceof Promise ? turns.then(settle) : settle(turns);
}
