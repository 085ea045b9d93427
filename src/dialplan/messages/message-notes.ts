import type { Channel } from '../../engine/calls/channel/channel';

/** The text message that a channel was given, or is about to send. */
export interface MessageNotes {
  /** `to`, `from`, `body` and `custom_data`. */
  readonly items: Map<string, string>;
  readonly data: Map<string, MessageDatum>;
}

export interface MessageDatum {
  readonly value: string;
  /** Whether MessageSend() sends it along. */
  readonly isSent: boolean;
}

const notes = new WeakMap<Channel, MessageNotes>();

/** They go with the channel. */
export function messageOf(channel: Channel): MessageNotes {
  const known = notes.get(channel);
  if (known !== undefined) return known;
  const fresh: MessageNotes = { items: new Map(), data: new Map() };
  notes.set(channel, fresh);
  return fresh;
}

export function forgetMessage(channel: Channel): void {
  notes.delete(channel);
}
