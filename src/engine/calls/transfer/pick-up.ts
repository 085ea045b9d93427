import type { Channel } from '../channel/channel';
import type { Channels } from '../channel/channels';
import { causes } from '../channel/hangup-cause';
import { answer } from '../dialing/answer';
import type { Program } from '../dialing/calls';
import { sharesGroup } from './pickup-groups';
import { takingPlaceOf } from './take-over';
import type { TransferDeps } from './transfer-deps';

/** Whether a call rings there, so that another channel can answer it. */
export function canBePickedUp(called: Channel, { bridges }: Pick<TransferDeps, 'bridges'>): boolean {
  return called.state === 'Ringing' && !called.isEnding && bridges.of(called) === undefined;
}

/** The first call that rings in a group of the channel. */
export function ringingInGroup(
  by: Channel,
  { channels, ...deps }: Pick<TransferDeps, 'bridges'> & { readonly channels: Pick<Channels, 'list'> },
): Channel | undefined {
  return channels
    .list()
    .find((called) => called !== by && canBePickedUp(called, deps) && sharesGroup(called.attributes, by.attributes));
}

/** What a call runs that has dialled the extension for picking up: it is refused when nothing rings in its groups. */
export function groupPickup(deps: TransferDeps & { readonly channels: Pick<Channels, 'list'> }): Program {
  return async (channel) => {
    const called = ringingInGroup(channel, deps);
    const isDone = called !== undefined && (await pickUp(called, channel, deps));
    channel.ending.set(isDone ? causes.normal : causes.rejected);
  };
}

/**
 * Answers a call that rings elsewhere: as soon as the called channel is connected with its caller, the other one takes its
 * place. Resolves when that one has left the place again; false when the call could not be picked up.
 */
export async function pickUp(called: Channel, by: Channel, deps: TransferDeps): Promise<boolean> {
  if (!canBePickedUp(called, deps) || by.isEnding || called === by) return false;
  const connected = whenConnected(called, by, deps);
  called.receive({ type: 'answer' });
  if (!(await connected)) return false;
  answer(by);
  deps.events.emit({ type: 'call-picked-up', at: deps.now(), called: called.snapshot(), by: by.snapshot() });
  const inside = takingPlaceOf(called, deps)(by);
  if (!called.isEnding) called.endSilently(causes.answeredElsewhere);
  await inside;
  return true;
}

/** Waits until a channel that is answered is in a bridge with its caller; false when one of both ends before. */
function whenConnected(called: Channel, by: Channel, { bridges, events }: TransferDeps): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (isConnected: boolean): void => {
      unsubscribe();
      for (const { signal } of [called, by]) signal.removeEventListener('abort', giveUp);
      resolve(isConnected);
    };
    const giveUp = (): void => finish(false);
    const unsubscribe = events.on('drain', 'channel-entered-bridge', ({ bridge }) => {
      const place = bridges.of(called);
      if (place !== undefined && place.id === bridge.id && place.size > 1) finish(true);
    });
    for (const { signal } of [called, by]) signal.addEventListener('abort', giveUp);
  });
}
