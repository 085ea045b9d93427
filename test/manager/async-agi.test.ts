import { ManagerClient } from '../support/manager/manager-client';
import { managerConf, managerUsers, startManagerServer } from '../support/manager/manager-server';
import type { RunningServer } from '../support/server/running-server';

const users = `${managerUsers}
[agi]
secret = secret
read = all
write = agi
`;
const dialplan = `
[default]
exten => wait,1,Answer()
 same => n,Wait(600)
exten => driven,1,Answer()
 same => n,AGI(agi:async)
 same => n,Wait(600)
`;

describe('AGI commands over the manager interface', () => {
  let server: RunningServer;
  let admin: ManagerClient;
  const clients: ManagerClient[] = [];
  beforeAll(async () => {
    server = await startManagerServer({ 'manager.conf': managerConf('', users), 'extensions.conf': dialplan });
  });
  beforeEach(async () => {
    admin = await logIn('admin');
  });
  afterEach(async () => {
    await admin.list({ Action: 'Hangup', Channel: '/.*/' });
    await Promise.all(clients.splice(0).map((client) => client.close()));
  });
  afterAll(() => server.close());

  async function logIn(name: string): Promise<ManagerClient> {
    const client = await ManagerClient.logIn(server.managerPort(), name);
    clients.push(client);
    return client;
  }

  /** The name of a channel that waits for commands. */
  async function driven(id: string): Promise<string> {
    const call = { Channel: 'Local/wait@default', Context: 'default', Exten: 'driven', Priority: '1' };
    await admin.ask({ Action: 'Originate', ...call, ChannelId: id });
    const { fields } = await admin.heard({ Event: 'AsyncAGIStart', Uniqueid: id });
    expect(decodeURIComponent(fields['Env'] ?? '')).toContain('agi_request: async\n');
    return fields['Channel'] ?? '';
  }

  it('drive a call: start, answers with their ids, end', async () => {
    const Channel = await driven('one');

    const queued = await admin.ask({ Action: 'AGI', Channel, Command: 'SET VARIABLE A "b c"', CommandID: 'first' });
    const done = await admin.heard({ Event: 'AsyncAGIExec', CommandID: 'first' });
    await admin.ask({ Action: 'AGI', Channel, Command: 'ASYNCAGI BREAK' });
    const end = await admin.heard({ Event: 'AsyncAGIEnd', Uniqueid: 'one' });

    expect(queued.fields['Message']).toBe('Added AGI command to queue');
    expect(decodeURIComponent(done.fields['Result'] ?? '')).toBe('200 result=1\n');
    expect(end.lines[1]).toBe('Privilege: agi,all');
    const { fields } = await admin.ask({ Action: 'Getvar', Channel, Variable: 'A' });
    expect(fields['Value']).toBe('b c');
  });

  it('are refused for channels that do not wait for them', async () => {
    await admin.ask({ Action: 'Originate', Channel: 'Local/wait@default', Application: 'Echo', ChannelId: 'idle' });

    const idle = await admin.ask({ Action: 'AGI', Channel: 'idle', Command: 'NOOP' });
    const none = await admin.ask({ Action: 'AGI', Channel: 'nobody', Command: 'NOOP' });

    expect(idle.fields['Message']).toMatch(/^Channel Local\/wait@default-.* does not wait for AGI commands$/);
    expect(none.fields['Message']).toBe('Channel nobody does not exist');
  });

  it.each([
    ['originate', 'EXEC Originate Local/wait@default,app,Echo'],
    ['originate', 'exec "Di\\al" Local/wait@default'],
    ['system', 'EXEC System true'],
    ['system', 'GET VARIABLE SHELL(id)'],
    ['system', ['GET FULL VARIABLE $', '{CHANNEL(name)}'].join('')],
  ])('need the class %s besides agi for %s', async (needed, Command) => {
    const Channel = await driven('guarded');
    const client = await logIn('agi');

    const { fields } = await client.ask({ Action: 'AGI', Channel, Command });

    expect(fields).toMatchObject({
      Response: 'Error',
      Message: expect.stringContaining('Permission denied') as string,
    });
    if (!Command.includes('Originate')) expect(fields['Message']).toContain(`class ${needed}`);
  });
});
