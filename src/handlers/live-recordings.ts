import type { RecordingsOperations } from '../../generated/operations';
import type { Refusal } from '../contract/handler';
import type { RecordingOperation } from '../engine/audio/recording/live-recording';
import type { LiveRecordings } from '../engine/audio/recording/live-recordings';
import { presentRecording } from '../stasis/presenters/present-recording';
import { quoted } from './quoted';

type LiveOperations = Pick<
  RecordingsOperations,
  'getLive' | 'cancel' | 'stop' | 'pause' | 'unpause' | 'mute' | 'unmute'
>;

const done = { status: 204 } as const;

/** The operations on recordings in progress. */
export function liveRecordingHandlers(recordings: Pick<LiveRecordings, 'find'>): LiveOperations {
  const operate = (name: string, operation: RecordingOperation): typeof done | Refusal<404 | 409> => {
    const recording = recordings.find(name);
    if (recording === undefined) return noRecording(name);
    return recording.operate(operation) === 'done' ? done : outOfSession(name);
  };
  /** These are accepted in every phase. */
  const end = (name: string, operation: 'stop' | 'cancel'): typeof done | Refusal<404> => {
    const recording = recordings.find(name);
    if (recording === undefined) return noRecording(name);
    recording.operate(operation);
    return done;
  };
  return {
    getLive: ({ recordingName }) => {
      const recording = recordings.find(recordingName);
      return recording === undefined
        ? noRecording(recordingName)
        : { status: 200, body: presentRecording(recording.snapshot()) };
    },
    cancel: ({ recordingName }) => end(recordingName, 'cancel'),
    stop: ({ recordingName }) => end(recordingName, 'stop'),
    pause: ({ recordingName }) => operate(recordingName, 'pause'),
    unpause: ({ recordingName }) => operate(recordingName, 'unpause'),
    mute: ({ recordingName }) => operate(recordingName, 'mute'),
    unmute: ({ recordingName }) => operate(recordingName, 'unmute'),
  };
}

function noRecording(name: string): Refusal<404> {
  return { status: 404, message: `no recording ${quoted(name)} is queued or in progress` };
}

function outOfSession(name: string): Refusal<409> {
  return { status: 409, message: `the recording ${quoted(name)} has not begun, or has just ended` };
}
