import type { Playback as WirePlayback } from '../../generated/models';
import type { MediaEvent } from '../engine/engine-event';
import type { MediaSubject, PlaybackSnapshot } from '../engine/audio/playback-snapshot';
import type { NoticeFacts } from './notice';
import { subjectsOfEndpoint } from './present-endpoint';
import type { Subject } from './subject';
import { subject } from './subject';

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

type PlaybackEvent = Extract<MediaEvent, { readonly playback: PlaybackSnapshot }>;
type PlaybackEventType = 'PlaybackStarted' | 'PlaybackContinuing' | 'PlaybackFinished';

const types = {
  'playback-started': 'PlaybackStarted',
  'playback-continuing': 'PlaybackContinuing',
  'playback-finished': 'PlaybackFinished',
} as const satisfies Readonly<Record<PlaybackEvent['type'], PlaybackEventType>>;

export function presentPlaybackEvent({ type, at, playback }: PlaybackEvent): NoticeFacts<PlaybackEventType> {
  const payload = { playback: presentPlayback(playback) };
  return { type: types[type], at, payload, subjects: subjectsOfMedia(playback.target) };
}

/** Clients write the targets of media as they write event sources. */
export function mediaTargetUri({ kind, id }: MediaSubject): string {
  return `${kind}:${id}`;
}

/** Whoever listens to the channel or bridge that hears it, to all of them, or to the endpoint of the channel. */
export function subjectsOfMedia({ kind, id, endpoint }: MediaSubject): readonly Subject[] {
  const own = [subject(kind, id), subject(kind, '')];
  return endpoint === undefined ? own : [...own, ...subjectsOfEndpoint(endpoint)];
}
