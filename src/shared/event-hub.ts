type Tagged = { readonly type: string };
type Listener<Event> = (event: Event) => void;
export type EventSource<Event extends Tagged, Phase extends string> = Pick<EventHub<Event, Phase>, 'on' | 'onAny'>;

interface Registration<Event, Phase> {
  readonly phase: Phase;
  /** Undefined for all of them. */
  readonly type: string | undefined;
  readonly listener: Listener<Event>;
  readonly isWanted: IsWanted | undefined;
}

/** Whether a listener to all events would do anything about one of that type at present. */
type IsWanted = (type: string) => boolean;

/** Those who listen to one type of events, in their order. */
interface Audience<Event> {
  readonly listeners: readonly Listener<Event>[];
  /** Undefined where one of them always does something about it. */
  readonly conditions: readonly IsWanted[] | undefined;
}

/**
 * Typed publish and subscribe over one union of events. The owner keeps the hub and hands out its EventSource. Listeners
 * are called phase by phase, in the order in which the hub names its phases, whenever they were registered; those of one
 * phase must not depend on each other.
 */
export class EventHub<Event extends Tagged, Phase extends string> {
  #registrations: readonly Registration<Event, Phase>[] = [];
  /** By type. Replaced and never changed: a listener may unsubscribe during an event. */
  #audiences = new Map<string, Audience<Event>>();

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
    return this.#register({ phase, type, listener: listener as Listener<Event>, isWanted: undefined });
  }

  /** `isWanted` lets events that the listener would pass over at present not even be made. */
  onAny(phase: Phase, listener: Listener<Event>, isWanted?: (type: Event['type']) => boolean): () => void {
    return this.#register({ phase, type: undefined, listener, isWanted });
  }

  /** Whether anybody would do anything about an event of that type now. Where nobody does, it need not be made. */
  hears(type: Event['type']): boolean {
    const { conditions } = this.#audienceOf(type);
    if (conditions === undefined) return true;
    for (const isWanted of conditions) if (isWanted(type)) return true;
    return false;
  }

  /** Caught one by one: a call must outlive a bad listener. */
  emit(event: Event): void {
    this.#tell(this.#audienceOf(event.type).listeners, event);
  }

  /** The same for listeners of these phases only. */
  emitIn(phases: readonly Phase[], event: Event): void {
    this.#tell(
      this.#registered(event.type, phases).map(({ listener }) => listener),
      event,
    );
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
    this.#audiences = new Map();
  }

  #audienceOf(type: string): Audience<Event> {
    return this.#audiences.get(type) ?? this.#gather(type);
  }

  #gather(type: string): Audience<Event> {
    const registered = this.#registered(type, this.phases);
    const conditions = registered.map(({ isWanted }) => isWanted).filter((isWanted) => isWanted !== undefined);
    const audience = {
      listeners: registered.map(({ listener }) => listener),
      conditions: conditions.length < registered.length ? undefined : conditions,
    };
    this.#audiences.set(type, audience);
    return audience;
  }

  #registered(type: string, phases: readonly Phase[]): readonly Registration<Event, Phase>[] {
    const interested = this.#registrations.filter((each) => each.type === undefined || each.type === type);
    return phases.flatMap((phase) => interested.filter((each) => each.phase === phase));
  }
}
