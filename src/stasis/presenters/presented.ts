import type { EngineEvent, EngineEventOf } from '../../engine/engine-event';
import type { EventType, Payload } from '../serialized-event';

/** An event as clients read it, without its envelope. */
export interface Presented<Type extends EventType> {
  readonly type: Type;
  readonly payload: Payload<Type>;
}

export type AnyPresented = { [Type in EventType]: Presented<Type> }[EventType];

/** What happens in the engine and is not told to applications. */
export interface Internal {
  readonly internal: string;
}

/** One entry for every event of a union: how it is presented, or why it is not. */
export type Presenters<Event extends EngineEvent> = {
  readonly [Type in Event['type']]: ((event: EngineEventOf<Type>) => AnyPresented) | Internal;
};

export function presented<Type extends EventType>(type: Type, payload: Payload<Type>): Presented<Type> {
  return { type, payload };
}

export function internal(reason: string): Internal {
  return { internal: reason };
}

/** The members that have a value. */
export function known<Members extends object>(members: Members): Known<Members> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Known<Members>;
}

type Known<Members> = { [Name in keyof Members]?: Exclude<Members[Name], undefined> };
