import type { EventHub, EventSource } from '../shared/event-hub';
import type { DeviceState } from './device-state';
import type { EndpointSnapshot } from './endpoint';
import type { Mailbox } from './mailbox';

/** Something that has happened, in the engine's own words. Snapshots are taken at that moment and never change. */
export type EngineEvent =
  | Happened<'device-state-changed', { readonly device: DeviceState }>
  | Happened<'mailbox-changed', { readonly mailbox: Mailbox }>
  | Happened<'global-variable-set', { readonly name: string; readonly value: string }>
  | Happened<'endpoint-changed', { readonly endpoint: EndpointSnapshot }>;

type Happened<Type extends string, Facts> = {
  readonly type: Type;
  /** Milliseconds since 1970. */ readonly at: number;
} & Facts;

export type EngineEventHub = EventHub<EngineEvent>;
export type EngineEventSource = EventSource<EngineEvent>;
