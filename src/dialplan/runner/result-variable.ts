import type { Channel } from '../../engine/calls/channel';

/** Tells the dialplan how an application ended. Of a channel that is gone nobody wants to know any more. */
export function setResult(channel: Channel, name: string, value: string): void {
  if (!channel.isGone) channel.setVariable(name, value);
}
