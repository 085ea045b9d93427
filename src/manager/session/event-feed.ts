import type { EngineEvent, EngineEventSource } from '../../engine/engine-event';
import type { OwnEvent } from '../events/own-event';
import type { SourceEvent } from '../events/event-table';
import { rowsOf, writeEvent } from '../events/event-table';

/** A client that receives events. */
export interface EventReader {
  /** Bits of the classes that it receives; they may change at any time. */
  readonly mask: number;
  readonly deliver: (name: string, text: string) => void;
}

export interface EventFeedDeps {
  readonly events: EngineEventSource;
  readonly hasTimestamps: () => boolean;
}

/**
 * Delivers events to all readers. An event is written once, however many readers there are, and only if at least one of
 * them receives its class. Without readers, nothing listens to the engine.
 */
export class EventFeed {
  readonly #readers = new Set<EventReader>();
  #stopListening: (() => void) | undefined;

  constructor(private readonly deps: EventFeedDeps) {}

  get size(): number {
    return this.#readers.size;
  }

  add(reader: EventReader): () => void {
    this.#readers.add(reader);
    this.#stopListening ??= this.deps.events.onAny('deliver', this.#tell);
    return () => this.#remove(reader);
  }

  /** An event of the interface itself. */
  raise(event: OwnEvent): void {
    this.#tell(event);
  }

  /** The same for one reader alone. */
  raiseFor(reader: EventReader, event: OwnEvent): void {
    this.#deliver(event, [reader]);
  }

  readonly #tell = (event: EngineEvent | OwnEvent): void => this.#deliver(event, this.#readers);

  #deliver(event: SourceEvent, readers: Iterable<EventReader>): void {
    for (const prepared of rowsOf(event.type)) {
      const { row, bit } = prepared;
      let text: string | undefined;
      for (const reader of readers) {
        if ((reader.mask & bit) === 0) continue;
        if (text === undefined) {
          if (row.when?.(event) === false) break;
          text = writeEvent(prepared, event, this.deps.hasTimestamps());
        }
        reader.deliver(row.name, text);
      }
    }
  }

  #remove(reader: EventReader): void {
    this.#readers.delete(reader);
    if (this.#readers.size > 0) return;
    this.#stopListening?.();
    this.#stopListening = undefined;
  }
}
