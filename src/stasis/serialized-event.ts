import type { Event } from '../../generated/models';
import { madeOnce } from '../shared/collections/made-once';
import { wireTime } from '../shared/time/timestamp';
import type { Subject } from './subject';
import type { PartlyWritten } from './written';
import { writeMembers } from './written';

type Envelope = 'type' | 'timestamp' | 'application' | 'asterisk_id' | 'sequence' | 'origin';
export type EventType = Event['type'];

/** The fields of an event that are its own, as they go out on the wire. */
export type Payload<Type extends EventType> = PartlyWritten<Omit<Extract<Event, { type: Type }>, Envelope>>;

/** A fact on its way to applications: serialised once, addressed as often as needed. */
export interface SerializedEvent {
  readonly type: EventType;
  /** JSON up to, but not including, `"application"` and the closing brace. */
  readonly head: string;
  /** The subjects; each application subscribed to one of them gets it once. Empty for an event to one application. */
  readonly subjects: readonly Subject[];
}

export interface EventFacts<Type extends EventType> {
  readonly type: Type;
  readonly at: number;
  readonly payload: Payload<Type>;
  readonly subjects?: readonly Subject[] | undefined;
}

const none: readonly Subject[] = [];

/** Makes notices for one server, whose id every message carries. */
export class EventSerializer {
  readonly #signature: string;

  constructor(entityId: string) {
    this.#signature = `,"asterisk_id":${JSON.stringify(entityId)}`;
  }

  make<Type extends EventType>({ type, at, payload, subjects = none }: EventFacts<Type>): SerializedEvent {
    const head = `${startOf(type)}${wireTime(at)}"${writeMembers(payload)}${this.#signature}`;
    return { type, head, subjects };
  }
}

/** Everything before the time, in one piece of memory. */
const startOf = madeOnce((type: EventType) => ['{"type":"', type, '","timestamp":"'].join(''));

/** The message as one application reads it. `nameJson` is the application's name, already a JSON string. */
export function addressed(notice: SerializedEvent, nameJson: string, sequence?: number): string {
  if (sequence === undefined) return `${notice.head},"application":${nameJson}}`;
  // A numbered message is kept: joined, it is one piece of memory instead of a tree of all its parts.
  return [notice.head, `,"sequence":${sequence},"application":`, nameJson, '}'].join('');
}

/** Without what a user may not read. */
export function redacted(event: SerializedEvent, redact: ((head: string) => string) | undefined): SerializedEvent {
  return redact === undefined ? event : { type: event.type, head: redact(event.head), subjects: event.subjects };
}
