import type { Bucket, BucketEntry, ClusterLink } from '../../src/cluster/cluster-link';
import { NoRespondersError } from '../../src/cluster/cluster-link';
import { Members } from '../../src/cluster/members';
import type { NodeRecord } from '../../src/cluster/node-record';
import { makeLogger } from '../../src/shared/logger';
import { clusterConfig } from '../support/cluster-rig';
import { VirtualTime } from '../../src/testing/virtual-time';

const config = clusterConfig([], 3);
const other = { id: 'b', incarnation: 1, state: 'up', version: '1', startedAt: 0 };

/** NATS as a node sees it that is connected to a server without the others: messages pass, writes and reads fail. */
class IsolatedServer {
  isIsolated = false;
  /** Whether the other node is marked late: the one that asks for it is not answered. */
  isLate = false;
  /** Whether another node marks it first. */
  isTaken = false;
  /** What is read of the other node. */
  readOther: () => Promise<BucketEntry | undefined> = () => this.#unlessIsolated(undefined);
  readonly #listeners: ((data: Buffer, name: string) => void)[] = [];

  readonly link: ClusterLink = {
    isUp: () => true,
    onChange: () => undefined,
    publish: (name, data) => this.#listeners.forEach((tell) => tell(Buffer.from(data), name)),
    publishLines: () => undefined,
    beforeSending: () => () => undefined,
    subscribe: (_, onMessage) => void this.#listeners.push(onMessage),
    request: () => ({ answer: Promise.reject(new NoRespondersError('ping')), cancel: () => undefined }),
    answer: () => undefined,
    bucket: () => Promise.resolve(this.nodes),
    log: () => Promise.reject(new Error('nothing is logged here')),
    close: () => Promise.resolve(),
  };

  readonly nodes: Bucket = {
    get: (key) => (key === 'a' ? this.#unlessIsolated(this.#own) : this.readOther()),
    list: () => this.#unlessIsolated([]),
    put: () => this.#unlessIsolated(1),
    putIf: (key, value, revision) => {
      if (key === 'b' && this.isLate) return Promise.reject(new Error('timeout'));
      if (key === 'b' && this.isTaken) return Promise.resolve(undefined);
      return this.#unlessIsolated(this.#keep({ key, value, revision }));
    },
    remove: () => this.#unlessIsolated(undefined),
    removeIf: () => this.#unlessIsolated(true),
    watch: (onEntry) => {
      this.#tell = onEntry;
      onEntry({ key: 'b', value: JSON.stringify(other), revision: 1 });
      return Promise.resolve();
    },
  };

  #own: BucketEntry | undefined;
  #tell: (entry: BucketEntry) => void = () => undefined;

  get ownRecord(): NodeRecord {
    return JSON.parse(this.#own?.value ?? '{}') as NodeRecord;
  }

  /** Another node has marked this one as dead. */
  declareDead(): void {
    const dead = { ...this.ownRecord, state: 'dead', foundBy: 'b' };
    this.#own = { key: 'a', value: JSON.stringify(dead), revision: (this.#own?.revision ?? 0) + 1 };
    this.#tell(this.#own);
  }

  /** What the other node has as its record from now on. */
  writeOther(more: Partial<NodeRecord>, revision = 2): void {
    this.#tell(this.entryOfOther(more, revision));
  }

  entryOfOther(more: Partial<NodeRecord>, revision: number): BucketEntry {
    return { key: 'b', value: JSON.stringify({ ...other, ...more }), revision };
  }

  /** The other node lets itself be heard. */
  beatOfOther(incarnation: number): void {
    this.link.publish('hb.b', JSON.stringify({ incarnation, channels: 0, bridges: 0, sockets: 0 }));
  }

  /** Undefined when the writer expects another revision. */
  #keep({ key, value, revision }: BucketEntry): number | undefined {
    if (key !== 'a') return revision + 1;
    if (revision !== (this.#own?.revision ?? 0)) return undefined;
    this.#own = { key, value, revision: revision + 1 };
    return revision + 1;
  }

  #unlessIsolated<Value>(value: Value): Promise<Value> {
    return this.isIsolated ? Promise.reject(new Error('timeout')) : Promise.resolve(value);
  }
}

async function pass(time: VirtualTime, milliseconds: number): Promise<void> {
  const until = time.now() + milliseconds;
  for (;;) {
    const moved = time.step(until);
    // What was decided on answers of the others.
    await new Promise((resolve) => setImmediate(resolve));
    if (moved === undefined) break;
  }
  time.reach(until);
}

/** A node of that server; what it tells of itself is noted. */
function nodeOf(
  server: IsolatedServer,
  time: VirtualTime,
  onSuspected: () => Promise<void> = () => Promise.resolve(),
): { members: Members; told: boolean[]; ended: number[]; found: number[] } {
  const [told, ended, found] = [[] as boolean[], [] as number[], [] as number[]];
  const members: Members = new Members({
    link: server.link,
    nodes: server.nodes,
    config,
    version: '1',
    clock: time,
    log: makeLogger(() => undefined),
    load: () => ({ channels: 0, bridges: 0, sockets: 0 }),
    onGone: () => undefined,
    onSuspected,
    onLeftToOthers: () => undefined,
    onFoundDead: ({ incarnation }) => void found.push(incarnation),
    onCutOff: (isCutOff) => void told.push(isCutOff),
    onDeclaredDead: () => {
      ended.push(members.incarnation);
      return Promise.resolve();
    },
  });
  return { members, told, ended, found };
}

describe('a node that hears a silent one no more', () => {
  it('takes no calls while shared state cannot be written, and takes them again when it can be', async () => {
    const [time, server] = [new VirtualTime(), new IsolatedServer()];
    const { members, told } = nodeOf(server, time);
    await members.join();
    server.isIsolated = true;

    await pass(time, 6000);
    expect([members.isCutOff, told]).toEqual([true, [true]]);

    server.isIsolated = false;
    await pass(time, 1000);
    expect([members.isCutOff, told]).toEqual([false, [true, false]]);
    await members.leave();
  });
});

describe('a silent node that is heard while its records are looked at', () => {
  it('is not marked as dead', async () => {
    const [time, server] = [new VirtualTime(), new IsolatedServer()];
    let looked = 0;
    const { members, found } = nodeOf(server, time, async () => {
      looked += 1;
      server.beatOfOther(other.incarnation);
    });
    await members.join();

    await pass(time, 20_000);
    expect(looked).toBeGreaterThan(1);
    expect(found).toEqual([]);
    await members.leave();
  });
});

describe('a node that has marked another one as dead', () => {
  it('reports its calls once, however late it is told of the mark', async () => {
    const [time, server] = [new VirtualTime(), new IsolatedServer()];
    const { members, found } = nodeOf(server, time);
    await members.join();

    await pass(time, 12_000);
    server.writeOther({ state: 'dead', foundBy: 'a' });
    await pass(time, 100);

    expect(found).toEqual([1]);
    await members.leave();
  });
});

describe('a node that has marked another one as dead, and was not answered', () => {
  it.each([
    ['reports its calls when it is marked all the same', { state: 'dead', foundBy: 'a' }, [1]],
    ['reports its calls when it has found itself dead', { incarnation: 2 }, [1]],
    ['leaves its calls alone when it lives', {}, []],
    ['leaves its calls to a node that was faster', { state: 'dead', foundBy: 'c' }, []],
  ] as const)('%s', async (_, record, expected) => {
    const [time, server] = [new VirtualTime(), new IsolatedServer()];
    const { members, found } = nodeOf(server, time);
    await members.join();
    server.isLate = true;
    await pass(time, 6000);
    expect(found).toEqual([]);

    server.writeOther(record);
    await pass(time, 100);

    expect(found).toEqual(expected);
    await members.leave();
  });
});

describe('a node that was not the first to mark another one as dead', () => {
  it('leaves its calls alone, also when that one has taken a new incarnation', async () => {
    const [time, server] = [new VirtualTime(), new IsolatedServer()];
    const { members, found } = nodeOf(server, time);
    await members.join();
    server.isTaken = true;
    await pass(time, 6000);

    server.writeOther({ incarnation: 2 });
    await pass(time, 100);

    expect(found).toEqual([]);
    await members.leave();
  });
});

describe('a dead node that is heard', () => {
  it('lives when the watch tells it, whatever was read before', async () => {
    const [time, server] = [new VirtualTime(), new IsolatedServer()];
    const { members } = nodeOf(server, time);
    await members.join();
    server.writeOther({ state: 'dead', foundBy: 'c' });
    let answer: (entry: BucketEntry) => void = () => undefined;
    server.readOther = () => new Promise((resolve) => (answer = resolve));
    server.beatOfOther(1);

    server.writeOther({ incarnation: 2 }, 3);
    answer(server.entryOfOther({ state: 'dead', foundBy: 'c' }, 2));
    await pass(time, 100);

    expect([members.isLive('b'), members.knows('b', 2)]).toEqual([true, true]);
    await members.leave();
  });

  it('lives when it says so in a new incarnation, before the watch tells it', async () => {
    const [time, server] = [new VirtualTime(), new IsolatedServer()];
    const { members } = nodeOf(server, time);
    await members.join();
    server.writeOther({ state: 'dead', foundBy: 'c' });
    server.readOther = () => Promise.resolve(server.entryOfOther({ incarnation: 2 }, 3));

    server.beatOfOther(2);
    await pass(time, 100);

    expect([members.isLive('b'), members.knows('b', 2)]).toEqual([true, true]);
    await members.leave();
  });
});

describe('a node that the others consider dead', () => {
  it('ends its calls and takes a new incarnation, also when it has not noticed any silence', async () => {
    const [time, server] = [new VirtualTime(), new IsolatedServer()];
    const { members, told, ended } = nodeOf(server, time);
    await members.join();
    const { incarnation } = members;

    server.declareDead();
    await pass(time, 100);

    expect([ended, told]).toEqual([[incarnation], [true, false]]);
    expect(server.ownRecord).toMatchObject({ state: 'up', incarnation: members.incarnation });
    expect(members.incarnation).toBeGreaterThan(incarnation);
    await members.leave();
  });
});
