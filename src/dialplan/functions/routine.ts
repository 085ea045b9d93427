import type { Channel } from '../../engine/calls/channel/channel';
import type { ChannelMemories } from '../runner/channel-memory';
import type { FunctionTable } from '../expressions/functions';
import { splitArguments } from '../expressions/split-arguments';

/** The variables of subroutines, and where those were called from. */
export function routineFunctions(memories: ChannelMemories): FunctionTable {
  return {
    LOCAL: {
      read: (argument, scope) => scope.channel && (scope.read(argument.trim()) ?? ''),
      write: (argument, value, { channel }) => {
        const name = argument.trim();
        if (channel === undefined || name === '') return false;
        return memories.setLocal(channel, name, value) || { refused: 'the channel is in no subroutine' };
      },
    },
    LOCAL_PEEK: {
      read: (argument, { channel }) => {
        const [depth = '', name = ''] = splitArguments(argument, { limit: 2 });
        return channel && (peek(memories, channel, { depth: depthOf(depth), name: name.trim() }) ?? '');
      },
    },
    STACK_PEEK: {
      read: (argument, { channel }) => {
        const [depth = '', item = ''] = splitArguments(argument);
        return channel && placeItem(memories, channel, { depth: depthOf(depth), item: item.trim().toLowerCase() });
      },
    },
  };
}

function depthOf(text: string): number {
  return /^\s*\d{1,6}\s*$/.test(text) ? Number(text) : 0;
}

/** What the name meant this many subroutines ago: the first one since then that has hidden it knows. */
function peek(
  memories: ChannelMemories,
  channel: Channel,
  { depth, name }: { readonly depth: number; readonly name: string },
): string | undefined {
  const { frames } = memories.of(channel);
  if (depth >= frames.length && depth > 0) return undefined;
  const since = frames.slice(frames.length - depth).find(({ hidden }) => hidden.has(name));
  return since === undefined ? channel.variables.get(name) : since.hidden.get(name);
}

function placeItem(
  memories: ChannelMemories,
  channel: Channel,
  { depth, item }: { readonly depth: number; readonly item: string },
): string | undefined {
  const place = memories.of(channel).frames.at(-1 - depth)?.returnTo;
  if (place === undefined) return undefined;
  const { context, extension, priority } = place;
  const fields = new Map([
    ['c', context],
    ['e', extension],
    ['p', String(priority)],
    ['l', `${context},${extension},${priority}`],
  ]);
  return fields.get(item.charAt(0));
}
