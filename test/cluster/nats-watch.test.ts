import type { BucketEntry } from '../../src/cluster/cluster-link';
import type { NatsWatchDeps } from '../../src/cluster/nats/nats-watch';
import { followBucket, ToldEntries } from '../../src/cluster/nats/nats-watch';

/** A watch of a stream whose messages, leader and time the test decides. */
class StreamUnderTest {
  readonly told: string[] = [];
  readonly losses: unknown[] = [];
  readonly entries: BucketEntry[] = [];
  /** Entries that a watch is told of when it begins; all of them unless set. */
  replica: readonly BucketEntry[] | undefined;
  leader = 'n1';
  opened = 0;
  /** Attempts to begin a watch that fail. */
  failures = 0;
  #isClosed = false;
  #deliver: (entry: BucketEntry | undefined) => void = () => undefined;
  readonly #pauses: { readonly milliseconds: number; readonly end: () => void }[] = [];
  readonly #told = new ToldEntries(({ key, value, revision }) => void this.told.push(`${key}=${value}@${revision}`));
  readonly done: Promise<void>;

  constructor() {
    const deps: NatsWatchDeps = {
      stream: 'KV_x',
      requests: {
        ask: () =>
          Promise.resolve({
            state: { last_seq: Math.max(0, ...this.entries.map(({ revision }) => revision)) },
            cluster: { leader: this.leader },
          }),
      },
      open: () => this.#attempt(),
      next: (from) => Promise.resolve(this.entries.find(({ revision }) => revision >= from)),
      onLost: (error) => void this.losses.push(error),
      isClosed: () => this.#isClosed,
      pause: (milliseconds) => new Promise((end) => this.#pauses.push({ milliseconds, end })),
    };
    this.done = followBucket(deps, this.#told);
  }

  /** Stores an entry; a watch that has not lost its place tells it. */
  store(key: string, value: string, revision: number, isTold = true): void {
    const entry = { key, value, revision };
    this.entries.push(entry);
    if (isTold) this.#deliver(entry);
  }

  /** Ends the pauses of that length. */
  async pass(milliseconds: number): Promise<void> {
    await settled();
    const due = this.#pauses.filter((pause) => pause.milliseconds === milliseconds);
    for (const pause of due) {
      this.#pauses.splice(this.#pauses.indexOf(pause), 1);
      pause.end();
    }
    await settled();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#deliver(undefined);
    for (const { end } of this.#pauses.splice(0)) end();
    await this.done;
  }

  #attempt(): ReturnType<NatsWatchDeps['open']> {
    if (this.failures === 0) return Promise.resolve(this.#open());
    this.failures -= 1;
    return Promise.reject(new Error('there is no leader'));
  }

  #open(): Awaited<ReturnType<NatsWatchDeps['open']>> {
    this.opened += 1;
    const waiting: (BucketEntry | undefined)[] = [...(this.replica ?? this.entries)];
    let wake: () => void = () => undefined;
    this.#deliver = (entry) => {
      waiting.push(entry);
      wake();
    };
    return {
      stop: () => this.#deliver(undefined),
      async *[Symbol.asyncIterator]() {
        for (;;) {
          while (waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve));
          const entry = waiting.shift();
          if (entry === undefined) return;
          yield entry;
        }
      },
    };
  }
}

/** Everything that needs no time has happened. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

describe('the watch of a bucket', () => {
  let stream: StreamUnderTest;
  beforeEach(() => {
    stream = new StreamUnderTest();
  });
  afterEach(() => stream.close());

  it('tells every change once, also when it is begun again', async () => {
    stream.store('a', 'one', 1);
    stream.store('a', 'two', 2);
    await stream.pass(3000);
    stream.leader = 'n2';
    await stream.pass(3000);
    await stream.pass(200);

    expect(stream.opened).toBe(2);
    expect(stream.told).toEqual(['a=one@1', 'a=two@2']);
    expect(stream.losses).toEqual([]);
  });

  it('tells a change that was left out before others, after an election', async () => {
    await stream.pass(3000);
    stream.store('a', 'lost', 1, false);
    stream.store('b', 'seen', 2);
    stream.leader = 'n2';
    await stream.pass(3000);
    await stream.pass(200);

    expect(stream.told).toEqual(['b=seen@2', 'a=lost@1']);
  });

  it('tells a change that the watch after an election leaves out as well, on a server that lags behind', async () => {
    for (let check = 0; check < 3; check += 1) await stream.pass(3000);
    stream.replica = [];
    stream.store('a', 'lost', 1, false);
    stream.leader = 'n2';
    await stream.pass(3000);
    await stream.pass(200);
    stream.store('b', 'seen', 2);
    await stream.pass(3000);

    expect(stream.told).toEqual(['b=seen@2', 'a=lost@1']);
    expect(stream.losses).toEqual([]);
  });

  it('is begun again when it falls silent, and says so', async () => {
    stream.store('a', 'one', 1, false);
    await stream.pass(3000);
    await stream.pass(3000);
    await stream.pass(200);

    expect(stream.told).toEqual(['a=one@1']);
    expect(stream.losses).toHaveLength(1);
  });

  it('says once that it cannot be begun again, until it can', async () => {
    for (const leader of ['n2', 'n3']) {
      await stream.pass(3000);
      stream.leader = leader;
      stream.failures = 3;
      await stream.pass(3000);
      for (let attempt = 0; attempt < 4; attempt += 1) await stream.pass(200);
    }

    expect(stream.opened).toBe(3);
    expect(stream.losses).toHaveLength(2);
  });

  it('goes on while nothing happens', async () => {
    for (let check = 0; check < 3; check += 1) await stream.pass(3000);

    expect(stream.opened).toBe(1);
    expect(stream.losses).toEqual([]);
  });
});
