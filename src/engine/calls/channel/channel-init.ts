import type { ChannelId } from '../../../shared/ids';
import type { Endpoints } from '../../endpoints';
import type { EngineEventHub } from '../../engine-event';
import type { Channel } from './channel';
import type { PartiesInit } from './channel-parties';
import type { ChannelState } from './channel-state';
import type { DialplanPlace } from './dialplan-place';
import type { TechnologyChannel } from '../technology/technology-channel';

/** What every channel of a server leans on. */
export interface ChannelDeps {
  readonly events: Pick<EngineEventHub, 'emit' | 'hears'>;
  readonly now: () => number;
  readonly endpoints: Pick<Endpoints, 'channelMade' | 'channelGone'>;
  /** Names of variables and functions that are shown with every channel. */
  readonly shownVariables: () => readonly string[];
  /** The same for readers of the manager interface. */
  readonly managerVariables?: () => readonly string[];
  /**
   * Reads a variable or function as the dialplan of the channel would, or as the client may that asked for it to be
   * shown; undefined when it is not set.
   */
  readonly read: (channel: Channel, name: string, from?: 'outside') => string | undefined;
  /** Called once, when the channel can no longer be looked up and before its end is announced. */
  readonly remove: (channel: Channel) => void;
}

export interface ChannelInit {
  readonly id: ChannelId;
  readonly name: string;
  readonly technology: string;
  /** The endpoint of the technology that the channel belongs to, if there are such: `alice`. */
  readonly endpoint?: string | undefined;
  readonly state: ChannelState;
  readonly place: DialplanPlace;
  readonly language: string;
  readonly linkedId?: string;
  readonly protocolId?: string | undefined;
  readonly parties?: PartiesInit;
  /** What is taken over from an endpoint or a call; the rest is empty. */
  readonly attributes?: Partial<ChannelAttributes> | undefined;
  readonly line: (channel: Channel) => TechnologyChannel;
}

/** What a channel is, besides what it does: taken over from the call that it belongs to. */
export interface ChannelAttributes {
  language: string;
  accountCode: string;
  tenantId: string;
  musicClass: string;
  toneZone: string;
  linkedId: string;
  /** Numbers and ranges, `1,3-5`: calls to the channel may be answered by those who pick up in these groups. */
  callGroup: string;
  /** The groups in which the channel may answer calls of others. */
  pickupGroup: string;
  /** The same by names. */
  namedCallGroup: string;
  namedPickupGroup: string;
}
