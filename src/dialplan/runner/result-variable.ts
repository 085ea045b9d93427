import type { Channel } from '../../engine/calls/channel/channel';

/** Sets the result variable of an application. Ignored for an ended channel. */
export function setResult(channel: Channel, name: string, value: string): void {
  if (!channel.isGone) channel.variables.set(name, value);
}
