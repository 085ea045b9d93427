import type { Playback as WirePlayback } from '../../../generated/models';
import type { MediaEvent } from '../../engine/engine-event';
import type { MediaSubject, PlaybackSnapshot } from '../../engine/audio/playback-snapshot';
import { subjectsOfEndpoint } from './present-endpoint';
import type { Presenters } from './presented';
import { presented } from './presented';
import type { Subject } from '../subject';
import { subject } from '../subject';

export function presentPlayback(snapshot: PlaybackSnapshot): WirePlayback {
  const { id, media, nextMedia, target, language, state } = snapshot;
  return {
    id,
    media_uri: media,
    ...(nextMedia === undefined ? undefined : { next_media_uri: nextMedia }),
    target_uri: mediaTargetUri(target),
    language,
    state,
  };
}

export const playbackPresenters = {
  'playback-started': ({ playback }) => presented('PlaybackStarted', { playback: presentPlayback(playback) }),
  'playback-continuing': ({ playback }) => presented('PlaybackContinuing', { playback: presentPlayback(playback) }),
  'playback-finished': ({ playback }) => presented('PlaybackFinished', { playback: presentPlayback(playback) }),
} satisfies Presenters<Extract<MediaEvent, { readonly playback: PlaybackSnapshot }>>;

/** Clients write the targets of media as they write event sources. */
export function mediaTargetUri({ kind, id }: MediaSubject): string {
  return `${kind}:${id}`;
}

/** Subscribers of its channel or bridge, of all of them, or of the endpoint of the channel. */
export function subjectsOfMedia(target: MediaSubject): readonly Subject[] {
  const own = [subject(target.kind, target.id), subject(target.kind, '')];
  if (target.kind === 'bridge' || target.endpoint === undefined) return own;
  return [...own, ...subjectsOfEndpoint(target.endpoint)];
}
