import type { EngineEvent } from '../engine/engine-event';
import type { EventFilter } from './event-filter';
import { makePassage, openFilter } from './event-filter';
import type { EventSink, EventView } from './event-sink';
import type { Journal } from './journal';
import type { EventType, SerializedEvent } from './serialized-event';
import { addressed, redacted } from './serialized-event';
import type { SocketGroup } from './sharing/socket-group';
import type { Subject } from './subject';
import { Subscriptions } from './subscriptions';

/** One application: who listens, what it wants to hear, and what it is subscribed to. */
export class Application {
  readonly subscriptions = new Subscriptions();
  readonly nameJson: string;
  journal: Journal | undefined;
  /** Where there are several nodes: marks events that happen here and that can be resumed on another node. */
  stamp: ((event: SerializedEvent) => SerializedEvent) | undefined;
  /** The view of the user who holds the application; undefined for all events. */
  view: EventView | undefined;
  /** Takes out of a message what the user may not read; undefined where that is nothing. */
  redact: ((head: string) => string) | undefined;
  /** Subscriptions made by a user with more rights. */
  readonly granted = new Set<Subject>();
  #sink: EventSink | undefined;
  #group: SocketGroup | undefined;
  #filter: EventFilter = openFilter;
  #passes = makePassage(openFilter);

  constructor(readonly name: string) {
    this.nameJson = JSON.stringify(name);
  }

  /** Connected applications can be entered by channels. */
  get isConnected(): boolean {
    return this.#sink !== undefined && this.#sink.isAway !== true;
  }

  get sink(): EventSink | undefined {
    return this.#sink;
  }

  /** The sockets that share the application; undefined while one socket has it alone. */
  get group(): SocketGroup | undefined {
    return this.#group;
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
    this.stamp = undefined;
    this.#group = undefined;
  }

  /** From now on several sockets share it. */
  share(group: SocketGroup): void {
    this.#sink = group;
    this.#group = group;
    this.view = group;
    this.redact = undefined;
  }

  detach(): void {
    this.#sink = undefined;
    if (this.#group === undefined) return;
    this.#group = undefined;
    this.view = undefined;
  }

  /** Whether the filter lets events of this type through. */
  passes(type: EventType): boolean {
    return this.#passes(type);
  }

  /**
   * Delivers an engine event, subject to the view. `write` serialises a variant when something has to be left out.
   */
  tell<Event extends EngineEvent>(
    notice: SerializedEvent,
    event: Event,
    write?: (event: Event) => SerializedEvent,
  ): void {
    const { view } = this;
    if (this.#group !== undefined) this.#group.tell(notice, event, write);
    else if (view === undefined || notice.subjects.some((subject) => this.granted.has(subject))) this.deliver(notice);
    else if (view.isHeard(event)) {
      const shown = write === undefined ? event : view.shown(event);
      this.deliver(shown === event || write === undefined ? notice : write(shown));
    }
  }

  /** Sends what the filter lets through. Without a socket it is lost, unless the application keeps a journal. */
  deliver(notice: SerializedEvent): void {
    if (this.#sink?.relay !== undefined) return this.#sink.relay(notice);
    if (!this.#passes(notice.type)) return;
    if (this.journal === undefined) this.#sink?.send(addressed(redacted(notice, this.redact), this.nameJson));
    else this.#keep(this.journal, this.stamp === undefined ? notice : this.stamp(notice));
  }

  /** The same for an event that happened on another node, for a socket of this one. */
  receive(notice: SerializedEvent): void {
    if (this.journal === undefined) this.deliver(notice);
    else if (this.#passes(notice.type)) this.#keep(this.journal, notice);
  }

  #keep(journal: Journal, notice: SerializedEvent): void {
    const text = addressed(redacted(notice, this.redact), this.nameJson, journal.next);
    journal.keep(text);
    this.#sink?.send(text);
  }
}
