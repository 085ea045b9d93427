import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { managerClasses } from '../../src/config/files/interfaces/manager-classes';
import { actionTable } from '../../src/manager/actions/action-table';
import { ManagerClient } from '../support/manager/manager-client';
import type { Sent } from '../support/manager/manager-client';
import { sampleDialplan, samplePhones } from '../support/manager/manager-samples';
import { eventually } from '../support/eventually';
import { managerConf, managerUsers, startManagerServer } from '../support/manager/manager-server';
import { SampleStage } from '../support/manager/sample-stage';
import type { RunningServer } from '../support/server/running-server';

const users = `${managerUsers}
[operator]
secret = secret
read = all
write = command,system,reporting

[picky]
secret = secret
read = call
eventfilter = !Event: Newstate
eventfilter(action(exclude),name(Hangup),header(Cause),method(exact)) = 17

[only]
secret = secret
read = all
eventfilter(name(Newchannel),header(Channel),method(starts_with)) = Local/wait

[single]
secret = secret
allowmultiplelogin = no

[distant]
secret = secret
deny = 0.0.0.0/0
permit = 192.0.2.1
`;

describe('the rights of manager users', () => {
  let server: RunningServer;
  const clients: ManagerClient[] = [];
  beforeAll(async () => {
    server = await startManagerServer({ 'manager.conf': managerConf('', users) });
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
  });
  afterAll(() => server.close());

  async function logIn(name: string): Promise<ManagerClient> {
    const client = await ManagerClient.logIn(server.managerPort(), name);
    clients.push(client);
    return client;
  }

  /** A call from its beginning to its end. */
  async function call(by: ManagerClient, id: string, cause = '16'): Promise<void> {
    const where = { Channel: 'Local/wait@default', Application: 'Echo', ChannelId: id };
    await by.ask({ Action: 'Originate', ...where });
    await by.ask({ Action: 'Hangup', Channel: id, Cause: cause });
    await by.heard({ Event: 'Hangup', Uniqueid: id });
  }

  it('show a user with read = call no event of another class', async () => {
    const [admin, caller] = [await logIn('admin'), await logIn('caller')];

    await call(admin, 'seen');
    await caller.heard({ Event: 'Hangup', Uniqueid: 'seen' });

    expect(admin.events('Newexten')).not.toEqual([]);
    expect(new Set(caller.events().map(({ fields }) => fields['Privilege']))).toEqual(new Set(['call,all']));
  });

  it.each([
    ['Originate', { Channel: 'Local/wait@default', Application: 'Echo' }],
    ['Command', { Command: 'channel originate Local/wait@default application Echo' }],
  ])('let no user without originate place a call by %s', async (Action, parameters) => {
    const operator = await logIn('operator');

    const { fields } = await operator.ask({ Action, ...parameters });
    const { items } = await operator.list({ Action: 'CoreShowChannels' });

    expect(fields).toMatchObject({ Response: 'Error', Message: 'Permission denied' });
    expect(items).toEqual([]);
  });

  it('need system for applications that run programs', async () => {
    const caller = await logIn('caller');

    const { fields } = await caller.ask({
      Action: 'Originate',
      Channel: 'Local/wait@default',
      Application: 'System',
      Data: 'true',
    });

    expect(fields['Message']).toMatch(/^Originate Access Forbidden/);
  });

  it('list only the actions that a user may use', async () => {
    const { names } = await (await logIn('onlooker')).ask({ Action: 'ListCommands' });

    expect(names).toContain('CoreShowChannels');
    expect(names).not.toContain('Hangup');
  });

  it('leave out events by filters of both forms', async () => {
    const [admin, picky, only] = [await logIn('admin'), await logIn('picky'), await logIn('only')];

    await call(admin, 'busy', '17');
    await call(admin, 'normal', '16');
    await picky.heard({ Event: 'Hangup', Uniqueid: 'normal' });

    expect(picky.events('Newstate')).toEqual([]);
    expect(picky.events('Hangup').map(({ fields }) => fields['Uniqueid'])).not.toContain('busy');
    expect(new Set(only.events().map(({ fields }) => fields['Event']))).toEqual(new Set(['Newchannel']));
  });

  it('receive only what the action Events asks for', async () => {
    const [admin, reader] = [await logIn('admin'), await logIn('admin')];
    expect((await reader.ask({ Action: 'Events', EventMask: 'off' })).fields['Events']).toBe('Off');
    const before = reader.told.length;

    await call(admin, 'unseen');
    await reader.ask({ Action: 'Ping' });

    expect(reader.told.slice(before).map(({ fields }) => fields['Event'] ?? 'answer')).toEqual(['answer']);
  });

  it('refuse a second login where only one is allowed, and logins from other addresses', async () => {
    await logIn('single');

    await expect(logIn('single')).rejects.toThrow('Authentication failed');
    await expect(logIn('distant')).rejects.toThrow('Authentication failed');
  });

  it('run commands of the terminal', async () => {
    const { lines } = await (await logIn('operator')).ask({ Action: 'Command', Command: 'core show channels' });

    expect(lines.slice(2)).toEqual([
      'Message: Command output follows',
      expect.stringMatching(/^Output: Channel +Location/) as string,
      'Output: 0 active channels',
      'Output: 0 active calls',
    ]);
  });

  it('change with a reload of the configuration', async () => {
    const [admin, onlooker] = [await logIn('admin'), await logIn('onlooker')];
    server.configure('manager.conf', managerConf('', users.replace('write = reporting', 'write = reporting,user')));

    await admin.ask({ Action: 'Reload', Module: 'manager' });

    expect((await onlooker.ask({ Action: 'UserEvent', UserEvent: 'Now' })).fields['Response']).toBe('Success');
  });
});

describe('a user without originate', () => {
  let server: RunningServer;
  let stage: SampleStage;
  let admin: ManagerClient;
  let restricted: ManagerClient;
  const everythingElse = Object.keys(managerClasses).filter((name) => name !== 'originate');
  beforeAll(async () => {
    const more = `[restricted]\nsecret = secret\nread = all\nwrite = ${everythingElse.join(',')}\n`;
    server = await startManagerServer({
      'manager.conf': managerConf('', `${managerUsers}${more}`),
      'extensions.conf': sampleDialplan,
      'phones.conf': samplePhones,
    });
    stage = await SampleStage.open(server);
  });
  beforeEach(async () => {
    admin = await ManagerClient.logIn(server.managerPort());
    restricted = await ManagerClient.logIn(server.managerPort(), 'restricted');
  });
  afterEach(async () => {
    await stage.clear();
    await Promise.all([admin.close(), restricted.close()]);
  });
  afterAll(async () => {
    stage.close();
    await server.close();
  });

  /** Ways to a call that are parameters of an action rather than the action itself. */
  const detours: readonly (readonly [string, Sent])[] = [
    ['Command', { Command: 'channel originate Local/wait@default application Echo' }],
    ['Command', { Command: '  CHANNEL   ORIGINATE Local/wait@default extension wait@default' }],
    ['AGI', { Channel: 'a', Command: 'EXEC Originate Local/wait@default,app,Echo' }],
    ['AGI', { Channel: 'a', Command: 'EXEC Dial Local/wait@default' }],
    ['AGI', { Channel: 'a', Command: '"ex\\ec" "Page" Local/wait@default' }],
    ['AGI', { Channel: 'a', Command: 'EXEC ExecIf 1?Dial(Local/wait@default)' }],
    ['Setvar', { Channel: 'a', Variable: 'SHELL(patchbay cli)', Value: 'x' }],
  ];

  it.each<readonly [string, Sent | undefined]>([
    ...actionTable.map(({ name }) => [name, undefined] as const),
    ...detours,
  ])('makes no channel by %s %j', async (Action, given) => {
    // The channel `a` of detours waits for AGI commands.
    const prepared = await stage.prepare(given === undefined ? Action : 'AGI', admin);
    const sent = given ?? prepared;
    await admin.ask({ Action: 'Ping' });
    const before = admin.events('Newchannel').length;

    const { fields } = await restricted.ask({ Action, ...sent });
    // A command that was taken is carried out before one behind it.
    if (Action === 'AGI') {
      await restricted.ask({ Action: 'AGI', Channel: 'a', Command: 'NOOP', CommandID: 'behind' });
      await admin.heard({ Event: 'AsyncAGIExec', CommandID: 'behind' });
    }
    await admin.ask({ Action: 'Ping' });

    expect(fields['Response']).toMatch(/./);
    expect(admin.events('Newchannel')).toHaveLength(before);
  });
});

describe('the bounds of manager connections', () => {
  let server: RunningServer;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    server = await startManagerServer({ 'manager.conf': managerConf('authlimit = 3\nauthtimeout = 1') });
  });
  afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));
  afterAll(() => server.close());

  it('refuse lines and messages that are too long, and read on', async () => {
    const client = await ManagerClient.logIn(server.managerPort());

    const long = await client.ask({ Action: 'UserEvent', UserEvent: 'x', Text: 'y'.repeat(5000) });
    const headers = Array.from({ length: 200 }, (_, index) => [`H${index}`, '1'] as const);
    const many = await client.ask({ Action: 'Ping', ...Object.fromEntries(headers) });

    expect(long.fields['Message']).toBe('A line is longer than 1024 bytes');
    expect(many.fields['Message']).toBe('A message has more than 128 lines');
    await client.close();
  });

  it('cut those who do not log in, and admit only a limited number of them', async () => {
    const strangers = Array.from({ length: 5 }, () => connect(server.managerPort(), '127.0.0.1'));
    sockets.push(...strangers);
    for (const socket of strangers) socket.on('error', () => undefined).resume();

    await eventually(
      () => strangers.every(({ closed }) => closed),
      () => 'a connection without a login stayed open',
    );
  });

  it('cut a reader that does not read, while others read on', async () => {
    const admin = await ManagerClient.logIn(server.managerPort());
    const idle = connect(server.managerPort(), '127.0.0.1');
    sockets.push(idle);
    idle.on('error', () => undefined);
    idle.write('Action: Login\r\nUsername: admin\r\nSecret: secret\r\n\r\n');
    idle.pause();
    await admin.heard({ Event: 'SuccessfulAuth', AccountID: 'admin' });
    const fields = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`F${index}`, 'z'.repeat(900)]));

    const log = (): string => readFileSync(join(server.folder, 'state', 'log', 'messages'), 'utf8');
    while (!log().includes('too much waits for it'))
      for (let count = 0; count < 20; count += 1)
        await admin.ask({ Action: 'UserEvent', UserEvent: 'Flood', ...fields });

    expect((await admin.ask({ Action: 'Ping' })).fields['Ping']).toBe('Pong');
    await admin.close();
  });
});
