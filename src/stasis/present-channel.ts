import type { Channel as WireChannel } from '../../generated/models';
import type { ChannelSnapshot } from '../engine/calls/channel-snapshot';
import { wireTime } from '../shared/timestamp';
import type { Subject } from './subject';
import { subject } from './subject';

/** Several events in a row show the same snapshot: it is put into words once. */
const presented = new WeakMap<ChannelSnapshot, WireChannel>();

export function presentChannel(snapshot: ChannelSnapshot): WireChannel {
  const known = presented.get(snapshot);
  if (known !== undefined) return known;
  const wire = present(snapshot);
  presented.set(snapshot, wire);
  return wire;
}

function present(snapshot: ChannelSnapshot): WireChannel {
  const { place, application, caller, connected, redirectedFrom, tenantId, variables } = snapshot;
  return {
    id: snapshot.id,
    name: snapshot.name,
    state: snapshot.state,
    protocol_id: snapshot.protocolId,
    caller: { name: caller.name, number: caller.number },
    connected: { name: connected.name, number: connected.number },
    accountcode: snapshot.accountCode,
    dialplan: {
      context: place.context,
      exten: place.extension,
      priority: place.priority,
      app_name: application.name,
      app_data: application.data,
    },
    creationtime: wireTime(snapshot.createdAt),
    language: snapshot.language,
    app_name: application.name,
    app_data: application.data,
    ...(redirectedFrom === undefined ? undefined : { caller_rdnis: redirectedFrom }),
    ...(tenantId === '' ? undefined : { tenantid: tenantId }),
    ...(variables === undefined ? undefined : { channelvars: variables }),
  };
}

/** Whoever listens to the channel or to all channels. */
export function subjectsOfChannel({ id }: ChannelSnapshot): readonly Subject[] {
  return [subject('channel', id), subject('channel', '')];
}
