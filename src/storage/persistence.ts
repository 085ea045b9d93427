/** What can be kept: anything JSON can say. */
export type Storable =
  | string
  | number
  | boolean
  | null
  | readonly Storable[]
  | { readonly [name: string]: Storable | undefined };

export interface PersistedEntry {
  readonly key: string;
  /** As it was put. The reader checks its shape: an older version of the server may have written it. */
  readonly value: unknown;
}

/** Values that outlive the server, by key. Each user has its own namespace; any text can be a key. */
export interface Persistence {
  readonly get: (namespace: string, key: string) => unknown;
  /** Ordered by key. */
  readonly list: (namespace: string) => readonly PersistedEntry[];
  /** Resolves when the value is on the disk. Writes take effect in the order of their calls. */
  readonly put: (namespace: string, key: string, value: Storable) => Promise<void>;
  /** Resolves when the value is deleted from the disk. Idempotent. */
  readonly delete: (namespace: string, key: string) => Promise<void>;
}
