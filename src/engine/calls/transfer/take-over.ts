import type { Bridge } from '../bridge/bridge';
import type { Channel } from '../channel/channel';
import { causes, softHangup } from '../channel/hangup-cause';
import type { Program } from '../dialing/calls';
import type { TransferDeps } from './transfer-deps';
import { waitUntilUnbridged } from './wait-until-unbridged';

type TakeOverDeps = Pick<TransferDeps, 'bridges' | 'applications' | 'dialplan' | 'events'>;

/**
 * What a channel has to run in order to take the place of another one: in its bridge, its application, or its dialplan.
 * Started, it is there at once. A channel that is taken out of a bridge is not ended; one that has no bridge has no
 * place left, and ends.
 */
export function takingPlaceOf(replaced: Channel, deps: TakeOverDeps): Program {
  const bridge = deps.bridges.of(replaced);
  const inApplication = deps.applications.replacing(replaced, { isStep: bridge !== undefined });
  if (bridge !== undefined) return (channel) => intoBridge(channel, { replaced, bridge, inApplication }, deps);
  if (inApplication !== undefined) return (channel) => intoApplication(channel, replaced, inApplication);
  return (channel) => intoDialplan(channel, replaced, deps);
}

interface BridgePlace {
  readonly replaced: Channel;
  readonly bridge: Bridge;
  readonly inApplication: Program | undefined;
}

async function intoBridge(
  channel: Channel,
  { replaced, bridge, inApplication }: BridgePlace,
  deps: TakeOverDeps,
): Promise<void> {
  const { bridges, applications } = deps;
  const isOfApplication = bridge.governedBy === 'stasis' && inApplication !== undefined;
  const inside = isOfApplication ? inApplication(channel) : undefined;
  if (isOfApplication) applications.enteredBridge(channel, bridge);
  const stay = bridge.membershipOf(replaced);
  bridges.swap(replaced, channel, stay);
  await (inside ?? waitUntilUnbridged(channel, deps));
}

/** The channel shows what the other one has shown, and continues from there when the application lets it go. */
async function intoApplication(channel: Channel, replaced: Channel, inApplication: Program): Promise<void> {
  const { application, place } = replaced.position;
  const inside = inApplication(channel);
  channel.position.startApplication(application, place);
  replaced.endSilently(causes.unknown);
  await inside;
}

/** What the other one was doing begins anew. */
async function intoDialplan(channel: Channel, replaced: Channel, { dialplan }: TakeOverDeps): Promise<void> {
  const { place } = replaced.position;
  replaced.endSilently(causes.unknown);
  await dialplan.run(channel, place);
}

/** Ends a channel whose place was taken, unless it has ended with its place. */
export function endReplaced(replaced: Channel): void {
  if (!replaced.isEnding) replaced.hangUp(causes.normal, softHangup.replaced);
}
