import type { Bridges } from '../../calls/bridge/bridges';
import type { Channel } from '../../calls/channel/channel';
import type { CommandQueue } from '../legs/command-queue';
import type { MediaPlaces } from '../media-places';
import type { LiveRecordings, NewRecording, RecordingStart } from './live-recordings';

export interface RecordChannelDeps {
  readonly bridges: Pick<Bridges, 'of'>;
  readonly recordings: Pick<LiveRecordings, 'start'>;
  readonly places: Pick<MediaPlaces, 'recordingOf'>;
}

export interface RecordChannelRequest {
  readonly recording: NewRecording;
  /** Behind what it is to begin; immediately without one. */
  readonly queue: CommandQueue | undefined;
}

/** `in-bridge`: the audio of a channel in a bridge is recorded by recording the bridge, or by snooping. */
export type RecordChannelOutcome = RecordingStart | { readonly outcome: 'in-bridge' };

/** Records what the far end of a channel says. */
export function recordChannel(
  channel: Channel,
  { recording, queue }: RecordChannelRequest,
  { bridges, recordings, places }: RecordChannelDeps,
): RecordChannelOutcome | Promise<RecordChannelOutcome> {
  if (bridges.of(channel) !== undefined) return { outcome: 'in-bridge' };
  return recordings.start(places.recordingOf(channel), queue, recording);
}
