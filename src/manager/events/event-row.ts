import type { ManagerClass } from '../../config/files/interfaces/manager-classes';
import type { BridgeSnapshot } from '../../engine/calls/bridge/bridge-snapshot';
import type { ChannelSnapshot } from '../../engine/calls/channel/channel-snapshot';
import type { Fields, FieldValue } from '../protocol/write-fields';

/** The version of the interface that everything has which does not name a later one. */
export const firstVersion = '2.1.0';

/** A part of an event: a block of fields about a channel or a bridge, one field, or fields with names of their own. */
export type Part<Event> =
  | {
      readonly kind: 'channel';
      readonly prefix: string;
      /** Undefined leaves the block out. */
      readonly of: (event: Event) => ChannelSnapshot | undefined;
    }
  | { readonly kind: 'bridge'; readonly prefix: string; readonly of: (event: Event) => BridgeSnapshot | undefined }
  | {
      readonly kind: 'field';
      readonly name: string;
      readonly description: string;
      readonly since: string | undefined;
      /** Undefined leaves the field out. */
      readonly of: (event: Event) => FieldValue;
    }
  | { readonly kind: 'fields'; readonly description: string; readonly of: (event: Event) => Fields };

/** One event of the manager interface: when it is sent, who may read it, and what it holds, in order. */
export interface EventRow<Event> {
  readonly name: string;
  readonly class: ManagerClass;
  readonly since: string;
  readonly description: string;
  /** Sent only for events that this holds for; for all when it is not given. */
  readonly when?: ((event: Event) => boolean) | undefined;
  readonly parts: readonly Part<Event>[];
}

/** What happens and is not told to readers of the manager interface. */
export interface Unshown {
  readonly unshown: string;
}

export const unshown = (reason: string): Unshown => ({ unshown: reason });

interface RowOptions<Event> {
  readonly since?: string;
  readonly when?: (event: Event) => boolean;
}

/** `row('Newchannel', 'call', 'A channel was made.', [channel(…)])` */
export function row<Event>(
  [name, of]: readonly [name: string, of: ManagerClass],
  description: string,
  { since = firstVersion, when, parts }: RowOptions<Event> & Pick<EventRow<Event>, 'parts'>,
): EventRow<Event> {
  return { name, class: of, since, description, when, parts };
}

export function channel<Event>(of: (event: Event) => ChannelSnapshot | undefined, prefix = ''): Part<Event> {
  return { kind: 'channel', prefix, of };
}

export function bridge<Event>(of: (event: Event) => BridgeSnapshot | undefined, prefix = ''): Part<Event> {
  return { kind: 'bridge', prefix, of };
}

/** `since` where the field is newer than its event. */
export function field<Event>(
  [name, description, since]: readonly [name: string, description: string, since?: string],
  of: (event: Event) => FieldValue,
): Part<Event> {
  return { kind: 'field', name, description, since, of };
}

export function fields<Event>(description: string, of: (event: Event) => Fields): Part<Event> {
  return { kind: 'fields', description, of };
}
