import type { Calls } from '../dialing/calls';
import { inherit } from '../dialing/calls';
import type { ChannelState } from '../channel/channel-state';
import type { Channels } from '../channel/channels';
import type { DialEnd } from '../dialing/dialing';

export interface DialRequest {
  /** By id or name. */
  readonly channel: string;
  /** The channel that calls; one that does not exist is passed over. */
  readonly caller: string | undefined;
  /** Milliseconds until the far end must have answered; undefined waits for ever. */
  readonly timeout: number | undefined;
}

export type DialOutcome =
  | { readonly outcome: 'dialling'; readonly completion: Promise<DialEnd> }
  | { readonly outcome: 'channel-unknown' }
  | { readonly outcome: 'not-down'; readonly state: ChannelState }
  /** It was not made to be called out on, or has been already. */
  | { readonly outcome: 'not-waiting' };

export interface DialDeps {
  readonly calls: Pick<Calls, 'isWaiting' | 'callOut'>;
  readonly channels: Pick<Channels, 'find'>;
}

/** Calls out on a channel that was made for it. */
export function dialChannel(request: DialRequest, { calls, channels }: DialDeps): DialOutcome {
  const channel = channels.find(request.channel);
  if (channel === undefined) return { outcome: 'channel-unknown' };
  const { state } = channel;
  if (state !== 'Down' && state !== 'Rsrvd') return { outcome: 'not-down', state };
  if (!calls.isWaiting(channel)) return { outcome: 'not-waiting' };
  const caller = request.caller === undefined ? undefined : channels.find(request.caller);
  if (caller !== undefined) {
    inherit(channel, caller);
    channel.parties.setConnected(caller.parties.caller);
  }
  return { outcome: 'dialling', completion: calls.callOut(channel, request.timeout) };
}
