import { ManagerClient } from '../support/manager/manager-client';
import { managerConf, managerUsers, startManagerServer } from '../support/manager/manager-server';
import type { RunningServer } from '../support/server/running-server';

const users = `${managerUsers}
[mover]
secret = secret
read = all
write = call
`;
const dialplan = `
[default]
exten => wait,1,Answer()
 same => n,Wait(600)
exten => target,1,Answer()
 same => n,Wait(600)
exten => busy,1,Busy(600)
exten => dials,1,Dial(Local/wait@default)
`;

describe('the action Atxfer', () => {
  let server: RunningServer;
  let client: ManagerClient;
  beforeAll(async () => {
    server = await startManagerServer({ 'manager.conf': managerConf('', users), 'extensions.conf': dialplan });
  });
  beforeEach(async () => {
    client = await ManagerClient.logIn(server.managerPort());
  });
  afterEach(async () => {
    await client.list({ Action: 'Hangup', Channel: '/.*/' });
    await client.close();
  });
  afterAll(() => server.close());

  /** A channel in a bridge of Dial, and the id of its bridge. */
  async function connected(): Promise<string> {
    const place = { Context: 'default', Exten: 'dials', Priority: '1' };
    await client.ask({ Action: 'Originate', Channel: 'Local/wait@default', ChannelId: 'one', ...place });
    const { fields } = await client.heard({ Event: 'BridgeEnter', Uniqueid: 'one' });
    await client.heard({
      Event: 'BridgeEnter',
      BridgeUniqueid: fields['BridgeUniqueid'] ?? '',
      BridgeNumChannels: '2',
    });
    return fields['BridgeUniqueid'] ?? '';
  }

  it('lets the channel talk to the target, and connects both when it hangs up', async () => {
    await connected();

    const { fields } = await client.ask({ Action: 'Atxfer', Channel: 'one', Exten: 'target' });
    expect(fields['Message']).toBe('Atxfer successfully queued');
    await client.heard({ Event: 'BridgeEnter', Channel: /^Local\/target@default-/ });
    await client.ask({ Action: 'Hangup', Channel: 'one' });

    const transfer = await client.heard({ Event: 'AttendedTransfer' });
    expect(transfer.fields).toMatchObject({ Result: 'Success', OrigTransfererUniqueid: 'one', DestType: 'Bridge' });
    expect(transfer.fields['TransferTargetChannel']).toMatch(/^Local\/target@default-/);
  });

  it('brings the channel back to its partner when the target is busy', async () => {
    const first = await connected();
    const before = client.told.length;

    await client.ask({ Action: 'Atxfer', Channel: 'one', Exten: 'busy', Context: 'default' });

    await client.heard({ Event: 'BridgeLeave', Uniqueid: 'one', BridgeUniqueid: first }, before);
    const { fields } = await client.heard({ Event: 'BridgeEnter', Uniqueid: 'one', BridgeUniqueid: first }, before);
    expect(fields['BridgeNumChannels']).toBe('2');
  });

  it('is refused for channels without a partner, unknown extensions and users without originate', async () => {
    await client.ask({ Action: 'Originate', Channel: 'Local/wait@default', Application: 'Echo', ChannelId: 'alone' });
    const mover = await ManagerClient.logIn(server.managerPort(), 'mover');

    const alone = await client.ask({ Action: 'Atxfer', Channel: 'alone', Exten: 'target', Context: 'default' });
    const nowhere = await client.ask({ Action: 'Atxfer', Channel: 'alone', Exten: 'nowhere', Context: 'default' });
    const forbidden = await mover.ask({ Action: 'Atxfer', Channel: 'alone', Exten: 'target', Context: 'default' });
    await mover.close();

    expect([alone, nowhere, forbidden].map(({ fields }) => fields['Message'])).toEqual([
      'Atxfer failed: the channel is not in a bridge of the dialplan with one partner',
      'There is no extension nowhere in default',
      'Permission denied: Atxfer needs the class originate',
    ]);
  });
});
