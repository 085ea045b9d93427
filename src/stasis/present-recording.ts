import type { LiveRecording as WireRecording } from '../../generated/models';
import type { MediaEvent } from '../engine/engine-event';
import type { RecordingSnapshot } from '../engine/audio/recording/recording-snapshot';
import type { NoticeFacts } from './notice';
import { mediaTargetUri, subjectsOfMedia } from './present-playback';

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

type RecordingEvent = Extract<MediaEvent, { readonly recording: RecordingSnapshot }>;
type RecordingEventType = 'RecordingStarted' | 'RecordingFinished' | 'RecordingFailed';

const types = {
  'recording-started': 'RecordingStarted',
  'recording-finished': 'RecordingFinished',
  'recording-failed': 'RecordingFailed',
} as const satisfies Readonly<Record<RecordingEvent['type'], RecordingEventType>>;

export function presentRecordingEvent({ type, at, recording }: RecordingEvent): NoticeFacts<RecordingEventType> {
  const payload = { recording: presentRecording(recording) };
  return { type: types[type], at, payload, subjects: subjectsOfMedia(recording.target) };
}

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
