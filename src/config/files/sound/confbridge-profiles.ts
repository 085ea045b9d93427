import type { Findings } from '../../reader/findings';
import { bool, seconds, text, whole } from '../../reader/option-parsers';
import type { OptionSource, Values } from '../../reader/section-schema';
import { harmless, one, readSection } from '../../reader/section-schema';

/** The profile of a participant. */
export type ConferenceUser = Values<typeof userSchema>;

/** The profile of a conference. */
export type ConferenceBridge = Values<typeof bridgeSchema>;

const userSchema = {
  isAdmin: one('admin', bool, false),
  isMarked: one('marked', bool, false),
  startsMuted: one('startmuted', bool, false),
  hasMusicWhenEmpty: one('music_on_hold_when_empty', bool, false),
  musicClass: one('music_on_hold_class', text, ''),
  isQuiet: one('quiet', bool, false),
  announcesUserCount: one('announce_user_count', bool, false),
  announcesOnlyUser: one('announce_only_user', bool, true),
  announcement: one('announcement', text, ''),
  waitsForMarked: one('wait_marked', bool, false),
  endsWithMarked: one('end_marked', bool, false),
  endsWithAnyMarked: one('end_marked_any', bool, false),
  pin: one('pin', text, ''),
  passesDigits: one('dtmf_passthrough', bool, false),
  /** Milliseconds; 0 for no limit. */
  timeout: harmless(one('timeout', seconds(0), 0)),
  answers: one('answer_channel', bool, true),
};

const unusedByUsers = [
  ...['type', 'template', 'send_events', 'echo_events', 'announce_user_count_all', 'announce_join_leave'],
  ...['announce_join_leave_review', 'hear_own_join_sound', 'dsp_drop_silence', 'dsp_talking_threshold'],
  ...['dsp_silence_threshold', 'talk_detection_events', 'denoise', 'jitterbuffer', 'text_messaging'],
];

/** The sounds of a conference, by their options, with the names that existing sets of prompts have. */
const sounds = {
  join: sound('join', 'confbridge-join'),
  leave: sound('leave', 'confbridge-leave'),
  kicked: sound('kicked', 'conf-kicked'),
  muted: sound('muted', 'conf-muted'),
  unmuted: sound('unmuted', 'conf-unmuted'),
  onlyPerson: sound('only_person', 'conf-onlyperson'),
  onlyOne: sound('only_one', 'conf-onlyone'),
  thereAre: sound('there_are', 'conf-thereare'),
  otherInParty: sound('other_in_party', 'conf-otherinparty'),
  placeIntoConference: sound('place_into_conference', 'conf-placeintoconf'),
  waitForLeader: sound('wait_for_leader', 'conf-waitforleader'),
  leaderHasLeft: sound('leader_has_left', 'conf-leaderhasleft'),
  getPin: sound('get_pin', 'conf-getpin'),
  invalidPin: sound('invalid_pin', 'conf-invalidpin'),
  locked: sound('locked', 'conf-locked'),
  lockedNow: sound('locked_now', 'conf-lockednow'),
  unlockedNow: sound('unlocked_now', 'conf-unlockednow'),
  participantsMuted: sound('participants_muted', 'conf-now-muted'),
  participantsUnmuted: sound('participants_unmuted', 'conf-now-unmuted'),
};

const bridgeSchema = {
  /** 0 for no limit. */
  maxMembers: harmless(one('max_members', whole(0), 0)),
  isRecorded: one('record_conference', bool, false),
  recordFile: one('record_file', text, ''),
  appendsRecording: one('record_file_append', bool, true),
  hasTimestamp: one('record_file_timestamp', bool, true),
  ...sounds,
};

const unusedByBridges = [
  ...['type', 'template', 'record_options', 'record_command', 'internal_sample_rate', 'maximum_sample_rate'],
  ...['mixing_interval', 'video_mode', 'language', 'regcontext', 'enable_events', 'binaural_active', 'remb_behavior'],
  ...['video_update_discard', 'remb_send_interval', 'remb_estimated_bitrate', 'sound_has_joined', 'sound_has_left'],
  ...['sound_begin', 'sound_error_menu', 'sound_binaural_on', 'sound_binaural_off'],
];

function sound(option: string, file: string) {
  return one(`sound_${option}`, text, file);
}

export function readConferenceUser(section: OptionSource, findings: Findings): ConferenceUser {
  return readSection(userSchema, section, { findings, unused: unusedByUsers });
}

export function readConferenceBridge(section: OptionSource, findings: Findings): ConferenceBridge {
  return readSection(bridgeSchema, section, { findings, unused: unusedByBridges });
}
