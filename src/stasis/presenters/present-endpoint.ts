import type { Endpoint } from '../../../generated/models';
import type { EndpointName, EndpointSnapshot } from '../../engine/endpoint';
import type { Subject } from '../subject';
import { subject } from '../subject';

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

/** Subscribers to the channels of an endpoint, of its technology or of all endpoints. */
export function subjectsOfEndpoint({ technology, resource }: EndpointName): readonly Subject[] {
  const ofTechnology = subject('endpoint', technology);
  if (resource === undefined) return [ofTechnology];
  return [subject('endpoint', `${technology}/${resource}`), ofTechnology, subject('endpoint', '')];
}
