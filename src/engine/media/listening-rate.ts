import type { Bridge } from '../calls/bridge';
import type { Channel } from '../calls/channel';

/** What every telephone has. */
const narrowest = 8000;

/** Samples per second of what a channel can hear. */
export function channelRate({ line }: Channel): number {
  return line.audio?.rate ?? narrowest;
}

/** What the best of its members can hear. */
export function bridgeRate(bridge: Bridge): number {
  return Math.max(narrowest, ...bridge.members().map(channelRate));
}
