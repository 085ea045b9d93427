type Tagged = { readonly type: string };
type Listener<Event> = (event: Event) => void;
export type EventSource<Event extends Tagged> = Pick<EventHub<Event>, 'on' | 'onAny'>;

/** Typed publish and subscribe over one union of events. The owner keeps the hub and hands out its EventSource. */
export class EventHub<Event extends Tagged> {
  // Lists are replaced and never changed: a listener may unsubscribe while an event is told, and nothing is copied for it.
  readonly #listeners = new Map<string, readonly Listener<Event>[]>();
  #everything: readonly Listener<Event>[] = [];

  constructor(private readonly onListenerError: (error: unknown, event: Event) => void) {}

  /** How many listen, to anything. */
  get size(): number {
    let count = this.#everything.length;
    for (const listeners of this.#listeners.values()) count += listeners.length;
    return count;
  }

  on<Type extends Event['type']>(type: Type, listener: Listener<Extract<Event, { type: Type }>>): () => void {
    // Only events of that type are ever told to it.
    const heard = listener as Listener<Event>;
    this.#listeners.set(type, including(this.#listeners.get(type) ?? [], heard));
    return () => void this.#listeners.set(type, without(this.#listeners.get(type) ?? [], heard));
  }

  onAny(listener: Listener<Event>): () => void {
    this.#everything = including(this.#everything, listener);
    return () => void (this.#everything = without(this.#everything, listener));
  }

  emit(event: Event): void {
    const everything = this.#everything;
    const listeners = this.#listeners.get(event.type);
    if (listeners !== undefined) this.#tell(listeners, event);
    this.#tell(everything, event);
  }

  /** Caught one by one: a call must outlive a bad listener. */
  #tell(listeners: readonly Listener<Event>[], event: Event): void {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        this.onListenerError(error, event);
      }
    }
  }
}

function including<Item>(items: readonly Item[], item: Item): readonly Item[] {
  return items.includes(item) ? items : [...items, item];
}

function without<Item>(items: readonly Item[], item: Item): readonly Item[] {
  return items.filter((each) => each !== item);
}
