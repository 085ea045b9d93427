import type { BucketEntry } from '../cluster-link';
import type { JetStreamRequests } from './jet-stream';

export interface NatsWatchDeps {
  /** The name of the stream at NATS. */
  readonly stream: string;
  readonly requests: Pick<JetStreamRequests, 'ask'>;
  /** The last entry of every key, and then every change. */
  readonly open: () => Promise<AsyncIterable<BucketEntry> & { readonly stop: () => void }>;
  /** The first entry with this revision or a higher one, from the leader of the stream. */
  readonly next: (revision: number) => Promise<BucketEntry | undefined>;
  /** Told once when watching fails, however often it is tried until it can be begun again. */
  readonly onLost: (error: unknown) => void;
  readonly isClosed: () => boolean;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** Milliseconds between attempts to watch again. */
const retryDelay = 200;
/** Milliseconds between checks whether a watch still tells everything. */
const checkInterval = 3000;
/** Checks of a watch that has just begun in which the stream is read as well. */
const doubtfulChecks = 2;
/** Revisions before the newest one of the first reading that are read again. */
const readAgain = 256;

/** What has been told of a bucket. Entries may come twice, and after an election later than those behind them. */
export class ToldEntries {
  /** By key; keys that were removed have one as well. */
  readonly #revisions = new Map<string, number>();
  #newest = 0;

  constructor(private readonly onEntry: (entry: BucketEntry) => void) {}

  /** The highest revision that a watch has brought. */
  get newest(): number {
    return this.#newest;
  }

  /** Tells what a watch has brought. */
  watched(entry: BucketEntry): void {
    this.#newest = Math.max(this.#newest, entry.revision);
    this.read(entry);
  }

  /** Tells what was found without a watch. */
  read(entry: BucketEntry): void {
    const { key, revision } = entry;
    if (revision <= (this.#revisions.get(key) ?? 0)) return;
    this.#revisions.set(key, revision);
    this.onEntry(entry);
  }
}

/** Tells every change. A watch that breaks, falls silent or has lived through an election is begun again. */
export async function followBucket(deps: NatsWatchDeps, told: ToldEntries): Promise<void> {
  const { open, onLost, isClosed, pause } = deps;
  const certain = { upTo: Math.max(0, told.newest - readAgain) };
  let isLost = false;
  while (!isClosed()) {
    const watch = { isOver: false };
    try {
      const entries = await open();
      isLost = false;
      void check(deps, { told, certain, isOver: () => watch.isOver, stop: () => entries.stop() });
      for await (const entry of entries) told.watched(entry);
    } catch (error) {
      if (!isClosed() && !isLost) onLost(error);
      isLost = true;
    }
    watch.isOver = true;
    if (!isClosed()) await pause(retryDelay);
  }
}

interface Watch {
  readonly told: ToldEntries;
  /** The revision up to which everything was told for certain, by this watch and those before it. */
  readonly certain: { upTo: number };
  readonly isOver: () => boolean;
  readonly stop: () => void;
}

interface StreamInfo {
  readonly state?: { readonly last_seq: number };
  readonly cluster?: { readonly leader?: string };
}

/**
 * Ends a watch that has not told of what the stream had a while ago: the server that kept its place may be lost, and the
 * client notices this late or never. After an election the place of a watch may lie behind changes that it was not told
 * of, and so may that of a new one, on a server that lags behind: what came since the last quiet check is read as well.
 */
async function check(deps: NatsWatchDeps, { told, certain, isOver, stop }: Watch): Promise<void> {
  let last = 0;
  let leader: string | undefined;
  let doubts = doubtfulChecks;
  for (;;) {
    await deps.pause(checkInterval);
    if (isOver() || deps.isClosed()) return;
    if (told.newest < last) {
      deps.onLost(new Error('changes of shared state have not come'));
      return stop();
    }
    if (doubts === 0) certain.upTo = Math.max(certain.upTo, last);
    const info = await deps.requests.ask(`STREAM.INFO.${deps.stream}`, {}).catch(() => undefined);
    const { state, cluster } = (info ?? {}) as StreamInfo;
    last = state?.last_seq ?? last;
    if (leader !== undefined && cluster?.leader !== undefined && cluster.leader !== leader) return stop();
    leader = cluster?.leader ?? leader;
    if (info === undefined) doubts = doubtfulChecks;
    else if (doubts > 0 && (await readSince(deps, told, certain))) doubts -= 1;
  }
}

/** Tells what the leader has. False when it cannot be asked. */
async function readSince(
  { next, isClosed }: NatsWatchDeps,
  told: ToldEntries,
  certain: { upTo: number },
): Promise<boolean> {
  try {
    for (let from = certain.upTo + 1; !isClosed();) {
      const entry = await next(from);
      if (entry === undefined) return true;
      told.read(entry);
      certain.upTo = entry.revision;
      from = entry.revision + 1;
    }
  } catch {
    // The leader was lost meanwhile: the rest is read at the next check.
  }
  return false;
}
