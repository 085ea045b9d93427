import { ManagerClient } from '../support/manager/manager-client';
import { startManagerServer } from '../support/manager/manager-server';
import type { RunningServer } from '../support/server/running-server';

describe('the channel event log', () => {
  let server: RunningServer;
  let client: ManagerClient;
  beforeAll(async () => {
    server = await startManagerServer({
      'cel.conf': '[general]\nenable = yes\napps = echo\nevents = ALL\n[manager]\nenabled = yes\n',
    });
    client = await ManagerClient.logIn(server.managerPort());
  });
  afterAll(async () => {
    await client.close();
    await server.close();
  });

  it('tells the life of a channel, and the end of its call', async () => {
    const call = { Channel: 'Local/wait@default', Application: 'Echo', ChannelId: 'logged', OtherChannelId: 'far' };
    await client.ask({ Action: 'Originate', ...call });
    await client.ask({ Action: 'Hangup', Channel: 'logged' });
    await client.heard({ Event: 'CEL', EventName: 'LINKEDID_END', LinkedID: 'logged' });

    const entries = client.events('CEL').filter(({ fields }) => fields['UniqueID'] === 'logged');
    const names = entries.map(({ fields }) => fields['EventName']);

    expect(names.filter((name) => name !== 'LINKEDID_END')).toEqual([
      ...['CHAN_START', 'ANSWER', 'APP_START', 'APP_END', 'HANGUP', 'CHAN_END'],
    ]);
    expect(client.events('CEL').filter(({ fields }) => fields['EventName'] === 'LINKEDID_END')).toHaveLength(1);
    expect(entries.at(-1)?.fields['Privilege']).toBe('call,all');
  });

  it('tells who is in a bridge with whom', async () => {
    for (const id of ['a', 'b'])
      await client.ask({ Action: 'Originate', Channel: 'Local/wait@default', Application: 'Echo', ChannelId: id });
    await client.ask({ Action: 'Bridge', Channel1: 'a', Channel2: 'b' });

    const entered = await client.heard({ Event: 'CEL', EventName: 'BRIDGE_ENTER', UniqueID: 'b' });

    expect(entered.fields['Peer']).toMatch(/^Local\/wait@default-/);
    expect(JSON.parse(entered.fields['Extra'] ?? '')).toHaveProperty('bridge_id');
  });
});
