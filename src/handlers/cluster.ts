import type { ClusterNode as NodeModel } from '../../generated/models';
import type { ClusterOperations } from '../../generated/operations';
import type { ClusterNodes, NodeStatus } from '../engine/cluster-nodes';
import { wireTime } from '../shared/time/timestamp';
import { quoted } from './quoted';

export const clusterHandlers = (cluster: ClusterNodes): ClusterOperations => ({
  get: () => {
    const { name, node, nodes } = cluster.status();
    const mode = name === undefined ? ('single' as const) : ('cluster' as const);
    const body = { mode, ...(name === undefined ? undefined : { name }), node, nodes: nodes.map(presentNode) };
    return { status: 200, body };
  },

  drain: ({ nodeId, timeout }) =>
    cluster.drain(nodeId, timeout * 1000)
      ? { status: 202 }
      : { status: 404, message: `there is no living node ${quoted(nodeId)}: GET /cluster lists them` },
});

function presentNode({ startedAt, sockets, silentFor, foundBy, ...node }: NodeStatus): NodeModel {
  const { id, state, incarnation, version, channels, bridges } = node;
  return {
    id,
    state,
    incarnation,
    version,
    started: wireTime(startedAt),
    channels,
    bridges,
    applications: sockets,
    lag: silentFor,
    ...(foundBy === undefined ? undefined : { found_by: foundBy }),
  };
}
