import type { EventSink, EventView } from '../event-sink';

/** One of several sockets that share an application. */
export interface SharedSocket {
  /** Tells it from the other sockets of the application. */
  readonly id: string;
  readonly sink: EventSink;
  /** The view of the socket's user; undefined for all events. */
  readonly view?: EventView | undefined;
  /** Takes out of a message what this user may not read. */
  readonly redact?: ((head: string) => string) | undefined;
}

/** A shared socket and its part of the calls. */
export class Sharer {
  /** Channels that it has and that are in the application, or on their way there. */
  calls = 0;
  /** When it was given a call last; of sockets with equally many calls the next one is the one that waits longest. */
  lastTurn = 0;

  constructor(readonly socket: SharedSocket) {}
}
