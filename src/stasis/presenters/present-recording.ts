import type { LiveRecording as WireRecording } from '../../../generated/models';
import type { MediaEvent } from '../../engine/engine-event';
import type { RecordingSnapshot } from '../../engine/audio/recording/recording-snapshot';
import { mediaTargetUri } from './present-playback';
import type { Presenters } from './presented';
import { presented } from './presented';

export function presentRecording(snapshot: RecordingSnapshot): WireRecording {
  const { name, format, state, target, recorded, duration, cause } = snapshot;
  return {
    name,
    format,
    state,
    target_uri: mediaTargetUri(target),
    ...(duration === undefined ? undefined : { duration: seconds(duration) }),
    total_duration: seconds(duration ?? (state === 'failed' ? 0 : recorded)),
    ...presentSilence(snapshot),
    ...(cause === undefined ? undefined : { cause }),
  };
}

/** Talking is what is left of the whole seconds without those of silence, so that both make up the whole. */
function presentSilence({ talking, silence }: RecordingSnapshot) {
  if (talking === undefined || silence === undefined) return undefined;
  const silent = seconds(silence);
  return { talking_duration: seconds(talking + silence) - silent, silence_duration: silent };
}

export const recordingPresenters = {
  'recording-started': ({ recording }) => presented('RecordingStarted', { recording: presentRecording(recording) }),
  'recording-finished': ({ recording }) => presented('RecordingFinished', { recording: presentRecording(recording) }),
  'recording-failed': ({ recording }) => presented('RecordingFailed', { recording: presentRecording(recording) }),
} satisfies Presenters<Extract<MediaEvent, { readonly recording: RecordingSnapshot }>>;

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
