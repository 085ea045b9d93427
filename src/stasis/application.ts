import type { EngineEvent } from '../engine/engine-event';
import type { EventFilter } from './event-filter';
import { makePassage, openFilter } from './event-filter';
import type { Journal } from './journal';
import type { SerializedEvent } from './serialized-event';
import { addressed } from './serialized-event';
import type { Subject } from './subject';
import { Subscriptions } from './subscriptions';

/** Where an application's messages go: a socket, in or out. It takes what it gets and never makes the caller wait. */
export interface EventSink {
  readonly send: (text: string) => void;
  /** Of a socket on another node of a cluster, which addresses, numbers and filters events itself. */
  readonly relay?: (event: SerializedEvent) => void;
}

/** The view of a user with limited rights. */
export interface EventView {
  readonly isHeard: (event: EngineEvent) => boolean;
  /** The event as delivered: the same object when nothing is left out. */
  readonly shown: <Event extends EngineEvent>(event: Event) => Event;
}

/** One application: who listens, what it wants to hear, and what it is subscribed to. */
export class Application {
  readonly subscriptions = new Subscriptions();
  readonly nameJson: string;
  journal: Journal | undefined;
  /** The view of the user who holds the application; undefined for all events. */
  view: EventView | undefined;
  /** Takes out of a message what the user may not read; undefined where that is nothing. */
  redact: ((head: string) => string) | undefined;
  /** Subscriptions made by a user with more rights. */
  readonly granted = new Set<Subject>();
  #sink: EventSink | undefined;
  #filter: EventFilter = openFilter;
  #passes = makePassage(openFilter);

  constructor(readonly name: string) {
    this.nameJson = JSON.stringify(name);
  }

  /** Connected applications can be entered by channels. */
  get isConnected(): boolean {
    return this.#sink !== undefined;
  }

  get sink(): EventSink | undefined {
    return this.#sink;
  }

  get filter(): EventFilter {
    return this.#filter;
  }

  set filter(filter: EventFilter) {
    this.#filter = filter;
    this.#passes = makePassage(filter);
  }

  attach(sink: EventSink): void {
    this.#sink = sink;
  }

  detach(): void {
    this.#sink = undefined;
  }

  /** Sends an event to the current socket only, if the filter passes it. */
  sendUnkept(notice: SerializedEvent): void {
    if (this.#sink?.relay !== undefined) return this.#sink.relay(notice);
    if (this.#passes(notice.type)) this.#sink?.send(addressed(this.#readable(notice), this.nameJson));
  }

  /**
   * The same for engine events, subject to the view. `write` serialises a variant when something has to be left out.
   */
  tell<Event extends EngineEvent>(
    notice: SerializedEvent,
    event: Event,
    write?: (event: Event) => SerializedEvent,
  ): void {
    const { view } = this;
    if (view === undefined || notice.subjects.some((subject) => this.granted.has(subject))) this.deliver(notice);
    else if (view.isHeard(event)) {
      const shown = write === undefined ? event : view.shown(event);
      this.deliver(shown === event || write === undefined ? notice : write(shown));
    }
  }

  /** Sends what the filter lets through. Without a socket it is lost, unless the application keeps a journal. */
  deliver(notice: SerializedEvent): void {
    if (this.#sink?.relay !== undefined) return this.#sink.relay(notice);
    if (!this.#passes(notice.type)) return;
    if (this.journal === undefined) {
      this.#sink?.send(addressed(this.#readable(notice), this.nameJson));
      return;
    }
    const text = addressed(this.#readable(notice), this.nameJson, this.journal.next);
    this.journal.keep(text);
    this.#sink?.send(text);
  }

  #readable(notice: SerializedEvent): SerializedEvent {
    return this.redact === undefined ? notice : { ...notice, head: this.redact(notice.head) };
  }
}
