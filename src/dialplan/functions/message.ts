import type { Channel } from '../../engine/calls/channel/channel';
import type { FunctionTable } from '../expressions/functions';

const items: ReadonlySet<string> = new Set(['to', 'from', 'body', 'custom_data']);

/** The text message that a dialplan writes or has been given: MESSAGE(body), MESSAGE_DATA(key). */
export function messageFunctions(): FunctionTable {
  const facts = new WeakMap<Channel, Map<string, string>>();
  const read = (channel: Channel | undefined, key: string): string | undefined =>
    channel && (facts.get(channel)?.get(key) ?? '');
  const write = (channel: Channel | undefined, key: string, value: string): boolean => {
    if (channel === undefined) return false;
    const known = facts.get(channel) ?? new Map<string, string>();
    facts.set(channel, known.set(key, value));
    return true;
  };
  const itemOf = (argument: string): string => argument.trim().toLowerCase();

  return {
    MESSAGE: {
      read: (argument, { channel }) => (items.has(itemOf(argument)) ? read(channel, itemOf(argument)) : undefined),
      write: (argument, value, { channel }) => items.has(itemOf(argument)) && write(channel, itemOf(argument), value),
    },
    MESSAGE_DATA: {
      read: (argument, { channel }) => read(channel, `data ${argument.trim()}`),
      write: (argument, value, { channel }) => write(channel, `data ${argument.trim()}`, value),
    },
  };
}
