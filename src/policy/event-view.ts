import type { EngineEvent } from '../engine/engine-event';
import type { Limited, Ownership } from './ownership';

/** Whether an application may hear of something that has happened. */
export type EventView = (event: EngineEvent) => boolean;

/** Of what happens, a user who is limited to applications is told what is about its own objects and shows no others. */
export function eventView(ownership: Ownership, limited: Limited): EventView {
  const hasBridge = (id: string): boolean => ownership.ofBridge(limited, id) !== 'foreign';
  return (event) => {
    switch (event.type) {
      case 'endpoint-changed':
      case 'peer-status-changed':
      case 'contact-status-changed':
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
      // Of those who come and go in a bridge one's own are told, and others are not.
      default:
        return ownership.hasChannelId(limited, event.channel.id);
    }
  };
}
