declare const brand: unique symbol;

type Brand<Name extends string> = string & { readonly [brand]: Name };

/**
 * The id of an existing or former channel. An id from a client is a string until a channel of that id is found or
 * created.
 */
export type ChannelId = Brand<'ChannelId'>;
export type BridgeId = Brand<'BridgeId'>;
export type PlaybackId = Brand<'PlaybackId'>;

/** A leg of the media engine. It is not the id of a channel: a channel can get another leg. */
export type LegId = Brand<'LegId'>;

/** For code that creates ids, and for tests. */
export const channelId = (text: string): ChannelId => text as ChannelId;
export const bridgeId = (text: string): BridgeId => text as BridgeId;
export const playbackId = (text: string): PlaybackId => text as PlaybackId;
export const legId = (text: string): LegId => text as LegId;
