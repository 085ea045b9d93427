import type { ChannelId } from '../shared/ids';
import type { EventHub, EventSource } from '../shared/event-hub';
import type { BridgeSnapshot } from './calls/bridge/bridge-snapshot';
import type { ChannelSnapshot } from './calls/channel/channel-snapshot';
import type { DialplanPlace } from './calls/channel/dialplan-place';
import type { DialStatus } from './calls/dialing/dial-status';
import type { HangupRequest } from './calls/channel/ending';
import type { AttendedTransferFacts, BlindTransferFacts, TransferRequestFacts } from './calls/transfer/transfer-facts';
import type { DeviceState } from './device-state';
import type { ContactSnapshot, EndpointSnapshot } from './endpoint';
import type { Mailbox } from './mailbox';
import type { IncomingMessage } from './messaging';
import type { PlaybackSnapshot } from './audio/playback-snapshot';
import type { RecordingSnapshot } from './audio/recording/recording-snapshot';

/** Something that has happened, in the engine's own words. Snapshots are taken at that moment and never change. */
export type EngineEvent =
  | Happened<'device-state-changed', { readonly device: DeviceState } & Adoptable>
  | Happened<'mailbox-changed', { readonly mailbox: Mailbox } & Adoptable>
  | Happened<'global-variable-set', { readonly name: string; readonly value: string }>
  | Happened<'endpoint-changed', { readonly endpoint: EndpointSnapshot }>
  | Happened<'peer-status-changed', { readonly endpoint: EndpointSnapshot; readonly status: PeerStatus }>
  | Happened<'contact-status-changed', { readonly endpoint: EndpointSnapshot; readonly contact: ContactSnapshot }>
  /** A text that belongs to no call. `endpoint`: where it comes from, if that is an endpoint. */
  | Happened<
      'text-message-received',
      { readonly message: IncomingMessage; readonly endpoint: EndpointSnapshot | undefined }
    >
  | ChannelEvent
  | BridgeEvent
  | TransferEvent
  | MediaEvent
  | SideEvent;

/** `isAdopted`: it happened on another node of a cluster, which tells the applications. */
export interface Adoptable {
  readonly isAdopted?: boolean;
}

/** Whether an endpoint can be reached at any of its addresses. */
export type PeerStatus = 'Reachable' | 'Unreachable';

/** What happens to a channel, in the order in which it does. */
export type ChannelEvent =
  | Happened<
      | 'channel-created'
      | 'channel-state-changed'
      | 'channel-caller-changed'
      | 'channel-connected-changed'
      | 'channel-dialplan'
      | 'channel-unheld'
      | 'channel-talking-started'
      | 'channel-tone-detected',
      OfChannel
    >
  | Happened<'channel-variable-set', OfChannel & { readonly name: string; readonly value: string }>
  /** `isSoft`: the server wants it, and `cause` is a flag; otherwise the far end has gone, with a cause or without. */
  | Happened<'channel-hangup-requested', OfChannel & HangupRequest & { readonly isSoft: boolean }>
  | Happened<'channel-destroyed', OfChannel & OfEnd>
  | Happened<'channel-held', OfChannel & { readonly musicClass: string | undefined }>
  | Happened<'channel-digit', OfChannel & { readonly digit: string; readonly milliseconds: number }>
  /** The silence by which it was noticed is left out. */
  | Happened<'channel-talking-finished', OfChannel & { readonly milliseconds: number }>
  | Happened<
      'channel-user-event',
      OfChannel & { readonly name: string; readonly fields: Readonly<Record<string, string>> }
    >
  /** The channel has taken the place of another one. */
  | Happened<'channel-replaced', OfChannel & { readonly replaced: ChannelSnapshot }>
  | Happened<'dial', DialFacts>;

export interface DialFacts {
  readonly caller: ChannelSnapshot | undefined;
  readonly peer: ChannelSnapshot;
  readonly status: DialStatus;
  readonly dialString: string;
  /** Where the peer wants the call to be sent instead. */
  readonly forward?: string;
  /** The channel that is called instead, if the call is sent there. */
  readonly forwarded?: ChannelSnapshot;
}

export type BridgeEvent =
  | Happened<'bridge-created' | 'bridge-destroyed', OfBridge>
  | Happened<'bridge-video-source-changed', OfBridge & { readonly before: ChannelId | undefined }>
  | Happened<'bridge-merged', OfBridge & { readonly from: BridgeSnapshot }>
  | Happened<'channel-entered-bridge' | 'channel-left-bridge', OfBridge & OfChannel>;

/** Results of transfers, and transfers that an application handles. */
export type TransferEvent =
  | Happened<'blind-transfer', BlindTransferFacts>
  | Happened<'attended-transfer', AttendedTransferFacts>
  | Happened<'transfer-requested', TransferRequestFacts>;

/** What is heard and recorded, as far as it was asked for by name. */
export type MediaEvent =
  | Happened<'playback-started' | 'playback-continuing' | 'playback-finished', { readonly playback: PlaybackSnapshot }>
  | Happened<
      'recording-started' | 'recording-finished' | 'recording-failed',
      { readonly recording: RecordingSnapshot }
    >;

/** What happens beside calls: for readers of the manager interface and for records. */
export type SideEvent =
  /** The two channels of a Local pair lead to each other from now on. */
  | Happened<
      'local-channels-linked',
      {
        readonly near: ChannelSnapshot;
        readonly far: ChannelSnapshot;
        readonly target: Pick<DialplanPlace, 'context' | 'extension'>;
      }
    >
  | Happened<'channel-account-changed', OfChannel & { readonly before: string }>
  | Happened<'music-started' | 'music-stopped', OfChannel & { readonly musicClass: string }>
  | Happened<'spying-started' | 'spying-stopped', { readonly spyer: ChannelSnapshot; readonly spied: ChannelSnapshot }>
  /** A channel has answered a call that rang elsewhere. */
  | Happened<'call-picked-up', { readonly called: ChannelSnapshot; readonly by: ChannelSnapshot }>
  | Happened<'registration-changed', RegistrationFacts>
  /** An application of a client has sent an event about a channel. */
  | Happened<
      'application-user-event',
      OfChannel & { readonly name: string; readonly fields: Readonly<Record<string, string>> }
    >;

/** A server that we register with. */
export interface RegistrationFacts {
  readonly technology: string;
  readonly username: string;
  readonly domain: string;
  readonly status: 'Registered' | 'Unregistered' | 'Rejected';
}

export interface OfChannel {
  readonly channel: ChannelSnapshot;
}

export interface OfEnd {
  readonly cause: number;
  /** The same in the numbers of the technology, where it has its own. */
  readonly technologyCause?: number | undefined;
}

export interface OfBridge {
  readonly bridge: BridgeSnapshot;
}

/** One member of the union per type, so that listeners to one of them get exactly that one. */
type Happened<Type extends string, Facts> = Type extends string
  ? {
      readonly type: Type;
      /** Milliseconds since 1970. */ readonly at: number;
    } & Facts
  : never;

/** The order in which listeners receive an event. */
export const enginePhases = [
  /** Audio is connected and disconnected. */
  'legs',
  /** What is played, recorded and detected follows. */
  'media',
  /** Steps of a dialplan that wait for a bridge. */
  'dialplan',
  /** Delivery to applications. */
  'deliver',
  /** What applications are subscribed to because of their channels: behind what still concerns them. */
  'sessions',
  /** Those who wait for the end of everything. */
  'drain',
] as const;

export type EnginePhase = (typeof enginePhases)[number];

/** Those inside of the server: all but the delivery to readers of any interface. */
export const innerPhases: readonly EnginePhase[] = enginePhases.filter((phase) => phase !== 'deliver');

/** The events of one type, or of several. */
export type EngineEventOf<Type extends EngineEvent['type']> = Extract<EngineEvent, { readonly type: Type }>;

export type EngineEventHub = EventHub<EngineEvent, EnginePhase>;
/** Where events are raised. */
export type EngineEventSink = Pick<EngineEventHub, 'emit'>;
export type EngineEventSource = EventSource<EngineEvent, EnginePhase>;

/** What happens to things that are not calls. */
export type StateEvent = EngineEventOf<
  | 'device-state-changed'
  | 'mailbox-changed'
  | 'global-variable-set'
  | 'endpoint-changed'
  | 'peer-status-changed'
  | 'contact-status-changed'
  | 'text-message-received'
>;
