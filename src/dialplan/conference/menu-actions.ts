import type { MenuAction, PlainAction } from '../../config/files/sound/confbridge-menu';
import type { Channel } from '../../engine/calls/channel/channel';
import type { DialplanPlace } from '../../engine/calls/channel/dialplan-place';
import { namedPrompts } from '../interaction/prompts';
import type { Conference } from './conference';
import type { Participant } from './participant';

export interface MenuDeps {
  /** Runs a place of the dialplan for a channel, and comes back. */
  readonly runPlace: (channel: Channel, place: DialplanPlace) => Promise<void>;
}

export interface Seat {
  readonly participant: Participant;
  readonly conference: Conference;
}

/** Decibels of one step of volume. */
const step = 3;

/** Does what a participant has asked for by digits. */
export async function performAction(action: MenuAction, seat: Seat, deps: MenuDeps): Promise<void> {
  const { participant } = seat;
  switch (action.action) {
    case 'playback': {
      const said = participant.say(namedPrompts(action.sounds));
      return action.continues ? undefined : said;
    }
    case 'dialplan_exec': {
      const [context = '', extension = '', priority = ''] = action.place;
      return deps.runPlace(participant.channel, { context, extension, priority: Number(priority) || 1 });
    }
    default:
      return performPlain(action.action, seat);
  }
}

async function performPlain(action: PlainAction, seat: Seat): Promise<void> {
  const { participant } = seat;
  const { audio } = participant.channel;
  switch (action) {
    case 'no_op':
      return undefined;
    case 'leave_conference':
      return participant.end('DTMF');
    case 'toggle_mute':
      return toggleMute(seat);
    case 'participant_count':
      return participant.say(countPrompts(seat));
    case 'increase_listening_volume':
      return audio.amplify('out', audio.gain('out') + step);
    case 'decrease_listening_volume':
      return audio.amplify('out', audio.gain('out') - step);
    case 'reset_listening_volume':
      return audio.amplify('out', 0);
    case 'increase_talking_volume':
      return audio.amplify('in', audio.gain('in') + step);
    case 'decrease_talking_volume':
      return audio.amplify('in', audio.gain('in') - step);
    case 'reset_talking_volume':
      return audio.amplify('in', 0);
    case 'admin_kick_last':
    case 'admin_toggle_conference_lock':
    case 'admin_toggle_mute_participants':
      return participant.user.isAdmin ? performForAdmin(action, seat) : undefined;
  }
}

function toggleMute({ participant, conference: { profile } }: Seat): Promise<void> {
  participant.mute(!participant.isMuted);
  return participant.say(namedPrompts(participant.isMuted ? profile.muted : profile.unmuted));
}

async function performForAdmin(
  action: Extract<PlainAction, `admin_${string}`>,
  { participant, conference }: Seat,
): Promise<void> {
  const { profile } = conference;
  switch (action) {
    case 'admin_kick_last': {
      const last = conference.participants.findLast((other) => other !== participant && !other.user.isAdmin);
      conference.kick((other) => other === last);
      return;
    }
    case 'admin_toggle_conference_lock':
      conference.isLocked = !conference.isLocked;
      return participant.say(namedPrompts(conference.isLocked ? profile.lockedNow : profile.unlockedNow));
    case 'admin_toggle_mute_participants': {
      conference.muteParticipants(!conference.areParticipantsMuted);
      const { participantsMuted, participantsUnmuted } = profile;
      conference.announce(conference.areParticipantsMuted ? participantsMuted : participantsUnmuted);
    }
  }
}

/** How many others there are. */
export function countPrompts({ participant, conference }: Seat): string[][] {
  const { onlyPerson, onlyOne, thereAre, otherInParty } = conference.profile;
  const others = conference.participants.filter((other) => other !== participant).length;
  if (others === 0) return prompts(onlyPerson);
  if (others === 1) return prompts(onlyOne);
  return [...prompts(thereAre), [`number:${others}`], ...prompts(otherInParty)];
}

function prompts(name: string): string[][] {
  return namedPrompts(name).map((prompt) => [...prompt]);
}
