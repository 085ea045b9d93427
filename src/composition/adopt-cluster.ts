import { randomUUID } from 'node:crypto';
import { connectNats } from '../cluster/nats/nats-link';
import { adoptDatabase } from '../cluster/state/adopt-database';
import type { ServerConfig } from '../config/server-config';
import { makeLogger } from '../shared/logger';
import { openDatabase } from '../storage/database';

/** Copies the embedded database of one server into the cluster that its configuration names. Returns what was done. */
export async function adoptCluster({ cluster, directories }: ServerConfig): Promise<string> {
  if (cluster === undefined) throw new Error('cluster.conf does not enable a cluster: there is nothing to copy into');
  const database = openDatabase(directories.databaseFile);
  try {
    const link = await connectNats({ config: cluster, uuid: randomUUID, log: makeLogger(() => undefined) });
    try {
      const bucket = await link.bucket('state');
      const { copied, kept } = await adoptDatabase({ bucket, database, writer: randomUUID() });
      return `copied ${copied} values into the cluster ${cluster.name}; ${kept} were there already and stay as they are`;
    } finally {
      await link.close();
    }
  } finally {
    await database.close();
  }
}
