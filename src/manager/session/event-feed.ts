import type { EngineEvent, EngineEventSource } from '../../engine/engine-event';
import type { OwnEvent } from '../events/own-event';
import type { PreparedRow, SourceEvent } from '../events/event-table';
import { rowsOf, writeEvent } from '../events/event-table';
import { passes } from './event-filter';
import type { EventReader } from './event-group';
import { EventGroup } from './event-group';

export interface EventFeedDeps {
  readonly events: EngineEventSource;
  readonly hasTimestamps: () => boolean;
}

/** A reader's place among those that receive events. */
export interface EventSubscription {
  /** Other classes or filters of the reader count from now on. */
  readonly change: () => void;
  /** Delivers what waits for the reader, because something else is to come behind it. */
  readonly settle: () => void;
  /** An event for this reader alone. */
  readonly tell: (event: OwnEvent) => void;
  readonly close: () => void;
}

/**
 * Delivers events to all readers. An event is written once, however many readers there are, and only if at least one of
 * them receives its class. Without readers, nothing listens to the engine.
 */
export class EventFeed {
  readonly #groups = new Map<EventReader, EventGroup>();
  /** The groups that there are. Replaced and never changed: a reader may leave during an event. */
  #all: readonly EventGroup[] = [];
  #stopListening: (() => void) | undefined;

  constructor(private readonly deps: EventFeedDeps) {}

  get size(): number {
    return this.#groups.size;
  }

  add(reader: EventReader): EventSubscription {
    this.#join(reader);
    this.#stopListening ??= this.deps.events.onAny('deliver', this.#deliver);
    return {
      change: () => {
        this.#leave(reader);
        this.#join(reader);
      },
      settle: () => this.#groups.get(reader)?.settle(reader),
      tell: (event) => this.#tell(reader, event),
      close: () => this.#remove(reader),
    };
  }

  /** An event of the interface itself. */
  raise(event: OwnEvent): void {
    this.#deliver(event);
  }

  readonly #deliver = (event: EngineEvent | OwnEvent): void => {
    for (const prepared of rowsOf(event.type)) {
      const { row, bit } = prepared;
      let text: string | undefined;
      for (const group of this.#all) {
        if ((group.mask & bit) === 0) continue;
        text ??= this.#write(prepared, event);
        if (text === undefined) break;
        group.add(row.name, text);
      }
    }
  };

  #tell(reader: EventReader, event: OwnEvent): void {
    for (const prepared of rowsOf(event.type)) {
      if ((reader.mask & prepared.bit) === 0) continue;
      const text = this.#write(prepared, event);
      if (text === undefined || !passes(reader.filters, prepared.row.name, text)) continue;
      this.#groups.get(reader)?.settle(reader);
      reader.receive(Buffer.from(text));
    }
  }

  /** Undefined where the row is not about this event. */
  #write(prepared: PreparedRow, event: SourceEvent): string | undefined {
    return prepared.row.when?.(event) === false ? undefined : writeEvent(prepared, event, this.deps.hasTimestamps());
  }

  /** Readers with filters have a group of their own; others share one with those of the same classes. */
  #join(reader: EventReader): void {
    const { mask, filters } = reader;
    const shared = filters.length > 0 ? undefined : this.#shared(mask);
    const group = shared ?? new EventGroup(mask, filters);
    if (shared === undefined) this.#all = [...this.#all, group];
    group.join(reader);
    this.#groups.set(reader, group);
  }

  #shared(mask: number): EventGroup | undefined {
    return this.#all.find((group) => group.mask === mask && !group.hasFilters);
  }

  #leave(reader: EventReader): void {
    const group = this.#groups.get(reader);
    if (group === undefined) return;
    this.#groups.delete(reader);
    group.leave(reader);
    if (group.size === 0) this.#all = this.#all.filter((each) => each !== group);
  }

  #remove(reader: EventReader): void {
    this.#leave(reader);
    if (this.#groups.size > 0) return;
    this.#stopListening?.();
    this.#stopListening = undefined;
  }
}
