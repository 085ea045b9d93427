import type { KeyValueStore } from '../engine/key-value-store';
import type { Logger } from '../shared/logger';

const namespace = 'dialplan';

/** Values that dialplans keep, by `family/key`. What was written can be read at once, though it is safe only later. */
export class DialplanDatabase {
  /** What is on its way to the store; undefined is on its way out. */
  readonly #pending = new Map<string, { readonly value: string | undefined }>();

  constructor(
    private readonly store: KeyValueStore,
    private readonly log: Logger,
  ) {}

  get(path: string): string | undefined {
    const pending = this.#pending.get(path);
    if (pending !== undefined) return pending.value;
    const value = this.store.get(namespace, path);
    return typeof value === 'string' ? value : undefined;
  }

  set(path: string, value: string): void {
    this.#keep(path, value, this.store.put(namespace, path, value));
  }

  delete(path: string): void {
    this.#keep(path, undefined, this.store.delete(namespace, path));
  }

  /** The names right below a family, ordered; those of families in it once each. */
  names(family: string): string[] {
    const prefix = family === '' ? '' : `${family}/`;
    const paths = new Set(this.store.list(namespace).map(({ key }) => key));
    for (const [path, { value }] of this.#pending) {
      if (value === undefined) paths.delete(path);
      else paths.add(path);
    }
    const below = [...paths].filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
    return [...new Set(below.map((rest) => rest.split('/', 1)[0] ?? ''))].sort();
  }

  #keep(path: string, value: string | undefined, written: Promise<void>): void {
    const pending = { value };
    this.#pending.set(path, pending);
    const settle = (): void => {
      // A later write to the same path is still on its way.
      if (this.#pending.get(path) === pending) this.#pending.delete(path);
    };
    written.then(settle, (error: unknown) => {
      settle();
      this.log.error({ path, error }, 'the dialplan database could not be written');
    });
  }
}
