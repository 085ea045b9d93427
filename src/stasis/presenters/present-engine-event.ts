import type { EngineEvent } from '../../engine/engine-event';
import { callPresenters, subjectsOfCallEvent } from './present-call-event';
import { playbackPresenters, subjectsOfMedia } from './present-playback';
import { recordingPresenters } from './present-recording';
import { isSideEvent, sidePresenters } from './present-side-event';
import { isStateEvent, statePresenters, subjectsOfState } from './present-state-event';
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

/** The objects that an event concerns. */
export function subjectsOf(event: EngineEvent): readonly Subject[] {
  if (isSideEvent(event)) return [];
  if (isStateEvent(event)) return subjectsOfState(event);
  switch (event.type) {
    case 'blind-transfer':
    case 'attended-transfer':
    case 'transfer-requested':
      return subjectsOfTransfer(event);
    case 'playback-started':
    case 'playback-continuing':
    case 'playback-finished':
      return subjectsOfMedia(event.playback.target);
    case 'recording-started':
    case 'recording-finished':
    case 'recording-failed':
      return subjectsOfMedia(event.recording.target);
    default:
      return subjectsOfCallEvent(event);
  }
}
