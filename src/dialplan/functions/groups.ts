import type { Channel } from '../../engine/calls/channel/channel';
import { notesOf } from '../channel-notes';
import type { FunctionTable } from '../expressions/functions';
import type { ChannelsPort } from '../ports';
import { tryRegex } from '../../shared/regex/try-regex';

/** Counts grouped calls, to limit concurrency. */
export function groupFunctions(channels: ChannelsPort): FunctionTable {
  return {
    GROUP: {
      read: (category, { channel }) => channel && (notesOf(channel).groups.get(category.trim()) ?? ''),
      write: (category, value, { channel }) => channel !== undefined && join(channel, { category, value }),
    },
    GROUP_COUNT: {
      read: (argument, { channel }) => {
        const { group, category } = parseGroup(argument);
        const wanted = group === '' ? channel && notesOf(channel).groups.get(category) : group;
        return String(count(channels, category, (name) => name === wanted));
      },
    },
    GROUP_MATCH_COUNT: {
      read: (argument) => {
        const { group, category } = parseGroup(argument);
        const regex = tryRegex(group);
        return regex && String(count(channels, category, (name) => regex.matches(name)));
      },
    },
    GROUP_LIST: { read: (_argument, { channel }) => channel && list(channel) },
  };
}

/** A group may name its category itself: `group@category`. Without a group the channel leaves it. */
function join(channel: Channel, { category, value }: { readonly category: string; readonly value: string }): boolean {
  const parsed = parseGroup(value);
  const key = parsed.category === '' ? category.trim() : parsed.category;
  const { groups } = notesOf(channel);
  if (parsed.group === '') groups.delete(key);
  else groups.set(key, parsed.group);
  return true;
}

function parseGroup(text: string): { readonly group: string; readonly category: string } {
  const at = text.lastIndexOf('@');
  const [group, category] = at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
  return { group: group.trim(), category: category.trim() };
}

function count(channels: ChannelsPort, category: string, isWanted: (group: string) => boolean): number {
  const groups = channels.list().map((channel) => notesOf(channel).groups.get(category));
  return groups.filter((group) => group !== undefined && isWanted(group)).length;
}

function list(channel: Channel): string {
  const groups = [...notesOf(channel).groups];
  return groups.map(([category, group]) => (category === '' ? group : `${group}@${category}`)).join(' ');
}
