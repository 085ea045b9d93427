import type { EventRow, Unshown } from './event-row';

/** One entry for every event of a union: the events of the interface that it becomes, or why there are none. */
export type EventSources<Event extends { readonly type: string }> = {
  readonly [Type in Event['type']]: readonly EventRow<Extract<Event, { readonly type: Type }>>[] | Unshown;
};
