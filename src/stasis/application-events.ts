import type { ChannelSnapshot } from '../engine/calls/channel/channel-snapshot';
import type { EventType, Payload } from './serialized-event';
import { writeChannel } from './presenters/present-channel';
import type { EngineEventType } from './presenters/present-engine-event';

/** Answers to requests, which the socket that a request came over writes itself. */
type WrittenByDoor = 'RESTResponse';

export interface Entered {
  readonly channel: ChannelSnapshot;
  readonly args: readonly string[];
  /** The channel whose place it takes. */
  readonly replaces: ChannelSnapshot | undefined;
}

/**
 * Events about applications themselves: everything in the spec that does not come from the engine. An event
 * that is added to the spec does not compile until it is here or is presented for the engine.
 */
export const applicationEvents = {
  StasisStart: ({ channel, args, replaces }: Entered) => ({
    args,
    channel: writeChannel(channel),
    replace_channel: replaces && writeChannel(replaces),
  }),
  StasisEnd: (channel: ChannelSnapshot) => ({ channel: writeChannel(channel) }),
  ApplicationMoveFailed: (channel: ChannelSnapshot, destination: string, args: readonly string[]) => ({
    channel: writeChannel(channel),
    destination,
    args,
  }),
  ApplicationRegistered: () => ({}),
  ApplicationUnregistered: () => ({}),
  ApplicationReplaced: () => ({}),
  EventsMissed: ({ first, last }: { readonly first: number; readonly last: number }) => ({
    first_sequence: first,
    last_sequence: last,
  }),
  CallHandedOver: (channel: ChannelSnapshot, bridge: string | undefined) => ({
    channel: writeChannel(channel),
    bridge_id: bridge,
  }),
  CallBroadcast: (channel: ChannelSnapshot) => ({
    channel: writeChannel(channel),
    caller: channel.caller.number,
    called: channel.place.extension,
  }),
  CallClaimed: (channel: ChannelSnapshot, winner: string) => ({ channel: writeChannel(channel), winner_app: winner }),
} satisfies {
  readonly [Type in Exclude<EventType, EngineEventType | WrittenByDoor>]: (...facts: never[]) => Payload<Type>;
};
