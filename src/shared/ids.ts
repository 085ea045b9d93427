declare const brand: unique symbol;

type Brand<Name extends string> = string & { readonly [brand]: Name };

/** The id of a channel, a former one or one to be made. A reference from outside may also be a name: it stays a string. */
export type ChannelId = Brand<'ChannelId'>;
export type BridgeId = Brand<'BridgeId'>;
export type PlaybackId = Brand<'PlaybackId'>;

/** A leg of the media engine. It is not the id of a channel: a channel can get another leg. */
export type LegId = Brand<'LegId'>;

/** For code that creates ids, for doors, which read them from a message, and for tests. */
export const channelId = (text: string): ChannelId => text as ChannelId;
export const bridgeId = (text: string): BridgeId => text as BridgeId;
export const playbackId = (text: string): PlaybackId => text as PlaybackId;
export const legId = (text: string): LegId => text as LegId;

/** The id that a request gives to a new object; an empty one counts as not given. */
export function idIfGiven<Id>(text: string | undefined, brandId: (text: string) => Id): Id | undefined {
  return text === undefined || text === '' ? undefined : brandId(text);
}
