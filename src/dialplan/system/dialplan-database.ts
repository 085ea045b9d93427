import type { KeyValueStore } from '../../engine/key-value-store';
import type { Logger } from '../../shared/logger';

const namespace = 'dialplan';
/** Keys longer than this cannot be stored. */
const longestPath = 500;

/**
 * Values that dialplans keep, by `family/key`. A written value can be read immediately, though it is durable only
 * later.
 */
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

  /** Deletes a path and everything below it, and returns the number of values. */
  deleteTree(path: string): number {
    const deleted = this.#paths().filter((known) => known === path || known.startsWith(`${path}/`));
    for (const known of deleted) this.delete(known);
    return deleted.length;
  }

  /** The names right below a family, ordered; those of families in it once each. */
  names(family: string): string[] {
    const prefix = family === '' ? '' : `${family}/`;
    const below = this.#paths().filter((path) => path.startsWith(prefix));
    return [...new Set(below.map((path) => path.slice(prefix.length).split('/', 1)[0] ?? ''))].sort();
  }

  #paths(): string[] {
    const paths = new Set(this.store.list(namespace).map(({ key }) => key));
    for (const [path, { value }] of this.#pending) {
      if (value === undefined) paths.delete(path);
      else paths.add(path);
    }
    return [...paths];
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

/** `family/key`, of which both are needed; undefined when it cannot be stored. */
export function databasePath(text: string): string | undefined {
  const path = databaseFamily(text);
  return /^[^/]+\/./s.test(path) && path.length <= longestPath ? path : undefined;
}

/** Slashes around it do not count. */
export function databaseFamily(text: string): string {
  let [from, to] = [0, text.length];
  while (text.charAt(from) === '/') from += 1;
  while (to > from && text.charAt(to - 1) === '/') to -= 1;
  return text.slice(from, to);
}
