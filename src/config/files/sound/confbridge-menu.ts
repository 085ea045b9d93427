import type { ConfEntry } from '../../reader/conf-file';
import type { Findings } from '../../reader/findings';
import type { OptionSource } from '../../reader/section-schema';

/** The actions that a participant can trigger by digits. */
export type MenuAction =
  | { readonly action: PlainAction }
  /** Sounds played to the participant; with `continues`, digits are processed meanwhile. */
  | { readonly action: 'playback'; readonly sounds: string; readonly continues: boolean }
  | { readonly action: 'dialplan_exec'; readonly place: readonly string[] };

const plainActions = [
  ...['toggle_mute', 'no_op', 'leave_conference', 'participant_count'],
  ...['increase_listening_volume', 'decrease_listening_volume', 'reset_listening_volume'],
  ...['increase_talking_volume', 'decrease_talking_volume', 'reset_talking_volume'],
  ...['admin_kick_last', 'admin_toggle_conference_lock', 'admin_toggle_mute_participants'],
] as const;
export type PlainAction = (typeof plainActions)[number];

export interface MenuEntry {
  readonly digits: string;
  readonly actions: readonly MenuAction[];
}

export type ConferenceMenu = readonly MenuEntry[];

/** Sections of a menu: `*1 = toggle_mute`, `8 = playback(a&b),leave_conference`. */
export function readConferenceMenu({ entries }: OptionSource, findings: Findings): ConferenceMenu {
  return entries.flatMap((entry) => {
    if (['type', 'template'].includes(entry.key.toLowerCase())) return [];
    if (!/^[\d*#A-D]+$/i.test(entry.key)) {
      findings.ignore(entry, entry.key, 'not digits that a participant could press');
      return [];
    }
    return [{ digits: entry.key.toUpperCase(), actions: actionsOf(entry, findings) }];
  });
}

function actionsOf(entry: ConfEntry, findings: Findings): MenuAction[] {
  const written = entry.value.match(/[^,(]+(?:\([^)]*\))?/g) ?? [];
  return written.flatMap((text) => {
    const action = actionOf(text.trim());
    if (action === undefined) findings.ignore(entry, text.trim(), 'not an action that this server has');
    return action ?? [];
  });
}

function actionOf(text: string): MenuAction | undefined {
  const [, name = '', data = ''] = /^(\w+)(?:\((.*)\))?$/.exec(text) ?? [];
  const plain = plainActions.find((known) => known === name);
  if (plain !== undefined) return { action: plain };
  switch (name) {
    case 'playback':
    case 'playback_and_continue':
      return { action: 'playback', sounds: data, continues: name === 'playback_and_continue' };
    case 'dialplan_exec':
      return { action: 'dialplan_exec', place: data.split(',').map((part) => part.trim()) };
    default:
      return undefined;
  }
}
