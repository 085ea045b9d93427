import { actionTable } from '../../src/manager/actions/action-table';
import { ManagerClient } from '../support/manager-client';
import type { Sent } from '../support/manager-client';
import { startManagerServer } from '../support/manager-server';
import type { RunningServer } from '../support/running-server';

const phones = '[general]\nbind = 127.0.0.1:0\n[alice]\npassword = alice-secret-1\n';

/** For each action: parameters that it accepts, and the answer to them. Channels a and b are in calls of their own. */
const good: Readonly<Record<string, { readonly sent?: Sent; readonly expected: object }>> = {
  Challenge: { sent: { AuthType: 'MD5' }, expected: { Challenge: expect.stringMatching(/^\d+$/) as string } },
  Login: { sent: { Username: 'admin', Secret: 'secret' }, expected: { Message: 'Already logged in' } },
  Ping: { expected: { Ping: 'Pong' } },
  Events: { sent: { EventMask: 'call,user' }, expected: { Events: 'On' } },
  Filter: { sent: { Operation: 'Add', Filter: '!Event: Nothing' }, expected: { Message: 'Filter Added Successfully' } },
  Originate: {
    sent: { Channel: 'Local/wait@default', Context: 'default', Exten: 'wait', Priority: '1' },
    expected: { Message: 'Originate successfully queued' },
  },
  CoreShowChannels: { expected: { EventList: 'start' } },
  Status: { sent: { Channel: 'a' }, expected: { EventList: 'start' } },
  Hangup: { sent: { Channel: 'a' }, expected: { Message: 'Channel Hungup' } },
  Bridge: { sent: { Channel1: 'a', Channel2: 'b' }, expected: { Message: 'Channels have been bridged' } },
  BridgeList: { expected: { EventList: 'start' } },
  BridgeInfo: { sent: { BridgeUniqueid: 'the-bridge' }, expected: { EventList: 'start' } },
  BridgeDestroy: { sent: { BridgeUniqueid: 'the-bridge' }, expected: { Message: 'Bridge has been destroyed' } },
  BridgeKick: { sent: { Channel: 'kicked' }, expected: { Message: 'Channel has been kicked' } },
  Redirect: {
    sent: { Channel: 'a', Context: 'default', Exten: 'wait', Priority: '1' },
    expected: { Message: 'Redirect successful' },
  },
  BlindTransfer: {
    sent: { Channel: 'kicked', Context: 'default', Exten: 'wait' },
    expected: { Message: 'Transfer succeeded' },
  },
  PlayDTMF: { sent: { Channel: 'a', Digit: '5' }, expected: { Message: 'DTMF successfully queued' } },
  SendText: { sent: { Channel: 'a', Message: 'hello' }, expected: { Response: 'Success' } },
  AbsoluteTimeout: { sent: { Channel: 'a', Timeout: '60' }, expected: { Message: 'Timeout Set' } },
  AGI: {
    sent: { Channel: 'a', Command: 'NOOP', CommandID: 'x' },
    expected: { Response: 'Error', Message: expect.stringContaining('does not wait for AGI commands') as string },
  },
  MessageSend: {
    sent: { To: 'pigeon:1', Body: 'hello' },
    expected: { Response: 'Error', Message: "There is no technology 'pigeon' that carries messages" },
  },
  Getvar: {
    sent: { Channel: 'a', Variable: 'CHANNEL(name)' },
    expected: { Value: expect.stringMatching(/^Local/) as string },
  },
  Setvar: { sent: { Variable: 'COLOUR', Value: 'blue' }, expected: { Message: 'Variable Set' } },
  DBPut: { sent: { Family: 'f', Key: 'k', Val: 'v' }, expected: { Message: 'Updated database successfully' } },
  DBGet: { sent: { Family: 'kept', Key: 'k' }, expected: { EventList: 'start' } },
  DBDel: { sent: { Family: 'kept', Key: 'k' }, expected: { Message: 'Key deleted successfully' } },
  DBDelTree: { sent: { Family: 'kept' }, expected: { Message: 'Key tree deleted successfully' } },
  MailboxCount: { sent: { Mailbox: '6001@default' }, expected: { NewMessages: '2', OldMessages: '1' } },
  MailboxStatus: { sent: { Mailbox: '6001@default' }, expected: { Waiting: '1' } },
  MWIGet: { sent: { Mailbox: '/^60/' }, expected: { EventList: 'start' } },
  MWIUpdate: { sent: { Mailbox: '6002@default', NewMessages: '1' }, expected: { Response: 'Success' } },
  MWIDelete: { sent: { Mailbox: '6001@default' }, expected: { Response: 'Success' } },
  DeviceStateList: { expected: { EventList: 'start' } },
  ExtensionState: {
    sent: { Exten: 'hinted' },
    expected: { Hint: 'PJSIP/alice', Status: '4', StatusText: 'Unavailable' },
  },
  PJSIPShowEndpoints: { expected: { EventList: 'start' } },
  PJSIPShowEndpoint: { sent: { Endpoint: 'alice' }, expected: { EventList: 'start' } },
  PJSIPShowContacts: { expected: { EventList: 'start' } },
  PJSIPShowAors: { expected: { EventList: 'start' } },
  PJSIPShowRegistrationsInbound: { expected: { EventList: 'start' } },
  PJSIPShowRegistrationsOutbound: { expected: { EventList: 'start' } },
  Reload: { sent: { Module: 'logger' }, expected: { Message: 'Module Reloaded' } },
  ModuleCheck: { sent: { Module: 'app_echo' }, expected: { Response: 'Success' } },
  ModuleLoad: { sent: { Module: 'logger', LoadType: 'reload' }, expected: { Message: 'Module reloaded.' } },
  CoreStatus: { expected: { CoreCurrentCalls: expect.stringMatching(/^\d+$/) as string } },
  CoreSettings: { expected: { AMIversion: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string } },
  UserEvent: { sent: { UserEvent: 'Lunch', Where: 'canteen' }, expected: { Message: 'Event Sent' } },
  Command: {
    sent: { Command: 'core show version' },
    expected: { Output: expect.stringMatching(/^Patchbay/) as string },
  },
  ListCommands: { expected: { Ping: expect.stringContaining('(Priv: <none>)') as string } },
  Logoff: { expected: { Response: 'Goodbye' } },
};

const dialplan = `
[default]
exten => wait,1,Answer()
 same => n,Wait(600)
exten => meet,1,Answer()
 same => n,BridgeWait(meeting)
exten => hinted,hint,PJSIP/alice
exten => hinted,1,Wait(600)
`;

describe('the actions of the manager interface', () => {
  let server: RunningServer;
  let client: ManagerClient;
  beforeAll(async () => {
    server = await startManagerServer({ 'extensions.conf': dialplan, 'phones.conf': phones });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    client = await ManagerClient.logIn(server.managerPort());
  });
  afterEach(async () => {
    await client.close();
    const tidy = await ManagerClient.logIn(server.managerPort());
    await tidy.list({ Action: 'Hangup', Channel: '/.*/' });
    await tidy.close();
  });

  const call = (id: string, more: Sent = {}) =>
    client.ask({ Action: 'Originate', Channel: 'Local/wait@default', Application: 'Echo', ChannelId: id, ...more });

  /** What the parameters above speak of. */
  const prepared: Readonly<Record<string, () => Promise<unknown>>> = {
    DBGet: () => client.ask({ Action: 'DBPut', Family: 'kept', Key: 'k', Val: 'v' }),
    DBDel: () => client.ask({ Action: 'DBPut', Family: 'kept', Key: 'k', Val: 'v' }),
    DBDelTree: () => client.ask({ Action: 'DBPut', Family: 'kept', Key: 'k', Val: 'v' }),
    ...Object.fromEntries(
      ['MailboxCount', 'MailboxStatus', 'MWIGet', 'MWIDelete'].map((name) => [
        name,
        () => client.ask({ Action: 'MWIUpdate', Mailbox: '6001@default', NewMessages: '2', OldMessages: '1' }),
      ]),
    ),
    BridgeKick: () => bridged(),
    BlindTransfer: () => bridged(),
    BridgeInfo: () => bridged(),
    BridgeDestroy: () => bridged(),
  };

  /** A bridge with the channels `kicked` and its partner; its id takes the place of `the-bridge`. */
  async function bridged(): Promise<string> {
    await call('kicked');
    await call('partner');
    await client.ask({ Action: 'Bridge', Channel1: 'kicked', Channel2: 'partner' });
    const { fields } = await client.heard({ Event: 'BridgeEnter', Uniqueid: 'partner' });
    return fields['BridgeUniqueid'] ?? '';
  }

  it.each(actionTable.map(({ name }) => name))('%s does what it says', async (name) => {
    const sample = good[name];
    if (sample === undefined) throw new Error(`there is no sample of ${name}`);
    await call('a');
    await call('b');
    const id = await prepared[name]?.();
    const sent = Object.fromEntries(
      Object.entries(sample.sent ?? {}).map(([field, value]) => [field, value === 'the-bridge' ? String(id) : value]),
    );

    const { fields } = await client.ask({ Action: name, ...sent });

    expect(fields).toMatchObject(sample.expected);
    if (fields['EventList'] !== undefined)
      await client.heard({ EventList: 'Complete', ActionID: fields['ActionID'] ?? '' });
  });

  const required = actionTable.flatMap(({ name, parameters }) =>
    Object.values(parameters)
      .filter(({ isRequired }) => isRequired)
      .map((parameter) => [name, parameter.name] as const),
  );

  it.each(required)('%s without %s is refused by that name', async (name, missing) => {
    const rest = Object.fromEntries(Object.entries(good[name]?.sent ?? {}).filter(([field]) => field !== missing));

    const { fields } = await client.ask({ Action: name, ...rest });

    expect(fields).toMatchObject({ Response: 'Error', Message: `${missing} not specified` });
  });

  const hostile = [
    '/',
    '//',
    '/(((/',
    '..\\..',
    '%s%n',
    ['$', '{SHELL(id)}'].join(''),
    '$[1/0]',
    '\u0000\u0001',
    '🤷'.repeat(100),
    '-1',
    '9'.repeat(400),
    ',,,=',
    'a@b/c',
  ];

  it.each(actionTable.map((row) => [row.name, row] as const))(
    '%s survives hostile values',
    async (name, { parameters }) => {
      for (const [index, value] of hostile.entries()) {
        if (client.isClosed) client = await ManagerClient.logIn(server.managerPort());
        const sent = Object.fromEntries(Object.values(parameters).map((parameter) => [parameter.name, value]));
        const ActionID = `hostile-${index}`;
        client.send({ Action: name, ...sent, ActionID });
        const { fields } = await client.heard({ Response: /./, ActionID });
        expect(['Success', 'Error', 'Goodbye']).toContain(fields['Response']);
        if (fields['Response'] === 'Goodbye') await client.closed();
      }
    },
  );

  it('names actions that do not exist, and messages without an action', async () => {
    const unknown = await client.ask({ Action: 'Fly' });
    const none = await client.ask({ Colour: 'blue' });

    expect(unknown.fields['Message']).toBe(
      'Invalid/unknown command: Fly. Use Action: ListCommands to show available commands.',
    );
    expect(none.fields['Message']).toBe('Missing action in request');
  });
});
