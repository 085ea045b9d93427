import type { Endpoint } from '../../generated/models';
import type { EndpointName, EndpointSnapshot } from '../engine/endpoint';
import type { EngineEvent } from '../engine/engine-event';
import type { NoticeFacts } from './notice';
import type { Subject } from './subject';
import { subject } from './subject';

export function presentEndpoint(endpoint: EndpointSnapshot): Endpoint {
  const { technology, resource, state, channelIds, maxChannels } = endpoint;
  return {
    technology,
    resource,
    state,
    channel_ids: channelIds,
    ...(maxChannels === undefined ? {} : { max_channels: maxChannels }),
  };
}

export function presentEndpointChange(endpoint: EndpointSnapshot, at: number): NoticeFacts<'EndpointStateChange'> {
  const payload = { endpoint: presentEndpoint(endpoint) };
  const { technology, resource } = endpoint;
  // Existing servers do not tell it to those who listen to all endpoints: every call would tell them twice.
  const subjects = [subject('endpoint', `${technology}/${resource}`), subject('endpoint', technology)];
  return { type: 'EndpointStateChange', at, payload, subjects };
}

type Happened<Type extends EngineEvent['type']> = Extract<EngineEvent, { readonly type: Type }>;

export function presentPeerStatus({
  endpoint,
  status,
  at,
}: Happened<'peer-status-changed'>): NoticeFacts<'PeerStatusChange'> {
  const payload = { endpoint: presentEndpoint(endpoint), peer: { peer_status: status } };
  return { type: 'PeerStatusChange', at, payload, subjects: subjectsOfEndpoint(endpoint) };
}

export function presentContactStatus({
  endpoint,
  contact,
  at,
}: Happened<'contact-status-changed'>): NoticeFacts<'ContactStatusChange'> {
  const { uri, status, aor, roundTripMicroseconds } = contact;
  const contactInfo = { uri, contact_status: status, aor, roundtrip_usec: String(roundTripMicroseconds) };
  const payload = { endpoint: presentEndpoint(endpoint), contact_info: contactInfo };
  return { type: 'ContactStatusChange', at, payload, subjects: subjectsOfEndpoint(endpoint) };
}

/** Whoever listens to what happens to the channels of an endpoint, of its technology or of all endpoints. */
export function subjectsOfEndpoint({ technology, resource }: EndpointName): readonly Subject[] {
  const ofTechnology = subject('endpoint', technology);
  if (resource === undefined) return [ofTechnology];
  return [subject('endpoint', `${technology}/${resource}`), ofTechnology, subject('endpoint', '')];
}
