import type { Endpoint } from '../../../generated/models';
import type { EndpointName, EndpointSnapshot } from '../../engine/endpoint';
import type { Subject } from '../subject';
import { subject, wholeKinds } from '../subject';

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
  if (resource === undefined) return [subject('endpoint', technology)];
  const known = remembered.get(resource);
  if (known?.technology === technology) return known.subjects;
  if (remembered.size === maxRemembered) remembered.clear();
  const subjects = [
    subject('endpoint', `${technology}/${resource}`),
    subject('endpoint', technology),
    wholeKinds.endpoint,
  ];
  remembered.set(resource, { technology, subjects });
  return subjects;
}

const maxRemembered = 4096;
/** By resource, for the endpoints of the latest events; it starts again when it is full. */
const remembered = new Map<string, { readonly technology: string; readonly subjects: readonly Subject[] }>();
