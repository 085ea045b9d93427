import { within } from '../../test/support/eventually';
import type { AppSocket, Message } from '../../test/support/sockets/socket-peer';

type Fields = Readonly<Record<string, unknown>>;

/** The id of the channel that an event is about. */
export function channelIn({ channel }: Message): unknown {
  return (channel as Fields | undefined)?.['id'];
}

/** Waits for an event of a type, about a channel where one is named; what comes before it is skipped. */
export async function untilEvent(app: AppSocket, type: string | RegExp, channel?: string): Promise<Message> {
  const fits = (text: string): boolean => (typeof type === 'string' ? type === text : type.test(text));
  for (;;) {
    const message = await within(app.next(), () => `there was no ${String(type)} ${channel ?? ''}`);
    if (fits(message.type) && (channel === undefined || channelIn(message) === channel)) return message;
  }
}
