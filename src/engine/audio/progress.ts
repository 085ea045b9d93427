import type { Channel } from '../calls/channel/channel';

/** Indicates early audio to an unanswered far end. */
export function indicateProgress(channel: Channel): void {
  if (channel.state !== 'Up' && !channel.isGone) channel.line.send({ type: 'progress' });
}
