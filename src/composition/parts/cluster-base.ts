import { randomUUID } from 'node:crypto';
import type { Bucket, ClusterLink, EventLog } from '../../cluster/cluster-link';
import { demandFreeId } from '../../cluster/free-id';
import { connectNats } from '../../cluster/nats/nats-link';
import { DeviceUses } from '../../cluster/state/device-uses';
import { sharedSecret } from '../../cluster/state/shared-secret';
import { SharedState } from '../../cluster/state/shared-state';
import type { ClusterConfig } from '../../config/files/cluster-conf';
import type { Logger } from '../../shared/logger';
import { guardedSoon } from '../../shared/scheduling/guard';
import { soon as laterTurn } from '../../shared/scheduling/soon';
import type { Clock } from '../../shared/time/clock';
import type { JournalLimits } from '../../stasis/journal';
import type { Persistence } from '../../storage/persistence';

/** The connection to the other nodes and what they share, before there is anything that uses it. */
export interface ClusterBase {
  readonly config: ClusterConfig;
  readonly link: ClusterLink;
  readonly state: SharedState;
  readonly buckets: Readonly<Record<'nodes' | 'own' | 'apps' | 'chan' | 'answers', Bucket>>;
  /** Events of applications that can resume. */
  readonly journal: EventLog;
  /** What calls on all nodes do to devices. */
  readonly uses: DeviceUses;
  /** Seals nonces, so that every node accepts those of all. */
  readonly nonceSecret: Buffer;
}

export interface ConnectDeps {
  readonly config: ClusterConfig;
  /** How many events are kept for applications that can resume, and how long. */
  readonly resume: JournalLimits;
  readonly database: Persistence;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Connects to the cluster and reads what its nodes share. */
export async function connectCluster({ config, resume, database, clock, log }: ConnectDeps): Promise<ClusterBase> {
  const link = await connectNats({ config, uuid: randomUUID, log });
  try {
    const [nodes, own, apps, chan, answers, shared, journal, devices, keys] = await Promise.all([
      link.bucket('nodes'),
      link.bucket('own', { erases: true }),
      link.bucket('apps'),
      link.bucket('chan', { erases: true }),
      link.bucket('answers', { volatile: true, maxAge: answerAge, maxBytes: answerBytes }),
      link.bucket('state'),
      link.log('j', { maxAge: resume.age, maxEntries: resume.events }),
      link.bucket('uses', { volatile: true }),
      link.bucket('keys'),
    ]);
    // Also checked when it joins; here before anything else is started.
    await demandFreeId(config.node, { nodes, link, config, clock });
    const state = new SharedState({ bucket: shared, local: database, writer: randomUUID() });
    await state.start();
    const soon = guardedSoon(laterTurn, log);
    const uses = new DeviceUses({ bucket: devices, node: config.node, isUp: link.isUp, soon, log });
    const nonceSecret = await sharedSecret(keys, 'nonce', nonceSecretSize);
    return { config, link, state, buckets: { nodes, own, apps, chan, answers }, journal, uses, nonceSecret };
  } catch (error) {
    await link.close();
    throw error;
  }
}

const nonceSecretSize = 32;

/** How long answers to commands with an Idempotency-Key are kept, in milliseconds, and how many bytes of them. */
const [answerAge, answerBytes] = [10 * 60_000, 64 * 1024 * 1024];
