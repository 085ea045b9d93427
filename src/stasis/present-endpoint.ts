import type { Endpoint } from '../../generated/models';
import type { EndpointSnapshot } from '../engine/endpoint';
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
  return { type: 'EndpointStateChange', at, payload, subjects: subjectsOf(endpoint) };
}

/** Whoever listens to the endpoint, to its technology or to all endpoints. */
function subjectsOf({ technology, resource }: EndpointSnapshot): readonly Subject[] {
  return [subject('endpoint', `${technology}/${resource}`), subject('endpoint', technology), subject('endpoint', '')];
}
