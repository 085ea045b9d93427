import { Burials } from '../../src/cluster/death/burials';
import type { DeadNode } from '../../src/cluster/death/burials';
import { EndReports } from '../../src/cluster/death/report-ends';
import type { Bucket } from '../../src/cluster/cluster-link';
import type { NodeRecord } from '../../src/cluster/node-record';
import { makeLogger } from '../../src/shared/logger';
import type { Applications } from '../../src/stasis/applications';
import { EventSerializer } from '../../src/stasis/serialized-event';
import { VirtualTime } from '../../src/testing/virtual-time';

const log = makeLogger(() => undefined);
const record = (id: string, more: Partial<NodeRecord> = {}): NodeRecord => ({
  id,
  incarnation: 1,
  state: 'dead',
  version: '1',
  startedAt: 0,
  ...more,
});
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the burial of a dead node', () => {
  it('is tried again until it succeeds', async () => {
    const time = new VirtualTime();
    const attempts: DeadNode[] = [];
    const bury = (dead: DeadNode): Promise<void> => {
      attempts.push(dead);
      return attempts.length < 3 ? Promise.reject(new Error('no leader')) : Promise.resolve();
    };
    const burials = new Burials({ bury, nodes: () => [], isDead: () => Promise.resolve(true), clock: time, log });

    burials.begin(record('b'));
    await turn();
    const until = time.now() + 10_000;
    while (time.step(until) !== undefined) await turn();

    expect(attempts).toHaveLength(3);
    burials.stop();
  });

  it('includes nodes that the dead one had found dead, unless the cluster has them as living', async () => {
    const buried: string[] = [];
    const nodes = [
      record('b'),
      record('c', { foundBy: 'b' }),
      record('d', { foundBy: 'a' }),
      record('e', { state: 'up' }),
      record('f', { foundBy: 'b' }),
    ];
    const burials = new Burials({
      bury: ({ id }) => {
        buried.push(id);
        return Promise.resolve();
      },
      nodes: () => nodes,
      isDead: ({ id }) => Promise.resolve(id !== 'f'),
      clock: new VirtualTime(),
      log,
    });

    burials.begin(record('b'));
    await turn();

    expect(buried).toEqual(['b', 'c']);
  });
});

describe('the records of a dead node’s channels', () => {
  const entryOf = (key: string, incarnation: number, revision = 1) => ({
    key,
    revision,
    value: JSON.stringify({ incarnation, channel: { id: key }, audience: [], subjects: [] }),
  });
  const applications = { get: () => undefined, audienceOf: () => undefined } as unknown as Applications;
  const reportsOf = (bucket: Partial<Bucket>): EndReports => {
    const notices = new EventSerializer('test');
    return new EndReports({ bucket: bucket as Bucket, applications, notices, clock: new VirtualTime(), log });
  };

  it('are removed without a report when they are from before its last incarnation', async () => {
    const removed: string[] = [];
    const reports = reportsOf({
      list: () => Promise.resolve([entryOf('b.1', 1), entryOf('b.2', 2), entryOf('b.3', 3)]),
      removeIf: (key) => {
        removed.push(key);
        return Promise.resolve(true);
      },
    });

    expect([await reports.report({ id: 'b', incarnation: 2 }), removed]).toEqual([1, ['b.1', 'b.2']]);
  });

  it('are reported once when a record was removed, and NATS did not answer', async () => {
    const left = new Map([1, 2].map((revision) => [revision, entryOf(`b.${revision}`, 1, revision)]));
    let isAnswered = false;
    const reports = reportsOf({
      list: () => Promise.resolve([...left.values()]),
      removeIf: (_, revision) => {
        const isRemoved = left.delete(revision);
        return isAnswered ? Promise.resolve(isRemoved) : Promise.reject(new Error('timeout'));
      },
    });
    await expect(reports.report({ id: 'b', incarnation: 1 })).rejects.toThrow('timeout');
    isAnswered = true;

    expect(await reports.report({ id: 'b', incarnation: 1 })).toBe(2);
    expect(await reports.report({ id: 'b', incarnation: 1 })).toBe(0);
  });

  it('are reported although the node itself has removed one, and another one later, after it was seen to be silent', async () => {
    const left = new Map([1, 2, 3].map((revision) => [revision, entryOf(`b.${revision}`, 1, revision)]));
    const reports = reportsOf({
      list: () => Promise.resolve([...left.values()]),
      removeIf: (_, revision) => {
        left.delete(3);
        return Promise.resolve(left.delete(revision));
      },
    });
    await reports.look({ id: 'b', incarnation: 1 });
    left.delete(1);

    expect(await reports.report({ id: 'b', incarnation: 1 })).toBe(3);
    expect(await reports.report({ id: 'b', incarnation: 1 })).toBe(0);
  });

  it('are not reported by a node that was not the first to mark it as dead', async () => {
    const left = [entryOf('b.1', 1)];
    const reports = reportsOf({ list: () => Promise.resolve([...left]), removeIf: () => Promise.resolve(false) });
    await reports.look({ id: 'b', incarnation: 1 });
    reports.forget('b');
    left.pop();

    expect(await reports.report({ id: 'b', incarnation: 1 })).toBe(0);
  });

  it('are left to another node that has removed them', async () => {
    const reports = reportsOf({
      list: () => Promise.resolve([entryOf('b.1', 1)]),
      removeIf: () => Promise.resolve(false),
    });

    expect(await reports.report({ id: 'b', incarnation: 1 })).toBe(0);
  });
});
