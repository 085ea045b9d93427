import type { ChannelId } from '../../../shared/ids';
import type { Channel } from '../channel/channel';

/** An application of a client, and what it is told of a channel that enters it. */
export interface ApplicationEntry {
  readonly name: string;
  /** Separated by commas. Empty ones count: an application may tell them apart by their place. */
  readonly args: string | undefined;
}

/** Where a call comes from, for an application that several sockets share. */
export interface CallOrigin {
  /** The event socket on whose behalf it is made. */
  readonly socket?: string | undefined;
  /** A channel on whose behalf it is made. */
  readonly like?: ChannelId | undefined;
}

/** What calls need of the applications of clients. */
export interface ApplicationPort {
  /** The module without which no channel can enter an application; undefined when it is loaded. */
  readonly missingModule: () => string | undefined;
  /** Runs a channel in an application until it leaves. `isStep`: entering is reported as a step of the dialplan. */
  readonly run: (channel: Channel, entry: ApplicationEntry, options: { readonly isStep: boolean }) => Promise<void>;
  /**
   * A call belongs to the application, which counts from the first event about it: its channel, and others that were made
   * with it.
   */
  readonly own: (application: string, channelIds: readonly ChannelId[], origin: CallOrigin) => void;
  /** The application hears of the channel from now on, until the channel ends. */
  readonly subscribe: (application: string, channelId: ChannelId) => void;
}
