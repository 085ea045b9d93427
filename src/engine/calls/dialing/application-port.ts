import type { ChannelId } from '../../../shared/ids';
import type { Channel } from '../channel/channel';

/** An application of a client, and what it is told of a channel that enters it. */
export interface ApplicationEntry {
  readonly name: string;
  /** Separated by commas. Empty ones count: an application may tell them apart by their place. */
  readonly args: string | undefined;
}

/** What calls need of the applications of clients. */
export interface ApplicationPort {
  /** The module without which no channel can enter an application; undefined when it is loaded. */
  readonly missingModule: () => string | undefined;
  /** Runs a channel in an application until it leaves. `isStep`: entering is reported as a step of the dialplan. */
  readonly run: (channel: Channel, entry: ApplicationEntry, options: { readonly isStep: boolean }) => Promise<void>;
  /** The channel belongs to the application, which counts from the first event about it. */
  readonly own: (application: string, channelId: ChannelId) => void;
  /** The application hears of the channel from now on, until the channel ends. */
  readonly subscribe: (application: string, channelId: ChannelId) => void;
}
