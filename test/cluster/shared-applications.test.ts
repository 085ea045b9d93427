import { SharedApplications } from '../../src/cluster/applications/shared-applications';
import type { SharedApplicationsDeps } from '../../src/cluster/applications/shared-applications';
import type { BucketEntry } from '../../src/cluster/cluster-link';
import { makeLogger } from '../../src/shared/logger';
import { VirtualTime } from '../../src/testing/virtual-time';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const limits = { applications: undefined, seesKeys: true };

/** Applications of node a, with a bucket that others write as well. */
async function applicationsOfA() {
  let stored: BucketEntry | undefined;
  let tell: (entry: BucketEntry) => void = () => undefined;
  const write = (value: string): number => {
    stored = { key: 'desk', value, revision: (stored?.revision ?? 0) + 1 };
    tell(stored);
    return stored.revision;
  };
  const none = { get: () => undefined, register: () => undefined, unregister: () => undefined };
  const deps = {
    link: { isUp: () => true, subscribe: () => undefined, answer: () => undefined },
    bucket: {
      get: () => Promise.resolve(stored),
      putIf: async (_: string, value: string, revision: number) =>
        revision === (stored?.revision ?? 0) ? write(value) : undefined,
      watch: async (onEntry: typeof tell) => void (tell = onEntry),
    },
    members: { id: 'a', incarnation: 1, live: [], isCurrent: () => true },
    applications: none,
    viewOf: () => ({}),
    clock: new VirtualTime(),
    timeout: 1000,
    log: makeLogger(() => undefined),
  } as unknown as SharedApplicationsDeps;
  const applications = new SharedApplications(deps);
  await applications.start();
  await applications.announce(['desk'], { limits, subscribeAll: false, isResumed: true });
  return { applications, write, holder: () => JSON.parse(stored?.value ?? '{}') as { readonly node?: string } };
}

describe('an application whose socket is on this node', () => {
  it('stays here when its socket before was declared lost at the same moment', async () => {
    const { applications, write, holder } = await applicationsOfA();

    write('{"node":"","awayUntil":99999999999999}');
    await turn();

    expect(holder()).toMatchObject({ node: 'a' });
    expect(applications.holdersOf('desk')).toEqual(['a']);
  });

  it('goes to a socket of another node that takes it', async () => {
    const { applications, write, holder } = await applicationsOfA();

    write('{"node":"b","incarnation":1,"subscribeAll":false,"seesKeys":true}');
    await turn();

    expect(holder()).toMatchObject({ node: 'b' });
    expect(applications.holdersOf('desk')).toEqual(['b']);
  });
});
