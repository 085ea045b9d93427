import { within } from '../eventually';
import type { AppSocket, Message } from '../sockets/socket-peer';

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const idOf = (message: Message, field: string): string => textOf(fieldsOf(message[field])['id']);

/** What of an event tells it from others of its type and channel. */
const details: Readonly<Record<string, (message: Message) => string>> = {
  ApplicationMoveFailed: ({ destination }) => textOf(destination),
  CallClaimed: (message) => textOf(message['winner_app']),
  ChannelCallerId: ({ channel }) => textOf(fieldsOf(fieldsOf(channel)['caller'])['number']),
  ChannelConnectedLine: ({ channel }) => textOf(fieldsOf(fieldsOf(channel)['connected'])['number']),
  ChannelDestroyed: ({ cause }) => textOf(cause),
  ChannelDialplan: (message) => `${textOf(message['dialplan_app'])}(${textOf(message['dialplan_app_data'])})`,
  ChannelHangupRequest: ({ cause, soft }) => `${textOf(cause)}${soft === true ? ' soft' : ''}`,
  ChannelStateChange: ({ channel }) => textOf(fieldsOf(channel)['state']),
  ChannelUserevent: ({ eventname }) => textOf(eventname),
  ChannelVarset: ({ variable, value }) => `${textOf(variable)}=${textOf(value)}`,
  DeviceStateChanged: (message) => {
    const { name, state } = fieldsOf(message['device_state']);
    return `${textOf(name)} ${textOf(state)}`;
  },
  Dial: ({ dialstatus }) => textOf(dialstatus) || 'begins',
  StasisStart: ({ args }) => (args as readonly string[]).join(','),
};

/** An event in one line: `ChannelStateChange c1 Up`, `ChannelEnteredBridge b1 c1`. */
export function lineOf(message: Message): string {
  const ids = [idOf(message, 'bridge'), idOf(message, 'channel'), idOf(message, 'peer')];
  return [message.type, ...ids, details[message.type]?.(message) ?? ''].filter((part) => part !== '').join(' ');
}

/** Everything from now until that event has come, in lines; waits for it. */
export async function until(socket: AppSocket, last: string): Promise<string[]> {
  const lines: string[] = [];
  while (lines.at(-1) !== last) {
    const next = socket.next();
    lines.push(lineOf(await within(next, () => `waited for '${last}', and heard:\n${lines.join('\n')}`)));
  }
  return lines;
}

/** What has come until now, in lines. */
export async function heard(socket: AppSocket): Promise<string[]> {
  return (await socket.sofar()).map(lineOf);
}
