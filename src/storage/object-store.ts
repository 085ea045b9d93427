/** One option of an object, as text. Options that are lists may come several times, and their order counts. */
export interface StoredField {
  readonly attribute: string;
  readonly value: string;
}

export interface StoredObject {
  readonly id: string;
  readonly fields: readonly StoredField[];
}

/**
 * Where objects are kept. A type is named by its class and its own name, `res_ari/user`; a store does not interpret the
 * fields.
 */
export interface ObjectStore {
  /** A store that cannot be written refuses put and delete; callers look here first. */
  readonly canWrite: boolean;
  /** Ordered by id. */
  readonly list: (type: string) => readonly StoredObject[];
  readonly get: (type: string, id: string) => StoredObject | undefined;
  /** Makes the object, or replaces all its fields at once. Resolves when it is as safe as this store can make it. */
  readonly put: (type: string, id: string, fields: readonly StoredField[]) => Promise<void>;
  /** Idempotent. */
  readonly delete: (type: string, id: string) => Promise<void>;
}
