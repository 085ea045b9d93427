import type { AudioForm } from '../../media/protocol';
import type { Bridge } from '../calls/bridge';
import type { Channel } from '../calls/channel';
import { audioForm, linearFormat } from '../calls/formats';

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

/** The form of who announces in a bridge: the one asked for, or all that those can hear who are there when he comes. */
export function announcerForm(bridge: Bridge, format: string | undefined): AudioForm {
  return audioForm(format ?? linearFormat(bridgeRate(bridge)));
}
