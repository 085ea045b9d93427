import type { PlaybackId } from '../../shared/ids';
import type { EndpointName } from '../endpoint';

export type PlaybackState = 'queued' | 'playing' | 'paused' | 'continuing' | 'done' | 'failed';

/** Who hears it, or is heard on it. */
export interface MediaSubject {
  readonly kind: 'channel' | 'bridge';
  readonly id: string;
  /** The endpoint that a channel belongs to. */
  readonly endpoint?: EndpointName;
}

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
