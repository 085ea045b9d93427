import type { PersistedEntry } from '../../storage/persistence';
import type { Bucket } from '../cluster-link';
import { isShared, sharedEntry } from './shared-state';

export interface AdoptDatabaseDeps {
  readonly bucket: Bucket;
  /** The embedded database of a server that was alone. */
  readonly database: {
    readonly namespaces: () => readonly string[];
    readonly list: (namespace: string) => readonly PersistedEntry[];
  };
  /** Tells this write from those of nodes. */
  readonly writer: string;
}

/** Copies what nodes share into the cluster. What the cluster has already stays as it is there. */
export async function adoptDatabase({
  bucket,
  database,
  writer,
}: AdoptDatabaseDeps): Promise<{ readonly copied: number; readonly kept: number }> {
  const count = { copied: 0, kept: 0 };
  for (const namespace of database.namespaces().filter(isShared))
    for (const { key, value } of database.list(namespace)) {
      const entry = sharedEntry({ namespace, key }, { writer, value });
      const revision = await bucket.putIf(entry.key, entry.value, 0);
      if (revision === undefined) count.kept += 1;
      else count.copied += 1;
    }
  return count;
}
