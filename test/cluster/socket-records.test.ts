import { RevisionSync } from '../../src/cluster/applications/revision-sync';
import type { OwnSocket } from '../../src/cluster/applications/socket-records';
import { SocketRecords } from '../../src/cluster/applications/socket-records';
import type { Bucket, BucketEntry, ClusterLink } from '../../src/cluster/cluster-link';
import { makeLogger } from '../../src/shared/logger';
import { VirtualTime } from '../../src/testing/virtual-time';

const log = makeLogger(() => undefined);
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Records of the application desk in a bucket that answers when the test lets it. */
class RecordsUnderTest {
  readonly time = new VirtualTime();
  readonly told: number[] = [];
  readonly replaced: number[] = [];
  readonly own: OwnSocket = {
    application: 'desk',
    record: { node: 'a', incarnation: 1, subscribeAll: false, applications: undefined, seesKeys: true },
    revision: 0,
  };
  stored: BucketEntry | undefined;
  /** The revision that the node has been told of. */
  known = 0;
  isOpen = true;
  hasLeader = true;
  isUp = true;
  #answer: () => void = () => undefined;
  readonly records: SocketRecords;

  constructor() {
    const bucket = {
      get: () => new Promise((resolve) => (this.#answer = () => resolve(this.stored))),
      putIf: (key: string, value: string, expected: number) => this.#putIf({ key, value, revision: expected }),
    } as unknown as Bucket;
    this.records = new SocketRecords({
      bucket,
      isCurrent: () => this.isOpen,
      isUp: () => this.isUp,
      revisionOf: () => this.known,
      onReplaced: ({ revision }) => void this.replaced.push(revision),
      everyNodeAt: async (_, revision) => void this.told.push(revision),
      clock: this.time,
      log,
    });
  }

  async answers(): Promise<void> {
    this.#answer();
    await turn();
  }

  #putIf(entry: BucketEntry): Promise<number | undefined> {
    if (!this.hasLeader) return Promise.reject(new Error('no leader'));
    if (entry.revision !== (this.stored?.revision ?? 0)) return Promise.resolve(undefined);
    this.stored = { ...entry, revision: entry.revision + 1 };
    return Promise.resolve(this.stored.revision);
  }
}

describe('the record of a socket', () => {
  it('takes an application from another socket that the node knows of', async () => {
    const it = new RecordsUnderTest();
    it.stored = { key: 'desk', value: '{"node":"b"}', revision: 5 };
    it.known = 5;

    expect(await it.records.publish(it.own)).toBe(true);
    expect([it.own.revision, it.told]).toEqual([6, [6]]);
  });

  it('takes an application from another socket that the node does not know of yet', async () => {
    const it = new RecordsUnderTest();
    it.stored = { key: 'desk', value: '{"node":"b"}', revision: 5 };

    const published = it.records.publish(it.own);
    await turn();
    await it.answers();

    expect(await published).toBe(true);
    expect([it.own.revision, it.told]).toEqual([6, [6]]);
  });

  it('is not written for a socket that was closed while NATS did not answer', async () => {
    const it = new RecordsUnderTest();
    it.stored = { key: 'desk', value: '{"node":"b"}', revision: 5 };
    const published = it.records.publish(it.own);
    await turn();
    it.isOpen = false;
    await it.answers();

    await published;
    expect(it.stored).toMatchObject({ value: '{"node":"b"}', revision: 5 });
    expect(it.told).toEqual([]);
  });

  it('is not written for a socket whose client was gone when its node went on', async () => {
    const it = new RecordsUnderTest();
    it.isUp = false;

    expect(await it.records.publish(it.own)).toBe(false);
    it.isOpen = false;
    it.isUp = true;
    it.time.step(Infinity);
    await turn();
    expect(it.stored).toBeUndefined();
  });

  it.each([
    ['leaves the application to a node that has taken it since', '{"node":"b"}', { taken: [], replaced: [7] }],
    ['takes an application again that is away', '{"node":"","awayUntil":1}', { taken: [8], replaced: [] }],
  ])('%s, when it is announced again', async (_, value, { taken, replaced }) => {
    const it = new RecordsUnderTest();
    it.stored = { key: 'desk', value, revision: 7 };

    const published = it.records.publish({ ...it.own, renewed: 5 });
    await turn();
    await it.answers();

    await published;
    expect([it.told, it.replaced]).toEqual([taken, replaced]);
  });

  it('is written later when it cannot be written', async () => {
    const it = new RecordsUnderTest();
    it.hasLeader = false;

    expect(await it.records.publish(it.own)).toBe(false);
    it.hasLeader = true;
    it.time.step(Infinity);
    await turn();
    expect([it.own.revision, it.told]).toEqual([1, [1]]);
  });
});

describe('a node that is asked whether it has seen a change', () => {
  /** What it answers to a question, and what it has read for it. */
  function aSync() {
    const time = new VirtualTime();
    const read: string[] = [];
    let answer: Parameters<ClusterLink['answer']>[1] | undefined;
    const sync = new RevisionSync({
      link: {
        request: () => ({ answer: Promise.reject(new Error('not asked')), cancel: () => undefined }),
        answer: (_, ask) => void (answer = ask),
      },
      members: { id: 'a', live: [] },
      clock: time,
      timeout: 1000,
      read: async (key) => void read.push(key),
    });
    sync.start();
    return { time, sync, read, ask: async () => answer?.(Buffer.from('["desk",7]')) };
  }

  it('waits for its watch', async () => {
    const { sync, read, ask } = aSync();
    const answered = ask();
    await turn();
    sync.reached(7);

    expect([await answered, read]).toEqual(['seen', []]);
  });

  it('reads the change when its watch is behind', async () => {
    const { time, sync, read, ask } = aSync();
    sync.reached(6);
    const answered = ask();
    await turn();
    time.step(Infinity);

    expect([await answered, read]).toEqual(['read', ['desk']]);
  });
});
