import type { ConferenceRegistry, ProfileKind } from '../conference/conference-registry';
import type { Participant } from '../conference/participant';
import type { FunctionTable } from '../expressions/functions';
import { splitArguments } from '../expressions/split-arguments';

const kinds: readonly ProfileKind[] = ['bridge', 'user', 'menu'];

/** The participants selected by a keyword. */
const groups: Readonly<Record<string, (participant: Participant) => boolean>> = {
  parties: () => true,
  admins: ({ user }) => user.isAdmin,
  marked: ({ user }) => user.isMarked,
  muted: ({ isMuted }) => isMuted,
  active: ({ isActive }) => isActive,
  waiting: ({ isActive }) => !isActive,
};

/** Conferences: what a call sets for itself before it enters one, and who is in them. */
export function conferenceFunctions(conferences: ConferenceRegistry): FunctionTable {
  const membersOf = (group: string, name: string): readonly Participant[] | undefined => {
    const isMeant = Object.hasOwn(groups, group) ? groups[group] : undefined;
    return isMeant && (conferences.find(name)?.participants ?? []).filter(isMeant);
  };

  return {
    CONFBRIDGE: {
      write: (argument, value, { channel }) => {
        const [given = '', name = ''] = splitArguments(argument).map((part) => part.trim().toLowerCase());
        const kind = kinds.find((known) => known === given);
        if (channel === undefined) return false;
        if (kind === undefined || name === '')
          return { refused: 'CONFBRIDGE takes bridge, user or menu, and an option' };
        conferences.setOption(channel, kind, { name, value: value.trim() });
        return true;
      },
    },
    CONFBRIDGE_INFO: {
      read: (argument) => {
        const [item = '', name = ''] = splitArguments(argument).map((part) => part.trim());
        if (item === 'locked') return conferences.find(name)?.isLocked === true ? '1' : '0';
        const members = membersOf(item, name);
        return members && String(members.length);
      },
    },
    CONFBRIDGE_CHANNELS: {
      read: (argument) => {
        const [group = '', name = ''] = splitArguments(argument).map((part) => part.trim());
        return membersOf(group, name)
          ?.map(({ channel }) => channel.name)
          .join(',');
      },
    },
  };
}
