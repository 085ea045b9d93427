import { UnavailableError } from '../../contract/unavailable';
import type { Persistence, PersistedEntry, Storable } from '../../storage/persistence';
import { byCodeUnit } from '../../storage/code-unit-order';
import type { Bucket, BucketEntry } from '../cluster-link';

export interface SharedStateDeps {
  readonly bucket: Bucket;
  /** Tells what this process has written from what others have: it may be told of it before its write is confirmed. */
  readonly writer: string;
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

/** Registered contacts. Every node removes those that expire: one that was renewed elsewhere meanwhile must stay. */
const contacts = 'sip-contacts';

/** What all nodes have in common; everything else stays in the embedded database of each node. */
const sharedNamespaces: ReadonlySet<string> = new Set([
  ...['device-states', 'mailboxes', 'dialplan', 'globals', 'custom-devices', contacts],
]);

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
  /** The revision that each value has, by key: an older one does not replace it. */
  readonly #revisions = new Map<string, number>();
  /** Keys that this server is about to remove. */
  readonly #removing = new Set<string>();
  readonly #pending = new Set<Promise<unknown>>();
  /** Numbers of writes that have not been confirmed. */
  readonly #unconfirmed = new Set<number>();
  #writes = 0;
  /** Writes of contacts that have not been confirmed, by key. */
  readonly #puts = new Map<string, Promise<void>>();

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
    const full = keyOf(namespace, key);
    const write = (this.#writes += 1);
    const written: WrittenValue = { writer: this.deps.writer, write, value };
    this.#unconfirmed.add(write);
    const done = this.#following(async () => {
      try {
        const revision = await this.#write(full, JSON.stringify(written));
        if (this.#isNews(full, revision)) this.#set(namespace, key, value);
      } finally {
        this.#unconfirmed.delete(write);
      }
    });
    if (namespace === contacts) this.#remember(full, done);
    return done;
  };

  readonly delete = (namespace: string, key: string): Promise<void> => {
    if (!isShared(namespace)) return this.deps.local.delete(namespace, key);
    const full = keyOf(namespace, key);
    this.#removing.add(full);
    return this.#following(async () => {
      try {
        if (namespace !== contacts) await this.#remove(full);
        else if (!(await this.#removeKnown(full))) return;
        this.#set(namespace, key, undefined);
      } finally {
        this.#removing.delete(full);
      }
    });
  };

  /**
   * Writes in place of what the cluster has now. A server of NATS that hangs may carry out later what was sent to it:
   * such a write comes to nothing when another one was confirmed meanwhile.
   */
  async #write(full: string, text: string): Promise<number> {
    const { bucket } = this.deps;
    let before = this.#revisions.get(full) ?? 0;
    for (;;) {
      const revision = await bucket.putIf(full, text, before);
      if (revision !== undefined) return revision;
      before = (await bucket.get(full))?.revision ?? 0;
    }
  }

  /** Removes what the cluster has now. */
  async #remove(full: string): Promise<void> {
    const { bucket } = this.deps;
    let before = this.#revisions.get(full);
    while (before === undefined || !(await bucket.removeIf(full, before))) {
      before = (await bucket.get(full))?.revision;
      if (before === undefined) return;
    }
  }

  #remember(full: string, done: Promise<void>): void {
    const settled = done.catch(() => undefined);
    this.#puts.set(full, settled);
    void settled.then(() => {
      if (this.#puts.get(full) === settled) this.#puts.delete(full);
    });
  }

  /** False when another node has written it since. */
  async #removeKnown(full: string): Promise<boolean> {
    await this.#puts.get(full);
    const revision = this.#revisions.get(full);
    return revision !== undefined && this.deps.bucket.removeIf(full, revision);
  }

  #following(write: () => Promise<void>): Promise<void> {
    const written = write().catch((error: unknown) => {
      throw new UnavailableError('shared state cannot be written: try again shortly', { cause: error });
    });
    this.#pending.add(written);
    const settle = (): void => void this.#pending.delete(written);
    written.then(settle, settle);
    return written;
  }

  #learn({ key: full, value, revision }: BucketEntry): void {
    if (!this.#isNews(full, revision)) return;
    const [namespace, key] = partsOf(full);
    const written = value === undefined ? undefined : (JSON.parse(value) as WrittenValue);
    const apply = (): void => this.#set(namespace, key, written?.value);
    const isOwn = written === undefined ? this.#removing.has(full) : this.#isWriting(written);
    const group = namespace.slice(0, namespace.indexOf('/') + 1);
    const adopt = this.#adopters.get(namespace) ?? this.#adopters.get(group);
    // What this server has done itself, it has told already.
    if (isOwn || adopt === undefined) apply();
    else adopt({ namespace, key, value: written?.value, apply });
  }

  /** Whether it is a write of this server that still counts: one that has failed may be carried out all the same. */
  #isWriting({ writer, write = 0 }: WrittenValue): boolean {
    return writer === this.deps.writer && this.#unconfirmed.has(write);
  }

  #isNews(full: string, revision: number): boolean {
    if (revision <= (this.#revisions.get(full) ?? 0)) return false;
    this.#revisions.set(full, revision);
    return true;
  }

  #set(namespace: string, key: string, value: unknown): void {
    const values = this.#values.get(namespace) ?? new Map<string, unknown>();
    this.#values.set(namespace, values);
    if (value === undefined) values.delete(key);
    else values.set(key, value);
  }
}

interface WrittenValue {
  readonly writer: string;
  /** Tells the writes of one process apart. */
  readonly write?: number;
  readonly value: unknown;
}

/** A value as it is stored for all nodes. */
export function sharedEntry(
  { namespace, key }: { readonly namespace: string; readonly key: string },
  written: WrittenValue,
): { readonly key: string; readonly value: string } {
  return { key: keyOf(namespace, key), value: JSON.stringify(written) };
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
