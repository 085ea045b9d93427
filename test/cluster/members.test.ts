import type { Bucket, BucketEntry, ClusterLink } from '../../src/cluster/cluster-link';
import { NoRespondersError } from '../../src/cluster/cluster-link';
import { Members } from '../../src/cluster/members';
import { makeLogger } from '../../src/shared/logger';
import { VirtualTime } from '../../src/testing/virtual-time';

const config = {
  ...{ name: 'patchbay', node: 'a', servers: [], user: '', password: '', token: '', credentialsFile: '', caFile: '' },
  mediaAddress: '',
  ...{ replicas: 3, heartbeat: 500, suspectAfter: 1500, deadAfter: 3000, requestTimeout: 2000 },
};
const other = { id: 'b', incarnation: 1, state: 'up', version: '1', startedAt: 0 };

/** NATS as a node sees it that is connected to a server without the others: messages pass, writes and reads fail. */
class IsolatedServer {
  isIsolated = false;
  readonly #listeners: ((data: Buffer, name: string) => void)[] = [];

  readonly link: ClusterLink = {
    isUp: () => true,
    onChange: () => undefined,
    publish: (name, data) => this.#listeners.forEach((tell) => tell(Buffer.from(data), name)),
    subscribe: (_, onMessage) => void this.#listeners.push(onMessage),
    request: () => ({ answer: Promise.reject(new NoRespondersError('ping')), cancel: () => undefined }),
    answer: () => undefined,
    bucket: () => Promise.resolve(this.nodes),
    log: () => Promise.reject(new Error('nothing is logged here')),
    close: () => Promise.resolve(),
  };

  readonly nodes: Bucket = {
    get: (key) => this.#unlessIsolated(key === 'a' ? this.#own : undefined),
    list: () => this.#unlessIsolated([]),
    put: () => this.#unlessIsolated(1),
    putIf: (key, value) => this.#unlessIsolated(this.#keep({ key, value, revision: 1 })),
    remove: () => this.#unlessIsolated(undefined),
    removeIf: () => this.#unlessIsolated(true),
    watch: (onEntry) => {
      onEntry({ key: 'b', value: JSON.stringify(other), revision: 1 });
      return Promise.resolve();
    },
  };

  #own: BucketEntry | undefined;

  #keep(entry: BucketEntry): number {
    if (entry.key === 'a') this.#own = entry;
    return entry.revision;
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

describe('a node that hears a silent one no more', () => {
  it('takes no calls while shared state cannot be written, and takes them again when it can be', async () => {
    const [time, server, told] = [new VirtualTime(), new IsolatedServer(), [] as boolean[]];
    const members = new Members({
      ...{
        link: server.link,
        nodes: server.nodes,
        config,
        version: '1',
        clock: time,
        log: makeLogger(() => undefined),
      },
      load: () => ({ channels: 0, bridges: 0, sockets: 0 }),
      onGone: () => undefined,
      onFoundDead: () => undefined,
      onCutOff: (isCutOff) => void told.push(isCutOff),
      onDeclaredDead: () => Promise.resolve(),
    });
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
