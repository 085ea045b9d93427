import type { PlaybackSnapshot } from '../../engine/audio/playback-snapshot';
import type { RecordingSnapshot } from '../../engine/audio/recording/recording-snapshot';
import type { EngineEvent } from '../../engine/engine-event';
import { callPresenters, subjectsOfCallEvent } from './present-call-event';
import { playbackPresenters, subjectsOfMedia } from './present-playback';
import { recordingPresenters } from './present-recording';
import { sidePresenters } from './present-side-event';
import { statePresenters, subjectsOfState } from './present-state-event';
import { subjectsOfTransfer, transferPresenters } from './present-transfer';
import type { AnyPresented, Internal, Presenters } from './presented';
import type { Subject } from '../subject';

/**
 * The presentation of engine events to applications. An event that is added to the engine does not
 * compile until it has an entry here: a presenter, or the reason why it is not delivered.
 */
export const presenters = {
  ...callPresenters,
  ...transferPresenters,
  ...statePresenters,
  ...playbackPresenters,
  ...recordingPresenters,
  ...sidePresenters,
} satisfies Presenters<EngineEvent>;

type Entry = (typeof presenters)[keyof typeof presenters];

/** The events of the spec that come from the engine. */
export type EngineEventType = Exclude<Entry, Internal> extends (event: never) => infer Shown ? TypeOf<Shown> : never;
type TypeOf<Shown> = Shown extends AnyPresented ? Shown['type'] : never;

/** An event as clients read it; undefined for events that are not delivered. */
export function present(event: EngineEvent): AnyPresented | undefined {
  // The table has the presenter of an event under its own type.
  const entry = presenters[event.type] as ((event: EngineEvent) => AnyPresented) | Internal;
  return typeof entry === 'function' ? entry(event) : undefined;
}

/** Whether applications can receive the event at all. */
export function isPresented(event: EngineEvent): boolean {
  return typeof presenters[event.type] === 'function';
}

type FindSubjects = (event: never) => readonly Subject[];

/** Every type of events stands in one of the tables above. */
const finders: ReadonlyMap<string, FindSubjects> = new Map([
  ...forEach(callPresenters, subjectsOfCallEvent),
  ...forEach(transferPresenters, subjectsOfTransfer),
  ...forEach(statePresenters, subjectsOfState),
  ...forEach(playbackPresenters, ({ playback }: { readonly playback: PlaybackSnapshot }) =>
    subjectsOfMedia(playback.target),
  ),
  ...forEach(recordingPresenters, ({ recording }: { readonly recording: RecordingSnapshot }) =>
    subjectsOfMedia(recording.target),
  ),
  ...forEach(sidePresenters, () => []),
]);

function forEach(table: object, find: FindSubjects): (readonly [type: string, find: FindSubjects])[] {
  return Object.keys(table).map((type) => [type, find]);
}

/** The objects that an event concerns. */
export function subjectsOf(event: EngineEvent): readonly Subject[] {
  const find = finders.get(event.type) as (event: EngineEvent) => readonly Subject[];
  return find(event);
}
