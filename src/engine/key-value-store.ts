/** What the engine keeps: a word, or a few named words and numbers. */
export type StoredValue = string | { readonly [name: string]: string | number };

/** Where the engine keeps what must outlive the process, by key. Each user has a namespace of its own. */
export interface KeyValueStore {
  readonly get: (namespace: string, key: string) => unknown;
  /** Ordered by key. Values are as an older version of the server may have left them: whoever reads checks them. */
  readonly list: (namespace: string) => readonly { readonly key: string; readonly value: unknown }[];
  /** Resolves when the value is safe. Writes take effect in the order of their calls. */
  readonly put: (namespace: string, key: string, value: StoredValue) => Promise<void>;
  /** Deleting what is not there is fine. */
  readonly delete: (namespace: string, key: string) => Promise<void>;
}
