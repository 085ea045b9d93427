import type { ClusterNodes, ClusterStatus } from '../../engine/cluster-nodes';
import type { Clock } from '../../shared/time/clock';
import type { Logger } from '../../shared/logger';
import type { Applications } from '../../stasis/applications';
import { NodeDrain } from '../lifecycle/node-drain';
import type { StopRequest } from '../lifecycle/process-life';
import type { CallServices } from './calls';
import type { ClusterHooks } from './cluster-hooks';
import type { Engine } from './engine';

export interface ClusterNodesDeps {
  readonly nodes: Pick<ClusterHooks, 'name' | 'node'>;
  readonly engine: Engine;
  readonly calls: CallServices;
  readonly applications: Applications;
  readonly requestStop: ((request: StopRequest) => void) | undefined;
  readonly clock: Clock;
  readonly log: Logger;
  readonly closers: (() => unknown)[];
}

/** The nodes as clients see them; a server that is alone is the only one. */
export function makeClusterNodes(deps: ClusterNodesDeps): ClusterNodes {
  const { nodes, engine, calls, requestStop, clock, log, closers } = deps;
  const draining = new NodeDrain({
    calls,
    events: engine.events,
    requestStop,
    clock,
    log,
    announce: async () => nodes.node()?.members.drain(),
  });
  closers.push(() => draining.close());
  const status = (): ClusterStatus => {
    const members = nodes.node()?.members;
    return members === undefined ? aloneStatus(deps) : { name: nodes.name, node: members.id, nodes: members.views() };
  };
  return {
    status,
    drain: (id, timeout) => {
      if (id !== status().node) return false;
      draining.begin(timeout);
      return true;
    },
  };
}

function aloneStatus({ engine, calls, applications }: ClusterNodesDeps): ClusterStatus {
  const { version, entityId: id } = engine.info.system;
  const { startedAt } = engine.info.status;
  const state = calls.admission.isDraining ? 'draining' : 'up';
  const sockets = applications.list().filter(({ isConnected }) => isConnected).length;
  const load = { channels: calls.channels.size, bridges: calls.bridges.size, sockets, silentFor: 0 };
  return { name: undefined, node: id, nodes: [{ id, state, incarnation: startedAt, version, startedAt, ...load }] };
}
