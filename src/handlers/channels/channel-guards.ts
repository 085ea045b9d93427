import type { Refusal } from '../../contract/handler';
import type { Channel } from '../../engine/calls/channel/channel';
import { isEstablished } from '../../engine/calls/channel/channel-state';
import type { Channels } from '../../engine/calls/channel/channels';
import type { Session } from '../../stasis/session';
import type { Sessions } from '../../stasis/sessions';
import { quoted } from '../quoted';

export interface ChannelDirectory {
  readonly channels: Channels;
  readonly sessions: Sessions;
}

export function noChannel(id: string): Refusal<404> {
  return { status: 404, message: `there is no channel ${quoted(id)}` };
}

/** The entry of a channel in an application, without which it cannot be controlled. */
export function controlled(id: string, { channels, sessions }: ChannelDirectory): Session | Refusal<404 | 409> {
  const channel = channels.find(id);
  if (channel === undefined) return noChannel(id);
  const session = sessions.of(channel);
  return session === undefined || session.isDeparting ? uncontrolled(channel) : session;
}

/** The same for commands that need a connection to the far end. */
export function established(id: string, directory: ChannelDirectory): Session | Refusal<404 | 409 | 412> {
  const session = controlled(id, directory);
  if ('status' in session || isEstablished(session.channel.state)) return session;
  const { state } = session.channel;
  return {
    status: 412,
    message: `the channel ${quoted(id)} is in state ${state}: this needs an answered channel or an incoming ringing one`,
  };
}

function uncontrolled({ id }: Channel): Refusal<409> {
  return {
    status: 409,
    message: `the channel ${quoted(id)} is not in an application: it can be controlled between StasisStart and StasisEnd`,
  };
}
