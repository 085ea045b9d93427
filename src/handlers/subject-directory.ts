import { bridgeId } from '../shared/ids';
import type { Bridge, Channel, Endpoint } from '../../generated/models';
import type { Bridges } from '../engine/calls/bridge/bridges';
import type { Channels } from '../engine/calls/channel/channels';
import type { Technologies } from '../engine/calls/technology/technologies';
import type { Endpoints } from '../engine/endpoints';
import { splitId } from '../engine/endpoints';
import { presentBridge } from '../stasis/presenters/present-bridge';
import { presentChannel } from '../stasis/presenters/present-channel';
import { presentEndpoint } from '../stasis/presenters/present-endpoint';

/** Kinds of objects that must exist to be named in an event source. A device need not. */
export type ObjectKind = 'channel' | 'bridge' | 'endpoint';

/** The objects that applications name in event sources. */
export interface SubjectDirectory {
  /** Ids are never empty. An endpoint's id may be that of a technology. */
  readonly exists: (kind: ObjectKind, id: string) => boolean;
  /** The current state; undefined when there is no object of that id. */
  readonly channel: (id: string) => Channel | undefined;
  readonly bridge: (id: string) => Bridge | undefined;
  readonly endpoint: (id: string) => Endpoint | undefined;
}

export interface SubjectDirectoryDeps {
  readonly channels: Pick<Channels, 'find'>;
  readonly bridges: Pick<Bridges, 'find'>;
  readonly endpoints: Endpoints;
  readonly technologies: Pick<Technologies, 'find'>;
}

export function subjectDirectory(deps: SubjectDirectoryDeps): SubjectDirectory {
  const { channels, bridges, endpoints, technologies } = deps;
  const channel: SubjectDirectory['channel'] = (id) => {
    const found = channels.find(id);
    return found === undefined ? undefined : presentChannel(found.snapshot());
  };
  const bridge: SubjectDirectory['bridge'] = (id) => {
    const found = bridges.find(bridgeId(id));
    return found === undefined ? undefined : presentBridge(found.snapshot());
  };
  const endpoint: SubjectDirectory['endpoint'] = (id) => {
    const { technology, resource } = splitId(id);
    const found = resource === undefined ? undefined : endpoints.get(technology, resource);
    return found === undefined ? undefined : presentEndpoint(found);
  };
  return {
    exists: (kind, id) => {
      // A technology is also an endpoint, which represents all of its channels. Case-sensitive, as events name it.
      if (kind === 'endpoint') return technologies.find(id)?.name === id || endpoints.exists(id);
      return kind === 'channel' ? channel(id) !== undefined : bridges.find(bridgeId(id))?.governedBy === 'stasis';
    },
    channel,
    bridge,
    endpoint,
  };
}
