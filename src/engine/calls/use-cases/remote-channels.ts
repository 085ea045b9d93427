import type { ChannelId } from '../../../shared/ids';
import type { Channel } from '../channel/channel';
import type { ControlledChannel } from './bridge-membership';

/** A channel of another node, as far as bridges of this one have to do with it. */
export interface RemoteChannel {
  /** In the bridge of this node that it is in, or in none. */
  readonly channel: Channel;
  /** Whether an application has it. */
  readonly isControlled: boolean;
  /** On its way into a bridge of this node. */
  readonly entering: () => ControlledChannel;
  /** On its way out of the bridge that it is in. */
  readonly leaving: () => ControlledChannel;
}

/** Channels of other nodes that a request names, or that are in bridges of this node. */
export interface RemoteChannels {
  readonly find: (idOrName: string) => RemoteChannel | undefined;
  /** The application that has such a channel. */
  readonly applicationWith: (channelId: ChannelId) => string | undefined;
}

/** Of a server that is alone. */
export const noRemoteChannels: RemoteChannels = { find: () => undefined, applicationWith: () => undefined };
