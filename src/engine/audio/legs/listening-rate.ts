import type { AudioForm } from '../../../media/protocol';
import type { Bridge } from '../../calls/bridge/bridge';
import type { Channel } from '../../calls/channel/channel';
import { audioForm, linearFormat } from '../../calls/channel/formats';

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

/**
 * The form of who announces in a bridge: the one asked for, that of the only member, or signed linear with all that the
 * members can hear who are there when the announcer comes.
 */
export function announcerForm(bridge: Bridge, format: string | undefined): AudioForm {
  if (format !== undefined) return audioForm(format);
  const [only, ...others] = bridge.members();
  const audio = others.length === 0 ? only?.line.audio : undefined;
  if (audio !== undefined && 'format' in audio) return { format: audio.format, rate: audio.rate };
  return audioForm(linearFormat(bridgeRate(bridge)));
}
