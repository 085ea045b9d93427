import type { ChannelId } from '../../../shared/ids';
import type { Channel } from '../channel/channel';
import type { ChannelSnapshot } from '../channel/channel-snapshot';
import type { NewChannel, NewChannelResult } from '../dialing/calls';
import type { Channels } from '../channel/channels';
import type { Assignment } from '../channel/dialplan-port';
import { isKnownFormat } from '../channel/formats';

/** How long an id that a client chooses may be. */
export const maxIdLength = 149;

/** A request for a channel from outside the engine. Plain data: it may come from any door, or from another node. */
export interface ChannelRequest {
  /** `Local/100@default` */
  readonly endpoint: string;
  readonly id: ChannelId | undefined;
  /** Of the second channel, where the technology makes pairs. */
  readonly otherId: ChannelId | undefined;
  readonly formats: readonly string[];
  /** The channel on whose behalf it is made, by id or name. It brings its own formats. */
  readonly originator: string | undefined;
  readonly variables: readonly Assignment[];
  /** The event socket on whose behalf it is made: of sockets that share an application, it gets the call. */
  readonly socket?: string | undefined;
}

/** Why there is no channel. Nothing has been made then. */
export type ChannelRefusal =
  | { readonly outcome: 'id-too-long'; readonly which: 'id' | 'otherId' }
  | { readonly outcome: 'formats-and-originator' }
  | { readonly outcome: 'originator-unknown'; readonly id: string }
  | { readonly outcome: 'format-unknown'; readonly format: string }
  | { readonly outcome: 'module-missing'; readonly module: string }
  | Exclude<NewChannelResult, { readonly outcome: 'made' }>;

export interface MadeChannel {
  readonly outcome: 'made';
  readonly channel: ChannelSnapshot;
  /** All of its plain variables: a technology says in them what it has found out, such as ports. */
  readonly variables: Readonly<Record<string, string>>;
}

export function madeChannel(channel: Channel): MadeChannel {
  return {
    outcome: 'made',
    channel: channel.snapshot(),
    variables: Object.fromEntries(channel.variables.all()),
  };
}

export interface ReadOptions {
  /** An originator that does not exist is passed over. */
  readonly isOriginatorOptional?: boolean;
}

/** Checks everything that can be checked before the technology is asked. */
export function readChannelRequest(
  request: ChannelRequest,
  channels: Pick<Channels, 'find'>,
  { isOriginatorOptional = false }: ReadOptions = {},
): { readonly outcome: 'read'; readonly channel: NewChannel } | ChannelRefusal {
  const { endpoint, id, otherId, formats, variables } = request;
  for (const which of ['id', 'otherId'] as const)
    if ((request[which]?.length ?? 0) > maxIdLength) return { outcome: 'id-too-long', which };
  const originator = request.originator === undefined ? undefined : channels.find(request.originator);
  if (request.originator !== undefined && formats.length > 0) return { outcome: 'formats-and-originator' };
  if (request.originator !== undefined && originator === undefined && !isOriginatorOptional)
    return { outcome: 'originator-unknown', id: request.originator };
  const unknown = formats.find((name) => !isKnownFormat(name));
  if (unknown !== undefined) return { outcome: 'format-unknown', format: unknown };
  return {
    outcome: 'read',
    channel: { endpoint, id, otherId, formats, formatsLike: originator, originator, variables },
  };
}
