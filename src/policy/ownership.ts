import type { BridgeId, ChannelId, PlaybackId } from '../shared/ids';
import type { Bridges } from '../engine/calls/bridge/bridges';
import type { Channels } from '../engine/calls/channel/channels';
import type { RemoteChannels } from '../engine/calls/use-cases/remote-channels';
import type { LiveRecordings } from '../engine/audio/recording/live-recordings';
import type { MediaSubject } from '../engine/audio/playback-snapshot';
import type { Playbacks } from '../engine/audio/playing/playbacks';
import type { Belongings } from '../stasis/belongings';
import type { Broadcasts } from '../stasis/broadcasts';
import type { RecordingOwners } from '../stasis/recording-owners';
import { matches } from './account';
import type { Rights } from './rights';

export interface OwnershipDeps {
  readonly channels: Pick<Channels, 'find'>;
  /** Channels of other nodes that a request names. */
  readonly remote: Pick<RemoteChannels, 'find'>;
  readonly bridges: Pick<Bridges, 'find'>;
  readonly playbacks: Pick<Playbacks, 'find'>;
  readonly recordings: Pick<LiveRecordings, 'find'>;
  readonly broadcasts: Pick<Broadcasts, 'audienceOf'>;
  readonly belongings: Belongings;
  readonly owners: RecordingOwners;
}

/** A user who is limited to applications. */
export type Limited = Pick<Rights, 'mayUse'> & { readonly applications: readonly string[] };

/** Whether an object belongs to the applications of a limited user. Objects without an owner do not. */
export class Ownership {
  constructor(private readonly deps: OwnershipDeps) {}

  /** By id, or by name as everywhere. */
  hasChannel(limited: Limited, idOrName: string): boolean {
    const channel = this.deps.channels.find(idOrName) ?? this.deps.remote.find(idOrName)?.channel;
    return channel !== undefined && this.hasChannelId(limited, channel.id);
  }

  /** The same for a channel that may just have ended. */
  hasChannelId(limited: Limited, id: ChannelId): boolean {
    const application = this.deps.belongings.applicationOf(id);
    return application !== undefined && limited.mayUse(application);
  }

  /**
   * A bridge of the user, or with only its channels, is `own`. A bridge with channels of several applications, created
   * by a user with more rights, can be seen by each of them and controlled by none.
   */
  ofBridge(limited: Limited, id: BridgeId): 'own' | 'shared' | 'foreign' {
    const { belongings } = this.deps;
    const makers = belongings.makersOf(id);
    const isOwn = (application: string | undefined): boolean =>
      application !== undefined && limited.mayUse(application);
    if (makers !== undefined && ownsAll(limited, makers)) return 'own';
    const inside = belongings.applicationsIn(id);
    if (!inside.some(isOwn)) return 'foreign';
    return makers === undefined && inside.every(isOwn) ? 'own' : 'shared';
  }

  hasPlayback(limited: Limited, id: PlaybackId): boolean {
    const playback = this.deps.playbacks.find(id);
    return playback !== undefined && this.hasTarget(limited, playback.snapshot().target);
  }

  hasLiveRecording(limited: Limited, name: string): boolean {
    const began = this.deps.owners.ofLive(name);
    if (began !== undefined) return ownsAll(limited, began);
    const recording = this.deps.recordings.find(name);
    return recording !== undefined && this.hasTarget(limited, recording.snapshot().target);
  }

  hasStoredRecording(limited: Limited, name: string): boolean {
    return ownsAll(limited, this.deps.owners.ofStored(name));
  }

  hasTarget(limited: Limited, { kind, id }: MediaSubject): boolean {
    return kind === 'channel' ? this.hasChannelId(limited, id) : this.ofBridge(limited, id) !== 'foreign';
  }

  /** `Stasis:<application>`; other devices are shared, so they belong to no application. */
  hasDevice(limited: Limited, name: string): boolean {
    return name.startsWith(devicePrefix) && limited.mayUse(name.slice(devicePrefix.length));
  }

  hasMailbox(limited: Limited, name: string): boolean {
    return limited.mayUse(name);
  }

  isOffered(limited: Limited, channelId: ChannelId): boolean {
    return this.deps.broadcasts.audienceOf(channelId).some(limited.mayUse);
  }
}

const devicePrefix = 'Stasis:';

/** Owners may be name prefixes, which have to be covered completely. */
function ownsAll({ applications }: Limited, owners: readonly string[]): boolean {
  return owners.length > 0 && owners.every((owner) => applications.some((pattern) => matches(pattern, owner)));
}
