import type { BucketEntry } from '../cluster-link';
import type { JetStreamRequests } from './jet-stream';

export interface NatsWatchDeps {
  /** The name of the stream at NATS. */
  readonly stream: string;
  readonly requests: Pick<JetStreamRequests, 'ask'>;
  /** The last entry of every key, and then every change. */
  readonly open: () => Promise<AsyncIterable<BucketEntry> & { readonly stop: () => void }>;
  /** Told when watching fails; it is begun again by itself. */
  readonly onLost: (error: unknown) => void;
  readonly isClosed: () => boolean;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** Milliseconds between attempts to watch again. */
const retryDelay = 200;
/** Milliseconds between checks whether a watch still tells everything. */
const checkInterval = 3000;

/** What has been told of a bucket. Entries may come twice, and after an election later than those behind them. */
export class ToldEntries {
  /** By key; keys that were removed have one as well. */
  readonly #revisions = new Map<string, number>();
  #newest = 0;

  constructor(private readonly onEntry: (entry: BucketEntry) => void) {}

  /** The highest revision of all. */
  get newest(): number {
    return this.#newest;
  }

  tell(entry: BucketEntry): void {
    const { key, revision } = entry;
    if (revision <= (this.#revisions.get(key) ?? 0)) return;
    this.#revisions.set(key, revision);
    this.#newest = Math.max(this.#newest, revision);
    this.onEntry(entry);
  }
}

/** Tells every change. A watch that breaks, falls silent or has lived through an election is begun again. */
export async function followBucket(deps: NatsWatchDeps, told: ToldEntries): Promise<void> {
  const { open, onLost, isClosed, pause } = deps;
  while (!isClosed()) {
    const watch = { isOver: false };
    try {
      const entries = await open();
      void check(deps, { newest: () => told.newest, isOver: () => watch.isOver, stop: () => entries.stop() });
      for await (const entry of entries) told.tell(entry);
    } catch (error) {
      if (!isClosed()) onLost(error);
    }
    watch.isOver = true;
    if (!isClosed()) await pause(retryDelay);
  }
}

interface Watch {
  readonly newest: () => number;
  readonly isOver: () => boolean;
  readonly stop: () => void;
}

interface StreamInfo {
  readonly state?: { readonly last_seq: number };
  readonly cluster?: { readonly leader?: string };
}

/**
 * Ends a watch that has not told of what the stream had a while ago: the server that kept its place may be lost, and the
 * client notices this late or never. After an election the place of a watch may lie behind changes that it was not told of.
 */
async function check(deps: NatsWatchDeps, { newest, isOver, stop }: Watch): Promise<void> {
  let last = 0;
  let leader: string | undefined;
  for (;;) {
    await deps.pause(checkInterval);
    if (isOver() || deps.isClosed()) return;
    if (newest() < last) {
      deps.onLost(new Error('changes of shared state have not come'));
      return stop();
    }
    const info = await deps.requests.ask(`STREAM.INFO.${deps.stream}`, {}).catch(() => undefined);
    const { state, cluster } = (info ?? {}) as StreamInfo;
    last = state?.last_seq ?? last;
    if (leader !== undefined && cluster?.leader !== undefined && cluster.leader !== leader) return stop();
    leader = cluster?.leader ?? leader;
  }
}
