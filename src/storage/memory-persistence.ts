import { byCodeUnit } from './code-unit-order';
import type { PersistedEntry, Persistence, Storable } from './persistence';

/**
 * Keeps values as long as the process lives. They are kept as JSON text, so that callers share no references with the
 * store.
 */
export class MemoryPersistence implements Persistence {
  readonly #namespaces = new Map<string, Map<string, string>>();

  readonly get = (namespace: string, key: string): unknown => {
    const text = this.#namespaces.get(namespace)?.get(key);
    return text === undefined ? undefined : JSON.parse(text);
  };

  readonly list = (namespace: string): readonly PersistedEntry[] =>
    [...(this.#namespaces.get(namespace) ?? [])]
      .sort(([one], [other]) => byCodeUnit(one, other))
      .map(([key, text]) => ({ key, value: JSON.parse(text) as unknown }));

  readonly put = async (namespace: string, key: string, value: Storable): Promise<void> => {
    const values = this.#namespaces.get(namespace) ?? new Map<string, string>();
    this.#namespaces.set(namespace, values.set(key, JSON.stringify(value)));
  };

  readonly delete = async (namespace: string, key: string): Promise<void> => {
    this.#namespaces.get(namespace)?.delete(key);
  };
}
