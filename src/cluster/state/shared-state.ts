import type { Persistence, PersistedEntry, Storable } from '../../storage/persistence';
import { byCodeUnit } from '../../storage/code-unit-order';
import type { Bucket, BucketEntry } from '../cluster-link';

export interface SharedStateDeps {
  readonly bucket: Bucket;
  /** What every node has for itself. */
  readonly local: Persistence;
}

/** A value that another node has put, or removed when it is undefined. It can be read here after `apply`. */
export interface AdoptedValue {
  readonly namespace: string;
  readonly key: string;
  readonly value: unknown;
  readonly apply: () => void;
}

export type AdoptValue = (adopted: AdoptedValue) => void;

/** What all nodes have in common; everything else stays in the embedded database of each node. */
const sharedNamespaces: ReadonlySet<string> = new Set(['device-states', 'mailboxes', 'dialplan', 'globals']);

export function isShared(namespace: string): boolean {
  return sharedNamespaces.has(namespace) || namespace.startsWith('objects/');
}

/**
 * A database of which some namespaces are shared by all nodes. A write resolves when the cluster has it; a value that
 * another node has written can be read a moment later.
 */
export class SharedState implements Persistence {
  readonly #values = new Map<string, Map<string, unknown>>();
  readonly #adopters = new Map<string, AdoptValue>();
  /** The highest revision of this node's own writes, by key: it has seen those. */
  readonly #written = new Map<string, number>();
  readonly #pending = new Set<Promise<unknown>>();

  constructor(private readonly deps: SharedStateDeps) {}

  /** Reads what there is and follows it from then on. */
  start(): Promise<void> {
    return this.deps.bucket.watch((entry) => this.#learn(entry));
  }

  /** Names who hears of values that other nodes write to a namespace. With a slash at its end, to all below it. */
  onAdopted(namespace: string, adopt: AdoptValue): void {
    this.#adopters.set(namespace, adopt);
  }

  /** Resolves when everything that was written before is safe; rejects when something of it is not. */
  async settled(): Promise<void> {
    await Promise.all(this.#pending);
  }

  readonly get = (namespace: string, key: string): unknown =>
    isShared(namespace) ? this.#values.get(namespace)?.get(key) : this.deps.local.get(namespace, key);

  readonly list = (namespace: string): readonly PersistedEntry[] => {
    if (!isShared(namespace)) return this.deps.local.list(namespace);
    const entries = [...(this.#values.get(namespace) ?? [])].map(([key, value]) => ({ key, value }));
    return entries.sort((one, other) => byCodeUnit(one.key, other.key));
  };

  readonly put = (namespace: string, key: string, value: Storable): Promise<void> => {
    if (!isShared(namespace)) return this.deps.local.put(namespace, key, value);
    return this.#following(async () => {
      const revision = await this.deps.bucket.put(keyOf(namespace, key), JSON.stringify(value));
      this.#wrote({ namespace, key, value, revision });
    });
  };

  readonly delete = (namespace: string, key: string): Promise<void> => {
    if (!isShared(namespace)) return this.deps.local.delete(namespace, key);
    return this.#following(async () => {
      await this.deps.bucket.remove(keyOf(namespace, key));
      this.#set(namespace, key, undefined);
    });
  };

  #following(write: () => Promise<void>): Promise<void> {
    const written = write();
    this.#pending.add(written);
    const settle = (): void => void this.#pending.delete(written);
    written.then(settle, settle);
    return written;
  }

  #wrote({ namespace, key, value, revision }: Written): void {
    const full = keyOf(namespace, key);
    if (revision < (this.#written.get(full) ?? 0)) return;
    this.#written.set(full, revision);
    this.#set(namespace, key, value);
  }

  #learn({ key: full, value, revision }: BucketEntry): void {
    const [namespace, key] = partsOf(full);
    const own = this.#written.get(full);
    // Seen already, or about to be overwritten by what this node wrote after it.
    if (own !== undefined && revision <= own) {
      if (revision === own) this.#written.delete(full);
      return;
    }
    const before = this.#values.get(namespace)?.get(key);
    const read: unknown = value === undefined ? undefined : JSON.parse(value);
    if (JSON.stringify(before) === JSON.stringify(read)) return;
    const apply = (): void => this.#set(namespace, key, read);
    const group = namespace.slice(0, namespace.indexOf('/') + 1);
    const adopt = this.#adopters.get(namespace) ?? this.#adopters.get(group) ?? applied;
    adopt({ namespace, key, value: read, apply });
  }

  #set(namespace: string, key: string, value: unknown): void {
    const values = this.#values.get(namespace) ?? new Map<string, unknown>();
    this.#values.set(namespace, values);
    if (value === undefined) values.delete(key);
    else values.set(key, value);
  }
}

const applied: AdoptValue = ({ apply }) => apply();

interface Written {
  readonly namespace: string;
  readonly key: string;
  readonly value: unknown;
  readonly revision: number;
}

/** Both parts may contain any character. */
function keyOf(namespace: string, key: string): string {
  return `${hex(namespace)}.${hex(key)}`;
}

function partsOf(full: string): readonly [string, string] {
  const [namespace = '', key = ''] = full.split('.').map((part) => Buffer.from(part, 'hex').toString('utf8'));
  return [namespace, key];
}

function hex(text: string): string {
  return Buffer.from(text, 'utf8').toString('hex');
}
