import type { MediaSubject } from '../playback-snapshot';

export type RecordingState = 'queued' | 'recording' | 'paused' | 'done' | 'failed' | 'canceled';

/** A recording that is being made, or has just ended, at one moment. */
export interface RecordingSnapshot {
  /** As it was asked for. */
  readonly name: string;
  readonly format: string;
  readonly target: MediaSubject;
  readonly state: RecordingState;
  /** Milliseconds of audio while it is being made, to the second. */
  readonly recorded: number;
  /** Known once it has ended, in milliseconds. */
  readonly duration: number | undefined;
  readonly talking: number | undefined;
  readonly silence: number | undefined;
  /** Why it failed. */
  readonly cause: string | undefined;
}
