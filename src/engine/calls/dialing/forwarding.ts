import type { Channel } from '../channel/channel';
import { parseEndpoint } from '../technology/technologies';

/** How often one call may be sent elsewhere by those who are called; two phones can send it to each other for ever. */
export const maxForwards = 20;

/** The endpoint to call when a far end sends its call elsewhere: an extension is looked up in the channel's context. */
export function forwardEndpoint(peer: Channel, forward: string): string {
  if (parseEndpoint(forward) !== undefined) return forward;
  const context = peer.variables.get('FORWARD_CONTEXT') || peer.position.place.context;
  return `Local/${forward}@${context}`;
}

/** Lets the dialplan of the new channel know on whose behalf it is called. */
export function markForwarded(channel: Channel, forwarder: Channel): void {
  channel.variables.set('FORWARDERNAME', forwarder.name);
}
