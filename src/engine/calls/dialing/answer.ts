import type { Channel } from '../channel/channel';

/** Answers a call; false when it was answered already, or is over. The channel is up before the far end hears of it. */
export function answer(channel: Channel): boolean {
  if (channel.isGone) return false;
  channel.indicated('answer');
  if (channel.state === 'Up') return false;
  channel.setState('Up');
  channel.line.send({ type: 'answer' });
  return true;
}
