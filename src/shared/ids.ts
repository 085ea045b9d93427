declare const brand: unique symbol;

type Brand<Name extends string> = string & { readonly [brand]: Name };

/** Of a channel that there is or was. What a client gives as one is a text until a channel of that id is found or made. */
export type ChannelId = Brand<'ChannelId'>;
export type BridgeId = Brand<'BridgeId'>;
export type PlaybackId = Brand<'PlaybackId'>;

/** A leg of the audio side. It is not the id of a channel: a channel can get another leg. */
export type LegId = Brand<'LegId'>;

/** For whoever makes ids, and for tests. */
export const channelId = (text: string): ChannelId => text as ChannelId;
export const bridgeId = (text: string): BridgeId => text as BridgeId;
export const playbackId = (text: string): PlaybackId => text as PlaybackId;
export const legId = (text: string): LegId => text as LegId;
