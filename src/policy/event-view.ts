import type { BridgeId, ChannelId } from '../shared/ids';
import type { BridgeSnapshot } from '../engine/calls/bridge/bridge-snapshot';
import type { EngineEvent } from '../engine/engine-event';
import type { TransferObjects } from '../engine/calls/transfer/transfer-objects';
import { transferObjects } from '../engine/calls/transfer/transfer-objects';
import type { EventView } from '../stasis/event-sink';
import type { Limited, Ownership } from './ownership';

/**
 * A user who is limited to applications receives the events of its own objects. Foreign channels in a bridge are left
 * out.
 */
export function eventView(ownership: Ownership, limited: Limited): EventView {
  return { isHeard: hearing(ownership, limited), shown: (event) => withoutStrangers(event, ownership, limited) };
}

function hearing(ownership: Ownership, limited: Limited): EventView['isHeard'] {
  const hasBridge = (id: BridgeId): boolean => ownership.ofBridge(limited, id) !== 'foreign';
  const hasChannels = (ids: readonly ChannelId[]): boolean => ids.every((id) => ownership.hasChannelId(limited, id));
  /** A transfer moves channels between bridges: it is delivered only if all its objects may be seen. */
  const hasAll = ({ channels, bridges }: TransferObjects): boolean =>
    hasChannels(channels.map(({ id }) => id)) &&
    bridges.every((bridge) => hasBridge(bridge.id) && hasChannels(bridge.channels));
  return (event) => {
    switch (event.type) {
      case 'endpoint-changed':
      case 'peer-status-changed':
      case 'contact-status-changed':
      case 'text-message-received':
      case 'global-variable-set':
      case 'mailbox-changed':
        return false;
      case 'device-state-changed':
        return ownership.hasDevice(limited, event.device.name);
      case 'dial':
        return [event.peer, event.caller].every(
          (channel) => channel === undefined || ownership.hasChannelId(limited, channel.id),
        );
      case 'bridge-created':
      case 'bridge-destroyed':
      case 'bridge-video-source-changed':
        return hasBridge(event.bridge.id);
      case 'bridge-merged':
        return hasBridge(event.bridge.id) && hasBridge(event.from.id);
      case 'playback-started':
      case 'playback-continuing':
      case 'playback-finished':
        return ownership.hasTarget(limited, event.playback.target);
      case 'recording-started':
      case 'recording-finished':
      case 'recording-failed':
        return ownership.hasLiveRecording(limited, event.recording.name);
      case 'blind-transfer':
      case 'attended-transfer':
      case 'transfer-requested':
        return hasAll(transferObjects(event));
      // Not delivered to applications.
      case 'local-channels-linked':
      case 'call-picked-up':
      case 'spying-started':
      case 'spying-stopped':
      case 'registration-changed':
        return false;
      // Only the user's own channels that enter or leave a bridge are reported.
      default:
        return ownership.hasChannelId(limited, event.channel.id);
    }
  };
}

function withoutStrangers<Event extends EngineEvent>(event: Event, ownership: Ownership, limited: Limited): Event {
  if (!('bridge' in event) || event.type === 'blind-transfer') return event;
  const isOwn = (id: ChannelId | undefined): boolean => id === undefined || ownership.hasChannelId(limited, id);
  const shown = (bridge: BridgeSnapshot): BridgeSnapshot => ({
    ...bridge,
    channels: bridge.channels.filter(isOwn),
    videoSource: isOwn(bridge.videoSource) ? bridge.videoSource : undefined,
  });
  const before = event.type === 'bridge-video-source-changed' ? event.before : undefined;
  const bridges = event.type === 'bridge-merged' ? [event.bridge, event.from] : [event.bridge];
  if (isOwn(before) && bridges.every(({ channels, videoSource }) => [...channels, videoSource].every(isOwn)))
    return event;
  return {
    ...event,
    bridge: shown(event.bridge),
    ...(event.type === 'bridge-merged' ? { from: shown(event.from) } : {}),
    ...(isOwn(before) ? {} : { before: undefined }),
  };
}
