import type { EngineEvent } from '../engine/engine-event';
import type { SerializedEvent } from './serialized-event';

/** Where an application's messages go: a socket, in or out. It takes what it gets and never makes the caller wait. */
export interface EventSink {
  readonly send: (text: string) => void;
  /** Of one that addresses, numbers and filters events itself: a socket on another node, or several sockets. */
  readonly relay?: (event: SerializedEvent) => void;
  /** Of one that only keeps events for a socket that may come back: channels cannot enter meanwhile. */
  readonly isAway?: boolean;
}

/** The view of a user with limited rights. */
export interface EventView {
  readonly isHeard: (event: EngineEvent) => boolean;
  /** The event as delivered: the same object when nothing is left out. */
  readonly shown: <Event extends EngineEvent>(event: Event) => Event;
}
