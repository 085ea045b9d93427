import type { Bucket, BucketEntry } from '../cluster-link';
import type { JetStreamRequests } from './jet-stream';
import { JetStreamError } from './jet-stream';
import type { KeyValue, KvEntry } from './nats-api';
import type { NatsWatchDeps } from './nats-watch';
import { followBucket, ToldEntries } from './nats-watch';

/** What JetStream answers when a key has another revision than the writer expects. */
const wrongRevision = 10_071;
/** What it answers when there is no such message: to reading and to deleting. */
const [notFound, notDeleted, noSequence] = [10_037, 10_057, 10_043];
const tooLate: readonly number[] = [wrongRevision, notFound, notDeleted, noSequence];

export interface NatsBucketDeps {
  /** The name of the bucket at NATS. */
  readonly name: string;
  readonly keys: KeyValue;
  readonly stream: JetStreamRequests;
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
  const subject = (key: string): string => `$KV.${name}.${encoded(key)}`;
  const erase = (revision: number): Promise<unknown> =>
    stream.ask(`STREAM.MSG.DELETE.KV_${name}`, { seq: revision, no_erase: true });
  return {
    get: async (key) => {
      const found = await lastOf(deps, subject(key));
      return found?.value === undefined ? undefined : { key, value: found.value, revision: found.revision };
    },
    list: async () => (await inStock(keys)).filter(({ value }) => value !== undefined),
    put: (key, value) => stream.write(subject(key), value),
    putIf: (key, value, revision) => putIf(deps, { subject: subject(key), value, revision }),
    remove: async (key) => {
      const revision = await stream.write(subject(key), '', { removes: true });
      // Not before what was written earlier is overwritten: only the mark that says so goes.
      if (erases) erase(revision).catch(() => undefined);
    },
    removeIf: (key, revision) =>
      conditional(erases ? erase(revision) : stream.write(subject(key), '', { removes: true, expected: revision })),
    watch: async (onEntry) => {
      const told = new ToldEntries(onEntry);
      for (const entry of await inStock(keys)) told.tell(entry);
      const open = async (): ReturnType<NatsWatchDeps['open']> => entriesOf(await keys.watch());
      void followBucket({ ...deps, stream: `KV_${name}`, requests: stream, open, onLost: deps.onWatchLost }, told);
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

interface LastMessage {
  /** Undefined for one that says that the key was removed. */
  readonly value: string | undefined;
  readonly revision: number;
}

async function lastOf({ name, stream }: NatsBucketDeps, subject: string): Promise<LastMessage | undefined> {
  try {
    const { message } = (await stream.ask(`STREAM.MSG.GET.KV_${name}`, { last_by_subj: subject })) as {
      readonly message: { readonly seq: number; readonly hdrs?: string; readonly data?: string };
    };
    const isRemoved = message.hdrs !== undefined && /KV-Operation: *(DEL|PURGE)/.test(text(message.hdrs));
    return { value: isRemoved ? undefined : text(message.data ?? ''), revision: message.seq };
  } catch (error) {
    if (error instanceof JetStreamError && error.code === notFound) return undefined;
    throw error;
  }
}

function text(base64: string): string {
  return Buffer.from(base64, 'base64').toString('utf8');
}

interface ConditionalPut {
  readonly subject: string;
  readonly value: string;
  readonly revision: number;
}

/** A removed key still has a revision: without a value it counts as one that does not exist. */
async function putIf(deps: NatsBucketDeps, { subject, value, revision }: ConditionalPut): Promise<number | undefined> {
  const attempt = (expected: number): Promise<number | undefined> =>
    deps.stream.write(subject, value, { expected }).catch(unlessLate);
  const made = await attempt(revision);
  if (made !== undefined || revision !== 0) return made;
  const last = await lastOf(deps, subject);
  return last === undefined || last.value !== undefined ? undefined : attempt(last.revision);
}

function conditional(done: Promise<unknown>): Promise<boolean> {
  return done.then(
    () => true,
    (error: unknown) => unlessLate(error) ?? false,
  );
}

function unlessLate(error: unknown): undefined {
  if (error instanceof JetStreamError && tooLate.includes(error.code)) return undefined;
  throw error;
}

function read({ key, value, revision, operation }: KvEntry): BucketEntry {
  const content = operation === 'PUT' ? Buffer.from(value).toString('utf8') : undefined;
  return { key: decoded(key), value: content, revision };
}

/** Any text as the tokens that JetStream allows; a dot stays one, so that keys can be grouped. */
function encoded(key: string): string {
  return key.split('.').map(token).join('.');
}

function token(part: string): string {
  return /^[A-Za-z0-9]+$/.test(part) ? part : `=${Buffer.from(part, 'utf8').toString('base64url')}`;
}

function decoded(key: string): string {
  const parts = key.split('.');
  return parts
    .map((part) => (part.startsWith('=') ? Buffer.from(part.slice(1), 'base64url').toString('utf8') : part))
    .join('.');
}
