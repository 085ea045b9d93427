import type { Bucket, BucketEntry } from '../cluster-link';
import type { KeyValue, KvEntry } from './nats-api';

/** What JetStream answers when a key has another revision than the writer expects. */
const wrongRevision = 10_071;

export interface NatsBucketDeps {
  readonly keys: KeyValue;
  /** Told when watching fails; it is begun again by itself. */
  readonly onWatchLost: (error: unknown) => void;
  readonly isClosed: () => boolean;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** Milliseconds between attempts to watch again. */
const retryDelay = 200;

/** A map of the cluster, kept by JetStream. */
export function natsBucket(deps: NatsBucketDeps): Bucket {
  const { keys } = deps;
  return {
    get: async (key) => {
      const entry = await keys.get(encoded(key));
      return entry === null || entry.operation !== 'PUT' ? undefined : read(entry);
    },
    list: async () => (await inStock(keys)).filter(({ value }) => value !== undefined),
    put: (key, value) => keys.put(encoded(key), value),
    putIf: (key, value, revision) => putIf(keys, { key, value, revision }),
    remove: (key) => keys.delete(encoded(key)),
    removeIf: (key, revision) => conditional(keys.delete(encoded(key), { previousSeq: revision })),
    watch: async (onEntry) => {
      let seen = 0;
      const tell = (entry: BucketEntry): void => {
        if (entry.revision <= seen) return;
        seen = entry.revision;
        onEntry(entry);
      };
      for (const entry of await inStock(keys)) tell(entry);
      void follow(deps, tell);
    },
  };
}

/** In the order of their revisions. */
async function inStock(keys: KeyValue): Promise<readonly BucketEntry[]> {
  const entries: BucketEntry[] = [];
  for await (const entry of await keys.history()) entries.push(read(entry));
  return entries.sort((one, other) => one.revision - other.revision);
}

/** A watch that breaks is begun again; what was seen is not told twice. */
async function follow({ keys, onWatchLost, isClosed, pause }: NatsBucketDeps, tell: (entry: BucketEntry) => void) {
  while (!isClosed()) {
    try {
      for await (const entry of await keys.watch()) tell(read(entry));
    } catch (error) {
      if (!isClosed()) onWatchLost(error);
    }
    if (!isClosed()) await pause(retryDelay);
  }
}

interface ConditionalPut {
  readonly key: string;
  readonly value: string;
  readonly revision: number;
}

/** A removed key still has a revision: without a value it counts as one that does not exist. */
async function putIf(keys: KeyValue, { key, value, revision }: ConditionalPut): Promise<number | undefined> {
  const attempt = (previousSeq: number): Promise<number | undefined> =>
    keys.put(encoded(key), value, { previousSeq }).catch(unlessLate);
  const made = await attempt(revision);
  if (made !== undefined || revision !== 0) return made;
  const removed = await keys.get(encoded(key));
  return removed === null || removed.operation === 'PUT' ? undefined : attempt(removed.revision);
}

async function conditional(done: Promise<void>): Promise<boolean> {
  return done.then(
    () => true,
    (error: unknown) => unlessLate(error) ?? false,
  );
}

function unlessLate(error: unknown): undefined {
  if ((error as { readonly code?: unknown }).code === wrongRevision) return undefined;
  throw error;
}

function read({ key, value, revision, operation }: KvEntry): BucketEntry {
  const text = operation === 'PUT' ? Buffer.from(value).toString('utf8') : undefined;
  return { key: decoded(key), value: text, revision };
}

/** Any text as the tokens that JetStream allows; a dot stays one, so that keys can be grouped. */
function encoded(key: string): string {
  return key.split('.').map(token).join('.');
}

function token(text: string): string {
  return /^[A-Za-z0-9]+$/.test(text) ? text : `=${Buffer.from(text, 'utf8').toString('base64url')}`;
}

function decoded(key: string): string {
  const parts = key.split('.');
  return parts
    .map((part) => (part.startsWith('=') ? Buffer.from(part.slice(1), 'base64url').toString('utf8') : part))
    .join('.');
}
