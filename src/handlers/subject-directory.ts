import type { Bridge, Channel, Endpoint } from '../../generated/models';
import type { Endpoints } from '../engine/endpoints';
import { splitId } from '../engine/endpoints';
import { presentEndpoint } from '../stasis/present-endpoint';

/** Kinds of objects that have to exist before somebody can name them. A device need not. */
export type ObjectKind = 'channel' | 'bridge' | 'endpoint';

/** The objects that applications name in event sources. */
export interface SubjectDirectory {
  /** Ids are never empty. An endpoint's id may be that of a technology. */
  readonly exists: (kind: ObjectKind, id: string) => boolean;
  /** As they are now; undefined when there is none of that id. */
  readonly channel: (id: string) => Channel | undefined;
  readonly bridge: (id: string) => Bridge | undefined;
  readonly endpoint: (id: string) => Endpoint | undefined;
}

/** The directory of a server that has endpoints, but no calls. */
export function endpointsOnly(endpoints: Endpoints): SubjectDirectory {
  return {
    exists: (kind, id) => kind === 'endpoint' && endpoints.exists(id),
    channel: () => undefined,
    bridge: () => undefined,
    endpoint: (id) => {
      const [technology, resource] = splitId(id);
      const endpoint = resource === undefined ? undefined : endpoints.get(technology, resource);
      return endpoint === undefined ? undefined : presentEndpoint(endpoint);
    },
  };
}
