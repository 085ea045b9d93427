import type { Bucket, BucketEntry } from '../cluster-link';
import type { JetStreamRequests, KeyPlace } from './jet-stream';
import { isWrongRevision, JetStreamError } from './jet-stream';
import type { KeyValue, KvEntry } from './nats-api';
import type { NatsWatchDeps } from './nats-watch';
import { followBucket, ToldEntries } from './nats-watch';
import { decodeKey, encodeKey } from './bucket-keys';
import { BucketReader, notFound } from './bucket-reader';
import type { WriteTurns } from './write-turns';

/** What it answers when there is no message to delete. */
const [notDeleted, noSequence] = [10_057, 10_043];
const isGone: readonly number[] = [notFound, notDeleted, noSequence];

export interface NatsBucketDeps {
  /** The name of the bucket at NATS. */
  readonly name: string;
  readonly keys: KeyValue;
  readonly stream: JetStreamRequests;
  /** Where the servers need them to accept only one of several conditional writes. */
  readonly turns: WriteTurns | undefined;
  /** Keys that are removed leave nothing behind. */
  readonly erases: boolean;
  /** Told when watching fails; it is begun again by itself. */
  readonly onWatchLost: (error: unknown) => void;
  readonly isClosed: () => boolean;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** A map of the cluster, kept by JetStream. */
export function natsBucket(deps: NatsBucketDeps): Bucket {
  const { name, keys, stream, erases } = deps;
  const reader = new BucketReader(name, stream);
  const place = (key: string): KeyPlace => ({ bucket: name, key: encodeKey(key) });
  const erase = (revision: number): Promise<unknown> =>
    stream.ask(`STREAM.MSG.DELETE.KV_${name}`, { seq: revision, no_erase: true });
  return {
    get: async (key) => {
      const found = await reader.last(key);
      return found?.value === undefined ? undefined : found;
    },
    list: (group) => reader.all(group),
    put: (key, value) => stream.write(place(key), value),
    putIf: (key, value, revision) => putIf(deps, reader, { key, place: place(key), value, revision }),
    remove: async (key) => {
      const revision = await stream.write(place(key), '', { removes: true });
      // Not before what was written earlier is overwritten: only the mark that says so goes.
      if (erases) erase(revision).catch(() => undefined);
    },
    removeIf: async (key, revision) => {
      if (erases) return isDone(erase(revision));
      const remove = (): Promise<boolean> =>
        isDone(stream.write(place(key), '', { removes: true, expected: revision }));
      return (await inTurn(deps, { key, revision }, remove)) ?? false;
    },
    watch: async (onEntry) => {
      const told = new ToldEntries(onEntry);
      for (const entry of await inStock(keys)) told.watched(entry);
      const open = async (): ReturnType<NatsWatchDeps['open']> => entriesOf(await keys.watch());
      const next = (revision: number): Promise<BucketEntry | undefined> => reader.next(revision);
      const watch = { ...deps, stream: `KV_${name}`, requests: stream, open, next, onLost: deps.onWatchLost };
      void followBucket(watch, told);
    },
  };
}

/** In the order of their revisions. */
async function inStock(keys: KeyValue): Promise<readonly BucketEntry[]> {
  const entries: BucketEntry[] = [];
  for await (const entry of await keys.history()) entries.push(read(entry));
  return entries.sort((one, other) => one.revision - other.revision);
}

function entriesOf(watch: Awaited<ReturnType<KeyValue['watch']>>): Awaited<ReturnType<NatsWatchDeps['open']>> {
  return {
    stop: () => watch.stop(),
    async *[Symbol.asyncIterator]() {
      for await (const entry of watch) yield read(entry);
    },
  };
}

interface ConditionalPut {
  readonly key: string;
  readonly place: KeyPlace;
  readonly value: string;
  readonly revision: number;
}

/** A removed key still has a revision: without a value it counts as one that does not exist. */
async function putIf(
  deps: NatsBucketDeps,
  reader: BucketReader,
  { key, place, value, revision }: ConditionalPut,
): Promise<number | undefined> {
  const attempt = (expected: number): Promise<number | undefined> =>
    inTurn(deps, { key, revision: expected }, () => deps.stream.write(place, value, { expected }).catch(unlessLate));
  const made = await attempt(revision);
  if (made !== undefined || revision !== 0) return made;
  const last = await reader.last(key);
  return last === undefined || last.value !== undefined ? undefined : attempt(last.revision);
}

/** A key that does not exist is made only once in any case, and needs no turn. */
function inTurn<Written>(
  { name, turns }: NatsBucketDeps,
  { key, revision }: { readonly key: string; readonly revision: number },
  write: () => Promise<Written>,
): Promise<Written | undefined> {
  return turns === undefined || revision === 0 ? write() : turns.take({ bucket: name, key, revision }, write);
}

function isDone(done: Promise<unknown>): Promise<boolean> {
  return done.then(
    () => true,
    (error: unknown) => unlessLate(error) ?? false,
  );
}

function unlessLate(error: unknown): undefined {
  const isLate = isWrongRevision(error) || (error instanceof JetStreamError && isGone.includes(error.code));
  if (isLate) return undefined;
  throw error;
}

function read({ key, value, revision, operation }: KvEntry): BucketEntry {
  const content = operation === 'PUT' ? Buffer.from(value).toString('utf8') : undefined;
  return { key: decodeKey(key), value: content, revision };
}
