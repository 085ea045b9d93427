import type { ObjectStore, StoredField, StoredObject } from './object-store';

/** A store that is available only at times; otherwise it is empty and cannot be written. */
export class SwitchedStore implements ObjectStore {
  constructor(
    private readonly store: ObjectStore,
    private readonly isAvailable: () => boolean,
  ) {}

  get canWrite(): boolean {
    return this.store.canWrite && this.isAvailable();
  }

  readonly list = (type: string): readonly StoredObject[] => (this.isAvailable() ? this.store.list(type) : []);

  readonly get = (type: string, id: string): StoredObject | undefined =>
    this.isAvailable() ? this.store.get(type, id) : undefined;

  readonly put = (type: string, id: string, fields: readonly StoredField[]): Promise<void> =>
    this.store.put(type, id, fields);

  readonly delete = (type: string, id: string): Promise<void> => this.store.delete(type, id);
}
