import type { ClusterConfig } from '../config/files/cluster-conf';
import type { Clock } from '../shared/time/clock';
import type { BucketEntry, Bucket, ClusterLink } from './cluster-link';
import type { NodeRecord } from './node-record';
import { readNodeRecord } from './node-record';

export interface PingDeps {
  readonly link: Pick<ClusterLink, 'request'>;
  readonly config: Pick<ClusterConfig, 'suspectAfter' | 'heartbeat'>;
  readonly clock: Clock;
}

/** Whether a node answers. */
export function pingNode(id: string, { link, config, clock }: PingDeps): Promise<boolean> {
  const { answer, cancel } = link.request(`ping.${id}`, '');
  const stop = clock.after(config.suspectAfter - config.heartbeat, cancel);
  return answer
    .then(
      () => true,
      () => false,
    )
    .finally(stop);
}

/** What is known of an id that this node wants to have. Rejects when a living node has it. */
export async function demandFreeId(
  id: string,
  deps: PingDeps & { readonly nodes: Bucket },
): Promise<{ readonly entry: BucketEntry | undefined; readonly before: NodeRecord | undefined }> {
  const entry = await deps.nodes.get(id);
  const before = entry?.value === undefined ? undefined : readNodeRecord(entry.value);
  if (before !== undefined && before.state !== 'dead' && (await pingNode(id, deps)))
    throw new Error(`cluster.conf: a living node has the id ${id} already: give each node an id of its own`);
  return { entry, before };
}
