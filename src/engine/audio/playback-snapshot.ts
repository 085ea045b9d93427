import type { BridgeId, ChannelId, PlaybackId } from '../../shared/ids';
import type { EndpointName } from '../endpoint';

export type PlaybackState = 'queued' | 'playing' | 'paused' | 'continuing' | 'done' | 'failed';

/** Who hears it, or is heard on it. */
export type MediaSubject =
  /** `endpoint`: the one that the channel belongs to. */
  | { readonly kind: 'channel'; readonly id: ChannelId; readonly endpoint?: EndpointName }
  | { readonly kind: 'bridge'; readonly id: BridgeId };

/** A playback at one moment. */
export interface PlaybackSnapshot {
  readonly id: PlaybackId;
  /** The one that plays, is next to play, or has just ended. */
  readonly media: string;
  readonly nextMedia: string | undefined;
  readonly target: MediaSubject;
  readonly language: string;
  readonly state: PlaybackState;
}
