import { idIfGiven, playbackId } from '../shared/ids';
import type { LiveRecording as WireRecording, Playback as WirePlayback } from '../../generated/models';
import type { Refusal, Reply } from '../contract/handler';
import type { NewRecording, RecordingStart } from '../engine/audio/recording/live-recordings';
import type { Playback } from '../engine/audio/playing/playback';
import type { NewPlayback } from '../engine/audio/playing/playbacks';
import { presentPlayback } from '../stasis/presenters/present-playback';
import { presentRecording } from '../stasis/presenters/present-recording';
import { quoted } from './quoted';

const defaultSkip = 3000;

interface PlayParams {
  readonly media: readonly string[];
  readonly lang?: string;
  readonly offsetms: number;
  readonly skipms: number;
  readonly playbackId?: string;
}

export function readPlay(params: PlayParams): NewPlayback | Refusal<400> {
  const { media, lang, offsetms: offset, skipms } = params;
  if (media.length === 0 || media.includes(''))
    return { status: 400, message: 'media is missing or has an empty entry: give the URIs of the media to play' };
  const [id, language] = [idIfGiven(params.playbackId, playbackId), lang || undefined];
  return { id, media, language, offset, skip: skipms === 0 ? defaultSkip : skipms };
}

export function playReply(
  playback: Playback | undefined,
  { id }: NewPlayback,
): Reply<201, WirePlayback> | Refusal<409> {
  if (playback === undefined)
    return { status: 409, message: `there is a playback ${quoted(id ?? '')} already, so nothing is played` };
  const body = presentPlayback(playback.snapshot());
  return { status: 201, body, location: `/playbacks/${encodeURIComponent(body.id)}` };
}

interface RecordParams {
  readonly name: string;
  readonly format: string;
  readonly maxDurationSeconds: number;
  readonly maxSilenceSeconds: number;
  readonly ifExists: NewRecording['ifExists'];
  readonly beep: boolean;
  readonly terminateOn: NewRecording['endsOn'];
}

export function readRecord(params: RecordParams): NewRecording {
  const { name, format, ifExists, beep: beeps, terminateOn: endsOn } = params;
  const limits = { maxDuration: params.maxDurationSeconds, maxSilence: params.maxSilenceSeconds };
  return { name, format, ifExists, beeps, endsOn, ...limits };
}

export function recordReply(
  start: RecordingStart,
  { name, format }: NewRecording,
): Reply<201, WireRecording> | Refusal<400 | 404 | 409 | 422> {
  switch (start.outcome) {
    case 'accepted': {
      const body = presentRecording(start.recording.snapshot());
      return { status: 201, body, location: `/recordings/live/${encodeURIComponent(name)}` };
    }
    case 'format-unknown':
      return { status: 422, message: `format ${quoted(format)} cannot be written here` };
    case 'name-empty':
      return { status: 400, message: 'name is empty: give the name of the recording' };
    case 'name-outside':
      return { status: 400, message: `name ${quoted(name)} leads out of the recording directory` };
    case 'name-invalid':
      return { status: 400, message: `name ${quoted(name)} cannot be used: ${start.reason}` };
    case 'live':
      return { status: 409, message: `a recording ${quoted(name)} is being made already` };
    case 'stored':
      return { status: 409, message: `there is a recording ${quoted(name)} already, and ifExists is fail` };
    case 'gone':
      return { status: 404, message: `the target of the recording ${quoted(name)} no longer exists` };
  }
}
