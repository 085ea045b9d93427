import type { ChannelRecordsDeps } from '../../../src/cluster/death/channel-records';
import { ChannelRecords } from '../../../src/cluster/death/channel-records';
import { makeLogger } from '../../../src/shared/logger';
import { VirtualTime } from '../../../src/testing/virtual-time';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Records of the channel c1, in a bucket that answers when the test lets it. */
function recordsOfOne() {
  const sent: string[] = [];
  const answers: { readonly take: (revision: number) => void; readonly fail: () => void }[] = [];
  const channels = new Map([['c1', aChannel]]);
  let endTurn: () => void = () => undefined;
  let happen: (event: object) => void = () => undefined;
  const answer = <Answer>(request: string): Promise<Answer> => {
    sent.push(request);
    return new Promise((resolve, reject) =>
      answers.push({ take: (revision) => resolve(revision as Answer), fail: () => reject(new Error('no leader')) }),
    );
  };
  const time = new VirtualTime();
  const deps = {
    bucket: {
      put: (key: string) => answer(`put ${key}`),
      remove: (key: string) => answer(`remove ${key}`),
      removeIf: (key: string, revision: number) => answer(`erase ${key} ${revision}`),
    },
    members: { id: 'a', incarnation: 1 },
    isUp: () => true,
    channels: { find: (id: string) => channels.get(id) },
    bridges: { of: () => undefined },
    applicationWith: () => 'desk',
    applications: { audienceOf: () => [{ name: 'desk' }] },
    events: { onAny: (_: string, listener: typeof happen) => void (happen = listener) },
    link: { beforeSending: (action: () => void) => ((endTurn = action), () => undefined) },
    clock: time,
    log: makeLogger(() => undefined),
  } as unknown as ChannelRecordsDeps;
  const records = new ChannelRecords(deps);
  records.start();
  return {
    records,
    sent,
    time,
    endTurn: () => endTurn(),
    takes: async (revision: number) => {
      answers.shift()?.take(revision);
      await turn();
    },
    fails: async () => {
      answers.shift()?.fail();
      await turn();
    },
    destroy: () => {
      channels.delete('c1');
      happen({ type: 'channel-destroyed', channel: { id: 'c1' } });
    },
  };
}

const party = { name: '', number: '' };
const snapshot = {
  id: 'c1',
  endpoint: { technology: 'Local', resource: 's@default' },
  caller: party,
  connected: party,
  tenantId: '',
  place: { context: 'default', extension: 's', priority: 1 },
  application: { name: '', data: '' },
  createdAt: 0,
};
const aChannel = { id: 'c1', snapshot: () => snapshot };

const key = `a.${Buffer.from('c1').toString('hex')}`;

describe('the record of a channel', () => {
  it('is written once for all changes of a turn', () => {
    const { records, sent, endTurn } = recordsOfOne();
    records.touch('c1');
    records.touch('c1');

    endTurn();
    endTurn();

    expect(sent).toEqual([`put ${key}`]);
  });

  it('is removed by its revision when that is known', async () => {
    const { records, sent, endTurn, takes, destroy } = recordsOfOne();
    records.touch('c1');
    endTurn();
    await takes(7);

    destroy();
    endTurn();

    expect(sent.slice(1)).toEqual([`erase ${key} 7`]);
  });

  it('is overwritten before it is removed while a write has no answer', () => {
    const { records, sent, endTurn, destroy } = recordsOfOne();
    records.touch('c1');
    endTurn();

    destroy();
    endTurn();

    expect(sent.slice(1)).toEqual([`remove ${key}`]);
  });

  it('is overwritten as well when a write has failed, which may be carried out later', async () => {
    const { records, sent, time, endTurn, fails, takes, destroy } = recordsOfOne();
    records.touch('c1');
    endTurn();
    await fails();
    time.step(time.now() + 500);
    endTurn();
    await takes(9);

    destroy();
    endTurn();

    expect(sent).toEqual([`put ${key}`, `put ${key}`, `remove ${key}`]);
  });

  it('is not written for a channel that begins and ends in one turn', () => {
    const { records, sent, endTurn, destroy } = recordsOfOne();
    records.touch('c1');
    destroy();

    endTurn();

    expect(sent).toEqual([]);
  });
});
