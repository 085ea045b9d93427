/** What the engine keeps: a word, or a few named words and numbers. */
export type StoredValue = string | { readonly [name: string]: string | number };

/** The engine's persistent store, by key. Each user has its own namespace. */
export interface KeyValueStore {
  readonly get: (namespace: string, key: string) => unknown;
  /** Ordered by key. An older version of the server may have written the values: the reader checks them. */
  readonly list: (namespace: string) => readonly { readonly key: string; readonly value: unknown }[];
  /** Resolves when the value is safe. Writes take effect in the order of their calls. */
  readonly put: (namespace: string, key: string, value: StoredValue) => Promise<void>;
  /** Idempotent. */
  readonly delete: (namespace: string, key: string) => Promise<void>;
}
