import type { Channel } from '../calls/channel';

/** A far end that has not been answered is told that something will be heard. */
export function indicateProgress(channel: Channel): void {
  if (channel.state !== 'Up' && !channel.isGone) channel.line.send({ type: 'progress' });
}
