import { ManagerClient } from '../support/manager/manager-client';
import { startManagerServer } from '../support/manager/manager-server';
import type { RunningServer } from '../support/server/running-server';

const channelBlock = [
  ...['Channel', 'ChannelState', 'ChannelStateDesc', 'CallerIDNum', 'CallerIDName', 'ConnectedLineNum'],
  ...['ConnectedLineName', 'Language', 'AccountCode', 'Context', 'Exten', 'Priority', 'Uniqueid', 'Linkedid'],
];

describe('calls over the manager interface', () => {
  let server: RunningServer;
  let client: ManagerClient;
  beforeAll(async () => {
    server = await startManagerServer();
    client = await ManagerClient.logIn(server.managerPort());
  });
  afterEach(async () => {
    await client.ask({ Action: 'Hangup', Channel: '/.*/' });
    await client.list({ Action: 'CoreShowChannels' });
  });
  afterAll(async () => {
    await client.close();
    await server.close();
  });

  const originate = (more: Readonly<Record<string, string>> = {}) =>
    client.ask({
      Action: 'Originate',
      Channel: 'Local/wait@default',
      Application: 'Echo',
      CallerID: 'Ann <100>',
      ...more,
    });

  it('originates to an application and shows the call until its end', async () => {
    const answer = await originate({ ChannelId: 'call-1', OtherChannelId: 'call-2', Account: 'acme' });
    expect(answer.lines.slice(2)).toEqual(['Message: Originate successfully queued']);

    const made = await client.heard({ Event: 'Newchannel', Uniqueid: 'call-1' });
    expect(made.names).toEqual(['Event', 'Privilege', ...channelBlock]);
    expect(made.fields).toMatchObject({
      Privilege: 'call,all',
      ChannelState: '0',
      ChannelStateDesc: 'Down',
      CallerIDNum: '<unknown>',
      AccountCode: 'acme',
      Linkedid: 'call-1',
    });
    const dial = await client.heard({ Event: 'DialBegin', DestUniqueid: 'call-1' });
    expect(dial.names).toEqual([...['Event', 'Privilege', ...channelBlock.map((name) => `Dest${name}`), 'DialString']]);
    await client.heard({ Event: 'DialEnd', DestUniqueid: 'call-1', DialStatus: 'ANSWER' });
    await client.heard({ Event: 'Newstate', Uniqueid: 'call-1', ChannelStateDesc: 'Up', CallerIDNum: '100' });
    const step = await client.heard({ Event: 'Newexten', Uniqueid: 'call-1', Application: 'Echo' });
    expect(step.names.slice(-3)).toEqual(['Extension', 'Application', 'AppData']);

    const hungUp = await client.ask({ Action: 'Hangup', Channel: 'call-1', Cause: '17' });
    expect(hungUp.fields['Message']).toBe('Channel Hungup');
    await client.heard({ Event: 'SoftHangupRequest', Uniqueid: 'call-1', Cause: '32' });
    const end = await client.heard({ Event: 'Hangup', Uniqueid: 'call-1' });
    expect(end.names.slice(-2)).toEqual(['Cause', 'Cause-txt']);
    expect(end.fields).toMatchObject({ Cause: '17', 'Cause-txt': 'User busy' });
  });

  it('sets variables with the call and afterwards, and reads them', async () => {
    await originate({ ChannelId: 'var-1', Variable: 'COLOUR=blue,SIZE=3' });
    await client.ask({ Action: 'Setvar', Channel: 'var-1', Variable: 'SIZE', Value: '4' });

    const { fields } = await client.ask({ Action: 'Getvar', Channel: 'var-1', Variable: 'SIZE' });
    const { items } = await client.list({ Action: 'Status', Channel: 'var-1', Variables: 'COLOUR,SIZE' });

    expect(fields).toMatchObject({ Variable: 'SIZE', Value: '4' });
    expect(items[0]?.lines.filter((line) => line.startsWith('Variable'))).toEqual([
      'Variable: COLOUR=blue',
      'Variable: SIZE=4',
    ]);
    await client.heard({ Event: 'VarSet', Uniqueid: 'var-1', Variable: 'SIZE', Value: '4' });
  });

  it('lists channels', async () => {
    await originate({ ChannelId: 'list-1', OtherChannelId: 'list-2' });

    const { items, end } = await client.list({ Action: 'CoreShowChannels' });

    expect(items.map(({ fields }) => fields['Uniqueid'])).toEqual(['list-1', 'list-2']);
    expect(items[0]?.names).toEqual([
      ...['Event', 'ActionID', ...channelBlock, 'BridgeId', 'Application', 'ApplicationData', 'Duration'],
    ]);
    expect(end.fields).toMatchObject({ Event: 'CoreShowChannelsComplete', ListItems: '2' });
  });

  it('answers an asynchronous originate at once and reports its end', async () => {
    const { fields } = await originate({ Channel: 'Local/busy@default', Async: 'true' });
    expect(fields['Response']).toBe('Success');

    const response = await client.heard({ Event: 'OriginateResponse', ActionID: fields['ActionID'] ?? '' });

    expect(response.fields).toMatchObject({ Response: 'Failure', Reason: '5', Application: 'Echo' });
  });

  it.each([
    ['no channel', { Channel: '' }, 'Channel not specified'],
    ['a bad timeout', { Timeout: 'soon' }, "Timeout must be a whole number, got 'soon'"],
    ['an unknown application', { Application: 'Nothing' }, 'Application Nothing does not exist'],
    ['an unknown technology', { Channel: 'Pigeon/1' }, /^Originate failed: there is no technology 'Pigeon'/],
    [
      'an incomplete place',
      { Application: '', Exten: '1' },
      "Originate with 'Exten' requires 'Context' and 'Priority'",
    ],
    ['an unanswered call', { Channel: 'Local/busy@default' }, 'Originate failed'],
  ])('refuses to originate with %s', async (_, parameters, message) => {
    const { fields } = await originate(parameters);

    expect(fields).toMatchObject({ Response: 'Error', Message: expect.stringMatching(message) as string });
  });

  it('cannot be given header lines by a value', async () => {
    await originate({ ChannelId: 'inject-1' });
    client.socket.write('Action: Setvar\r\nChannel: inject-1\r\nVariable: X\r\nValue: a\rEvent: Hangup\r\n\r\n');

    const { fields, lines } = await client.heard({ Event: 'VarSet', Uniqueid: 'inject-1', Variable: 'X' });

    expect(fields['Value']).toBe('a Event: Hangup');
    expect(lines.filter((line) => line.startsWith('Event'))).toEqual(['Event: VarSet']);
  });

  it('brings events of the dialplan to readers', async () => {
    await originate({ Channel: 'Local/told@default', Async: 'yes' });

    const { lines } = await client.heard({ Event: 'UserEvent', UserEvent: 'Ready' });

    expect(lines.slice(-3)).toEqual(['UserEvent: Ready', 'Colour: blue', 'Size: 3']);
  });
});
