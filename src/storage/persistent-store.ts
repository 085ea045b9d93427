import type { Logger } from '../shared/logger';
import type { ObjectStore, StoredField, StoredObject } from './object-store';
import type { PersistedEntry, Persistence } from './persistence';

/**
 * Objects in whatever keeps values: over a database they outlive the server, over memory they do not. All fields of an
 * object are one value, so it changes as a whole or not at all.
 */
export class PersistentStore implements ObjectStore {
  readonly canWrite = true;

  constructor(private readonly deps: { readonly persistence: Persistence; readonly log: Logger }) {}

  readonly list = (type: string): readonly StoredObject[] =>
    this.deps.persistence.list(namespaceOf(type)).flatMap((entry) => this.#read(type, entry) ?? []);

  readonly get = (type: string, id: string): StoredObject | undefined => {
    const value = this.deps.persistence.get(namespaceOf(type), id);
    return value === undefined ? undefined : this.#read(type, { key: id, value });
  };

  readonly put = (type: string, id: string, fields: readonly StoredField[]): Promise<void> =>
    this.deps.persistence.put(
      namespaceOf(type),
      id,
      fields.map(({ attribute, value }) => ({ attribute, value })),
    );

  readonly delete = (type: string, id: string): Promise<void> => this.deps.persistence.delete(namespaceOf(type), id);

  #read(type: string, { key: id, value }: PersistedEntry): StoredObject | undefined {
    if (Array.isArray(value) && value.every(isField)) return { id, fields: value };
    this.deps.log.error({ type, id }, 'ignoring a stored object that is not a list of fields');
    return undefined;
  }
}

/** Separate from the other namespaces in the same database. */
function namespaceOf(type: string): string {
  return `objects/${type}`;
}

function isField(value: unknown): value is StoredField {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'attribute' in value && typeof value.attribute === 'string' && 'value' in value && typeof value.value === 'string'
  );
}
