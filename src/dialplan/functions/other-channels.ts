import type { Channel } from '../../engine/calls/channel/channel';
import { notesOf } from '../channel-notes';
import type { FunctionTable, Scope } from '../expressions/functions';
import type { ChannelsPort } from '../ports';
import { tryRegex } from '../../shared/regex/try-regex';
import { splitArguments } from '../expressions/split-arguments';

/** What a channel can see of others. */
export function otherChannelFunctions(channels: ChannelsPort): FunctionTable {
  return {
    CHANNELS: { read: (argument) => names(channels, argument) },
    CHANNEL_EXISTS: { read: (argument) => (channels.find(argument.trim()) === undefined ? '0' : '1') },
    IMPORT: {
      read: (argument, scope) => {
        const [name = '', variable = ''] = splitArguments(argument, { limit: 2 });
        const other = channels.find(name.trim());
        return other === undefined ? '' : (scope.of(other).read(variable.trim()) ?? '');
      },
    },
    MASTER_CHANNEL: {
      read: (argument, scope) => masterScope(channels, scope)?.read(argument) ?? '',
      write: (argument, value, scope) => masterScope(channels, scope)?.write(argument, value) ?? false,
    },
    SHARED: {
      read: (argument, scope) => {
        const { variable, owner } = sharedPlace(channels, argument, scope);
        return owner && (notesOf(owner).shared.get(variable) ?? '');
      },
      write: (argument, value, scope) => {
        const { variable, owner } = sharedPlace(channels, argument, scope);
        if (owner === undefined || variable === '') return false;
        notesOf(owner).shared.set(variable, value);
        owner.variables.report(`SHARED(${variable})`, value);
        return true;
      },
    },
  };
}

function names(channels: ChannelsPort, pattern: string): string | undefined {
  const regex = tryRegex(pattern);
  if (regex === undefined) return undefined;
  const found = channels.list().map(({ name }) => name);
  return found.filter((name) => regex.matches(name)).join(' ');
}

/** The channel that the call began with; the channel itself once that one is gone. */
function masterScope(channels: ChannelsPort, scope: Scope): Scope | undefined {
  const { channel } = scope;
  return channel && scope.of(channels.find(channel.attributes.linkedId) ?? channel);
}

function sharedPlace(
  channels: ChannelsPort,
  argument: string,
  scope: Scope,
): { readonly variable: string; readonly owner: Channel | undefined } {
  const [variable = '', name] = splitArguments(argument, { limit: 2 });
  return { variable: variable.trim(), owner: name === undefined ? scope.channel : channels.find(name.trim()) };
}
