type Tagged = { readonly type: string };
type Listener<Event> = (event: Event) => void;
export type EventSource<Event extends Tagged, Phase extends string> = Pick<EventHub<Event, Phase>, 'on' | 'onAny'>;

interface Registration<Event, Phase> {
  readonly phase: Phase;
  /** Undefined for all of them. */
  readonly type: string | undefined;
  readonly listener: Listener<Event>;
}

/**
 * Typed publish and subscribe over one union of events. The owner keeps the hub and hands out its EventSource. Listeners
 * are called phase by phase, in the order in which the hub names its phases, whenever they were registered; those of one
 * phase must not depend on each other.
 */
export class EventHub<Event extends Tagged, Phase extends string> {
  #registrations: readonly Registration<Event, Phase>[] = [];
  /** By type, in their order. Replaced and never changed: a listener may unsubscribe during an event. */
  #ordered = new Map<string, readonly Listener<Event>[]>();

  constructor(
    private readonly phases: readonly Phase[],
    private readonly onListenerError: (error: unknown, event: Event) => void,
  ) {}

  /** How many listen, to anything. */
  get size(): number {
    return this.#registrations.length;
  }

  on<Type extends Event['type']>(
    phase: Phase,
    type: Type,
    listener: Listener<Extract<Event, { type: Type }>>,
  ): () => void {
    // Only events of that type are ever told to it.
    return this.#register({ phase, type, listener: listener as Listener<Event> });
  }

  onAny(phase: Phase, listener: Listener<Event>): () => void {
    return this.#register({ phase, type: undefined, listener });
  }

  /** Caught one by one: a call must outlive a bad listener. */
  emit(event: Event): void {
    this.#tell(this.#ordered.get(event.type) ?? this.#order(event.type), event);
  }

  /** The same for listeners of these phases only. */
  emitIn(phases: readonly Phase[], event: Event): void {
    this.#tell(this.#listenersOf(event.type, phases), event);
  }

  #tell(listeners: readonly Listener<Event>[], event: Event): void {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        this.onListenerError(error, event);
      }
    }
  }

  #register(registration: Registration<Event, Phase>): () => void {
    this.#replace([...this.#registrations, registration]);
    return () => this.#replace(this.#registrations.filter((each) => each !== registration));
  }

  #replace(registrations: readonly Registration<Event, Phase>[]): void {
    this.#registrations = registrations;
    this.#ordered = new Map();
  }

  #order(type: string): readonly Listener<Event>[] {
    const listeners = this.#listenersOf(type, this.phases);
    this.#ordered.set(type, listeners);
    return listeners;
  }

  #listenersOf(type: string, phases: readonly Phase[]): readonly Listener<Event>[] {
    const interested = this.#registrations.filter((each) => each.type === undefined || each.type === type);
    const ordered = phases.flatMap((phase) => interested.filter((each) => each.phase === phase));
    return ordered.map(({ listener }) => listener);
  }
}
