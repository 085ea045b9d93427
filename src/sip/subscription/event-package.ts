import type { SipRequest } from '../message/message';
import type { EventState } from './event-state';
import type { ServerSubscription } from './server-subscription';

/** Whom a subscription belongs to, as far as the limits and the packages care. */
export interface Subscriber {
  /** Subscriptions are counted by it. */
  readonly id: string;
}

/** What a subscriber is told about. */
export interface SubscribedResource {
  readonly state: (version: number) => EventState | undefined;
  /** The subscription exists: tells it of changes until the result is called. */
  readonly watch: (subscription: ServerSubscription) => () => void;
}

/** Says what can be subscribed to under the name of one event (RFC 6665 §5). */
export interface EventPackage<Who extends Subscriber = Subscriber> {
  /** `message-summary` */
  readonly name: string;
  /** Types of its contents, the usual one first; none while nothing can write them. */
  readonly types: () => readonly string[];
  /** What the request asks for, in one of these types; a number is the status of the refusal. */
  readonly find: (request: SipRequest, subscriber: Who, type: string) => SubscribedResource | number;
}
