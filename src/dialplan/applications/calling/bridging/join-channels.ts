import type { Bridge } from '../../../../engine/calls/bridge/bridge';
import type { Channel } from '../../../../engine/calls/channel/channel';
import type { DialplanPlace } from '../../../../engine/calls/channel/dialplan-place';
import { notesOf } from '../../../channel-notes';
import type { BridgeMemberships } from '../bridge-memberships';

export interface TakingDeps {
  readonly memberships: BridgeMemberships;
  /** Takes a channel away from what runs it until the promise is over; false when nothing gives it up. */
  readonly hold: (channel: Channel, place: DialplanPlace | undefined, until: Promise<void>) => boolean;
}

export interface Return {
  /** Where it goes on afterwards; without a place, where it would have gone on by itself. */
  readonly place?: DialplanPlace | undefined;
  readonly onReturned?: () => void;
}

/**
 * Takes a channel away from what runs it, unless it only waits in a bridge. The result brings it into a bridge, and has to be
 * called in the same turn; undefined when nothing gives the channel up.
 */
export function takeChannel(
  channel: Channel,
  { place, onReturned }: Return,
  { memberships, hold }: TakingDeps,
): ((bridge: Bridge) => void) | undefined {
  if (memberships.isGuest(channel)) return (bridge) => memberships.enter(channel, bridge);
  const notes = notesOf(channel);
  let entered = (): void => undefined;
  const until = new Promise<void>((resolve) => (entered = resolve))
    .then(() => memberships.untilReturned(channel))
    .then(() => {
      notes.leaveFor = undefined;
      onReturned?.();
    });
  if (!hold(channel, place, until)) return undefined;
  notes.leaveFor = (elsewhere) => {
    hold(channel, elsewhere, until);
    memberships.leave(channel);
  };
  return (bridge) => {
    memberships.enter(channel, bridge);
    entered();
  };
}

/** Brings two channels together in a new bridge, out of whatever has them. The one that cannot be taken is named. */
export function joinChannels(first: Channel, second: Channel, deps: TakingDeps): 'joined' | { readonly held: Channel } {
  const enterFirst = takeChannel(first, {}, deps);
  if (enterFirst === undefined) return { held: first };
  const enterSecond = takeChannel(second, {}, deps);
  const bridge = deps.memberships.makeForTwo();
  enterFirst(bridge);
  enterSecond?.(bridge);
  if (enterSecond !== undefined) return 'joined';
  bridge.destroy();
  return { held: second };
}
