type Tagged = { readonly type: string };
type Listener<Event> = (event: Event) => void;
export type EventSource<Event extends Tagged> = Pick<EventHub<Event>, 'on' | 'onAny'>;

/** Typed publish and subscribe over one union of events. The owner keeps the hub and hands out its EventSource. */
export class EventHub<Event extends Tagged> {
  readonly #listeners = new Map<string, Set<Listener<never>>>();
  readonly #everything = new Set<Listener<Event>>();

  constructor(private readonly onListenerError: (error: unknown, event: Event) => void) {}

  /** How many listeners there are. */
  get size(): number {
    return [...this.#listeners.values()].reduce((sum, { size }) => sum + size, this.#everything.size);
  }

  on<Type extends Event['type']>(type: Type, listener: Listener<Extract<Event, { type: Type }>>): () => void {
    const listeners = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  onAny(listener: Listener<Event>): () => void {
    this.#everything.add(listener);
    return () => void this.#everything.delete(listener);
  }

  emit(event: Event): void {
    // Copied: a listener may unsubscribe. Caught one by one: a call must outlive a bad listener.
    for (const listener of [...(this.#listeners.get(event.type) ?? []), ...this.#everything]) {
      try {
        (listener as Listener<Event>)(event);
      } catch (error) {
        this.onListenerError(error, event);
      }
    }
  }
}
