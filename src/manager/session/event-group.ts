import type { ManagerFilter } from '../../config/files/interfaces/manager-filter';
import { passes } from './event-filter';
import { SharedBytes } from './shared-bytes';

/** A client that receives events. */
export interface EventReader {
  /** Bits of the classes that it receives. */
  readonly mask: number;
  readonly filters: readonly ManagerFilter[];
  /** Takes the bytes of whole events, in order. They are shared, and must not be changed. */
  readonly receive: (events: Buffer) => void;
}

/** Milliseconds between two deliveries: under load, the events of many calls share a system call. */
const pace = 10;

/**
 * Readers that receive the same events. What happens within a few milliseconds is encoded once, and each reader is
 * handed the same bytes: an event costs nothing per reader, only a delivery does.
 */
export class EventGroup {
  /** With the number of waiting bytes that each reader does not get: those before it joined, or that it has got. */
  readonly #members = new Map<EventReader, number>();
  readonly #waiting = new SharedBytes();
  #immediate: NodeJS.Immediate | undefined;
  #timer: NodeJS.Timeout | undefined;
  #lastDelivery = 0;

  constructor(
    readonly mask: number,
    private readonly filters: readonly ManagerFilter[],
  ) {}

  get size(): number {
    return this.#members.size;
  }

  get hasFilters(): boolean {
    return this.filters.length > 0;
  }

  join(reader: EventReader): void {
    this.#members.set(reader, this.#waiting.length);
  }

  /** The reader still gets what happened before. */
  leave(reader: EventReader): void {
    this.settle(reader);
    this.#members.delete(reader);
    if (this.#members.size === 0) this.#stopTimers();
  }

  /** Delivers what waits for one reader, because something else comes behind it. */
  settle(reader: EventReader): void {
    const from = this.#members.get(reader);
    if (from === undefined || from >= this.#waiting.length) return;
    this.#members.set(reader, this.#waiting.length);
    reader.receive(this.#waiting.from(from));
  }

  add(name: string, text: string): void {
    if (!passes(this.filters, name, text)) return;
    if (!this.#waiting.add(text)) {
      this.#deliver();
      this.#waiting.add(text);
    }
    // Asked first: reading the clock for every event would cost more than adding it.
    if (this.#immediate !== undefined || this.#timer !== undefined) return;
    const wait = this.#lastDelivery + pace - performance.now();
    if (wait <= 0) this.#immediate = setImmediate(() => this.#deliver());
    else this.#timer = setTimeout(() => this.#deliver(), wait);
  }

  #deliver(): void {
    this.#stopTimers();
    this.#lastDelivery = performance.now();
    const bytes = this.#waiting.take();
    for (const [reader, from] of this.#members) {
      if (from > 0) this.#members.set(reader, 0);
      if (from < bytes.length) reader.receive(from === 0 ? bytes : bytes.subarray(from));
    }
  }

  #stopTimers(): void {
    clearImmediate(this.#immediate);
    clearTimeout(this.#timer);
    this.#immediate = undefined;
    this.#timer = undefined;
  }
}
