import type { Placement } from '../../api/dispatcher';
import type { SharedAnswers } from '../../api/idempotency';
import { UnavailableError } from '../../contract/unavailable';
import type { RemoteChannels } from '../../engine/calls/use-cases/remote-channels';
import { noRemoteChannels } from '../../engine/calls/use-cases/remote-channels';
import type { SharedUses } from '../../engine/shared-uses';
import type { Rights } from '../../policy/rights';
import type { Announcement } from '../../server/socket/socket-door';
import type { SocketRequest } from '../../server/socket/socket-request';
import type { Logger } from '../../shared/logger';
import type { ApplicationsOptions } from '../../stasis/applications';
import type { ClusterDeps } from './cluster';
import { ClusterNode } from './cluster';
import type { ClusterBase } from './cluster-base';

export type ApplicationHooks = Pick<
  ApplicationsOptions,
  'onHeld' | 'onReleased' | 'onSocketLost' | 'onFollowed' | 'replayOf'
>;

/** What the parts of a server are given to take part in a cluster. Undefined where the server is alone. */
export interface ClusterHooks {
  /** The name of the cluster. */
  readonly name: string | undefined;
  /** Makes ids of objects, with the id of the node in front. */
  readonly newId: (uuid: () => string) => () => string;
  readonly onGlobal: ((name: string, value: string | undefined) => void) | undefined;
  readonly applications: ApplicationHooks | undefined;
  readonly placement: Placement | undefined;
  /** Channels of other nodes. */
  readonly remote: RemoteChannels;
  /** What calls on other nodes do to devices. */
  readonly uses: SharedUses | undefined;
  /** Seals the nonces that phones are challenged with. */
  readonly nonceSecret: Buffer | undefined;
  readonly answers: SharedAnswers | undefined;
  readonly announce: ((wanted: SocketRequest, user: { readonly rights: Rights }) => Announcement) | undefined;
  /** Joins the cluster, when everything else is there. Returns how to leave it. */
  readonly join: (deps: Omit<ClusterDeps, 'base'>) => Promise<() => Promise<void>>;
  /** The nodes, as seen from here. */
  readonly node: () => ClusterNode | undefined;
}

const alone: ClusterHooks = {
  name: undefined,
  newId: (uuid) => uuid,
  onGlobal: undefined,
  applications: undefined,
  placement: undefined,
  remote: noRemoteChannels,
  uses: undefined,
  nonceSecret: undefined,
  answers: undefined,
  announce: undefined,
  join: () => Promise.resolve(() => Promise.resolve()),
  node: () => undefined,
};

/** The parts of a server are made before it joins: they reach the node by these. */
export function clusterHooks(base: ClusterBase | undefined, log: Logger): ClusterHooks {
  if (base === undefined) return alone;
  let node: ClusterNode | undefined;
  const joined = (): ClusterNode => {
    if (node === undefined) throw new UnavailableError('this node has not joined its cluster yet: try again shortly');
    return node;
  };
  return {
    name: base.config.name,
    newId: (uuid) => () => `${base.config.node}-${uuid()}`,
    onGlobal: (name, value) => {
      const written = value === undefined ? base.state.delete('globals', name) : base.state.put('globals', name, value);
      written.catch((error: unknown) => log.warn({ error, name }, 'other nodes do not know of a global variable'));
    },
    applications: {
      onHeld: (name, registration) => joined().applications.held(name, registration),
      onReleased: (name) => node?.applications.released(name),
      replayOf: (name) => node?.applications.replayOf(name),
      onSocketLost: (name, socket) => node?.applications.released(name, socket),
      onFollowed: (kind, id) => node?.followed(kind, id),
    },
    remote: {
      find: (idOrName) => node?.trunks.remote.find(idOrName),
      applicationWith: (id) => node?.trunks.remote.applicationWith(id),
    },
    uses: base.uses,
    nonceSecret: base.nonceSecret,
    placement: (placed, here) => joined().placement(placed, here),
    answers: { first: (command, carryOut) => joined().answers.first(command, carryOut) },
    announce: (wanted, { rights }) => joined().announce(wanted, rights),
    join: async (deps) => {
      const joining = new ClusterNode({ ...deps, base });
      node = joining;
      await joining.join();
      return () => joining.leave();
    },
    node: () => node,
  };
}
