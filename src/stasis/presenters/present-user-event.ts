import type { Bridge, Channel, Endpoint } from '../../../generated/models';
import type { JsonObject } from '../../contract/json';
import type { Payload } from '../serialized-event';

export interface UserEvent {
  readonly name: string;
  readonly variables: JsonObject;
  readonly attached: Attached;
}

/** The objects a user event is about, as they are shown. */
export interface Attached {
  readonly channel?: Channel;
  readonly bridge?: Bridge;
  readonly endpoint?: Endpoint;
}

/** Values are passed through unchanged, whatever their type; only the name cannot be forged. */
export function presentUserEvent({ name, variables, attached }: UserEvent): Payload<'ChannelUserevent'> {
  return { eventname: name, userevent: { ...variables, eventname: name }, ...attached };
}
