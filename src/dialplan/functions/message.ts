import type { Channel } from '../../engine/calls/channel/channel';
import type { FunctionTable } from '../expressions/functions';
import { messageOf } from '../messages/message-notes';

const items: ReadonlySet<string> = new Set(['to', 'from', 'body', 'custom_data']);

/** What `MESSAGE(custom_data)` orders: all data that has come goes out again, or none of it. */
const orders: Readonly<Record<string, boolean>> = { mark_all_outbound: true, clear_all_outbound: false };

/** The text message that a dialplan writes or has been given: MESSAGE(body), MESSAGE_DATA(key). */
export function messageFunctions(): FunctionTable {
  const itemOf = (argument: string): string => argument.trim().toLowerCase();
  return {
    MESSAGE: {
      read: (argument, { channel }) => {
        const item = itemOf(argument);
        return items.has(item) && channel !== undefined ? (messageOf(channel).items.get(item) ?? '') : undefined;
      },
      write: (argument, value, { channel }) => {
        const item = itemOf(argument);
        if (channel === undefined || !items.has(item)) return false;
        messageOf(channel).items.set(item, value);
        if (item === 'custom_data') order(channel, value.trim().toLowerCase());
        return true;
      },
    },
    MESSAGE_DATA: {
      read: (argument, { channel }) => channel && (messageOf(channel).data.get(argument.trim())?.value ?? ''),
      write: (argument, value, { channel }) => {
        if (channel === undefined) return false;
        messageOf(channel).data.set(argument.trim(), { value, isSent: true });
        return true;
      },
    },
  };
}

function order(channel: Channel, word: string): void {
  const isSent = orders[word];
  if (isSent === undefined) return;
  const { data } = messageOf(channel);
  for (const [key, { value }] of data) data.set(key, { value, isSent });
}
