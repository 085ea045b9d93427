import type { Event } from '../../generated/models';
import { wireTime } from '../shared/timestamp';
import type { Subject } from './subject';

type Envelope = 'type' | 'timestamp' | 'application' | 'asterisk_id' | 'sequence';
export type EventType = Event['type'];

/** The fields of an event that are its own, as they go out on the wire. */
export type Payload<Type extends EventType> = Omit<Extract<Event, { type: Type }>, Envelope>;

/** A fact on its way to applications: serialised once, addressed as often as needed. */
export interface Notice {
  readonly type: EventType;
  /** JSON up to, but not including, `"application"` and the closing brace. */
  readonly head: string;
  /** Whom it concerns; whoever is subscribed to one of them gets it once. Empty for a notice to one application. */
  readonly subjects: readonly Subject[];
}

export interface NoticeFacts<Type extends EventType> {
  readonly type: Type;
  readonly at: number;
  readonly payload: Payload<Type>;
  readonly subjects?: readonly Subject[];
}

/** Makes notices for one server, whose id every message carries. */
export class NoticeMaker {
  constructor(private readonly entityId: string) {}

  make<Type extends EventType>({ type, at, payload, subjects = [] }: NoticeFacts<Type>): Notice {
    const message = { type, timestamp: wireTime(at), ...payload, asterisk_id: this.entityId };
    return { type, head: JSON.stringify(message).slice(0, -1), subjects };
  }
}

/** The message as one application reads it. `nameJson` is the application's name, already a JSON string. */
export function addressed(notice: Notice, nameJson: string, sequence?: number): string {
  const number = sequence === undefined ? '' : `,"sequence":${sequence}`;
  return `${notice.head}${number},"application":${nameJson}}`;
}
