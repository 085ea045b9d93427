import type { Cancel } from './clock';

export interface Tagged {
  readonly type: string;
}

/** May be async; an exception or rejection is reported and does not affect other listeners. */
export type Listener<Event> = (event: Event) => void | Promise<void>;

export type EventOf<Event extends Tagged, Type extends Event['type']> = Extract<Event, { readonly type: Type }>;

/** Told about a listener that failed. */
export type ListenerErrorHandler = (error: unknown, event: Tagged) => void;

/** Typed subscription over one union of events. */
export interface EventSource<Event extends Tagged> {
  /** Calls the listener for every event of one type; the returned function ends that. */
  readonly on: <Type extends Event['type']>(type: Type, listener: Listener<EventOf<Event, Type>>) => Cancel;
  /** Calls the listener for every event; the returned function ends that. */
  readonly onAny: (listener: Listener<Event>) => Cancel;
}

/** The owner's side of an EventSource. */
export class Listeners<Event extends Tagged> {
  readonly #byType = new Map<string, Set<Listener<Event>>>();
  readonly #forAny = new Set<Listener<Event>>();

  constructor(private readonly onError: ListenerErrorHandler) {}

  readonly source: EventSource<Event> = {
    on: (type, listener) => {
      const listeners = this.#byType.get(type) ?? new Set();
      this.#byType.set(type, listeners);
      // The cast is safe: `emit` looks listeners up by the type they were registered for.
      return add(listeners, listener as Listener<Event>);
    },
    onAny: (listener) => add(this.#forAny, listener),
  };

  emit(event: Event): void {
    // Copied: a listener may unsubscribe itself or others.
    for (const listener of [...(this.#byType.get(event.type) ?? []), ...this.#forAny]) this.#call(listener, event);
  }

  #call(listener: Listener<Event>, event: Event): void {
    const report = (error: unknown): void => this.onError(error, event);
    try {
      const outcome = listener(event);
      if (outcome !== undefined) Promise.resolve(outcome).catch(report);
    } catch (error) {
      report(error);
    }
  }
}

/** Wrapped, so that one function registered twice is called twice and unsubscribed one by one. */
function add<Event>(listeners: Set<Listener<Event>>, listener: Listener<Event>): Cancel {
  const entry: Listener<Event> = (event) => listener(event);
  listeners.add(entry);
  return () => void listeners.delete(entry);
}
