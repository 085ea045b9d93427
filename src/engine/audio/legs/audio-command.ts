import type { LegId } from '../../../shared/ids';
import type { MediaCommand, MediaDirection } from '../../../media/protocol';
import type { AudioAspect, AudioSettings } from '../../calls/channel/channel-audio';
import type { Channel } from '../../calls/channel/channel';

/** The command for the audio settings of a channel. */
export function audioCommand(leg: LegId, { audio: { settings } }: Channel, aspect: AudioAspect): MediaCommand {
  switch (aspect) {
    case 'muting':
      return { do: 'mute-leg', leg, muted: mutedOf(settings) };
    case 'gain':
      return { do: 'gain-leg', leg, decibels: { in: settings.gainIn, out: settings.gainOut } };
    case 'digits':
      return settings.findsDigits ? { do: 'detect-digits', leg } : { do: 'stop-detecting', leg, what: 'digits' };
  }
}

function mutedOf({ mutedIn, mutedOut }: AudioSettings): MediaDirection {
  if (mutedIn) return mutedOut ? 'both' : 'in';
  return mutedOut ? 'out' : 'none';
}
