import type { Channel as WireChannel } from '../../../generated/models';
import type { ChannelSnapshot } from '../../engine/calls/channel/channel-snapshot';
import type { EndpointName } from '../../engine/endpoint';
import { wireTime } from '../../shared/time/timestamp';
import { subjectsOfEndpoint } from './present-endpoint';
import type { Subject } from '../subject';
import { subject } from '../subject';
import { Written } from '../written';

/** Several events in a row show the same snapshot: it is put into words once. */
const written = new WeakMap<ChannelSnapshot, Written<WireChannel>>();

export function writeChannel(snapshot: ChannelSnapshot): Written<WireChannel> {
  const known = written.get(snapshot);
  if (known !== undefined) return known;
  const channel = Written.of(presentChannel(snapshot));
  written.set(snapshot, channel);
  return channel;
}

export function presentChannel(snapshot: ChannelSnapshot): WireChannel {
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

const allChannels = subject('channel', '');
const maxRemembered = 512;
/** By id, for the channels of the latest events; it starts again when it is full. */
const remembered = new Map<string, { readonly endpoint: EndpointName; readonly subjects: readonly Subject[] }>();

/** Subscribers of the channel, of all channels or of its endpoint. */
export function subjectsOfChannel({ id, endpoint }: ChannelSnapshot): readonly Subject[] {
  const known = remembered.get(id);
  // Another channel may have had the id.
  if (known?.endpoint === endpoint) return known.subjects;
  if (remembered.size === maxRemembered) remembered.clear();
  const subjects = [subject('channel', id), allChannels, ...subjectsOfEndpoint(endpoint)];
  remembered.set(id, { endpoint, subjects });
  return subjects;
}
