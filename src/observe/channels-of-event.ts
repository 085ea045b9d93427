import type { ChannelSnapshot } from '../engine/calls/channel/channel-snapshot';
import type { EngineEvent } from '../engine/engine-event';

type Named = Pick<ChannelSnapshot, 'id' | 'name' | 'protocolId'>;

/** The channels that an event is about, the first one in front: `name` is empty where the event does not have it. */
export interface EventChannels {
  readonly ids: readonly string[];
  readonly first: Pick<Named, 'name' | 'protocolId'> | undefined;
}

const none: EventChannels = { ids: [], first: undefined };

/** Reads a few fields only: this happens for every event of every call. */
export function channelsOfEvent(event: EngineEvent): EventChannels {
  switch (event.type) {
    case 'dial':
      return about([event.peer, event.caller, event.forwarded]);
    case 'blind-transfer':
      return about([event.transferer, event.transferee, event.replacement], event.bridge?.channels);
    case 'attended-transfer':
      return about([
        ...[event.firstLeg.channel, event.secondLeg.channel],
        ...[event.transferee, event.target, event.replacement],
      ]);
    case 'transfer-requested':
      return about([event.source.channel, event.source.connected, event.target.party?.channel]);
    case 'playback-started':
    case 'playback-continuing':
    case 'playback-finished':
      return ofTarget(event.playback.target);
    case 'recording-started':
    case 'recording-finished':
    case 'recording-failed':
      return ofTarget(event.recording.target);
    case 'channel-entered-bridge':
    case 'channel-left-bridge':
      return about([event.channel], event.bridge.channels);
    default:
      if ('channel' in event) return { ids: [event.channel.id], first: event.channel };
      return 'bridge' in event ? { ids: event.bridge.channels, first: undefined } : none;
  }
}

function about(channels: readonly (Named | undefined)[], members: readonly string[] = []): EventChannels {
  const known = channels.filter((channel) => channel !== undefined);
  return { ids: [...new Set([...known.map(({ id }) => id), ...members])], first: known[0] };
}

function ofTarget({ kind, id }: { readonly kind: 'channel' | 'bridge'; readonly id: string }): EventChannels {
  return kind === 'channel' ? { ids: [id], first: undefined } : none;
}
