import { ManagerClient } from '../support/manager/manager-client';
import type { Sent, Told } from '../support/manager/manager-client';
import { startManagerServer } from '../support/manager/manager-server';
import type { RunningServer } from '../support/server/running-server';

const dialplan = `
[default]
exten => wait,1,Answer()
 same => n,Wait(600)
exten => early,1,Progress()
 same => n,Wait(600)
[prepare]
exten => s,1,Set(PREPARED=\${ARG1}-\${ARG2})
 same => n,Return()
exten => ending,1,Hangup(21)
`;

describe('the action Originate', () => {
  let server: RunningServer;
  let client: ManagerClient;
  beforeAll(async () => {
    server = await startManagerServer({ 'extensions.conf': dialplan });
  });
  beforeEach(async () => {
    client = await ManagerClient.logIn(server.managerPort());
  });
  afterEach(async () => {
    await client.list({ Action: 'Hangup', Channel: '/.*/' });
    await client.close();
  });
  afterAll(() => server.close());

  const originate = (more: Sent) =>
    client.ask({ Action: 'Originate', Channel: 'Local/wait@default', Application: 'Wait', Data: '600', ...more });

  it('starts with EarlyMedia as soon as something can be heard', async () => {
    const { fields } = await originate({ Channel: 'Local/early@default', EarlyMedia: 'true', ChannelId: 'early' });

    expect(fields).toMatchObject({ Response: 'Success', Message: 'Originate successfully queued' });
    await client.heard({ Event: 'DialState', DestUniqueid: 'early', DialStatus: 'PROGRESS' });
    const step = await client.heard({ Event: 'Newexten', Uniqueid: 'early', Application: 'Wait' });
    expect(step.fields['ChannelStateDesc']).not.toBe('Up');
  });

  it('waits without EarlyMedia until the called party answers', async () => {
    await originate({ Channel: 'Local/early@default', Timeout: '1', ChannelId: 'late', Async: 'yes' });

    const { fields } = await client.heard({ Event: 'OriginateResponse', Uniqueid: 'late' });

    expect(fields).toMatchObject({ Response: 'Failure', Reason: '3' });
    const steps = client.events('Newexten').filter(({ fields: of }) => of['Uniqueid'] === 'late');
    expect(steps.map(({ fields: of }) => of['Application'])).not.toContain('Wait');
  });

  it('runs the subroutine of PreDialGoSub on the new channel before it is called', async () => {
    await originate({ ChannelId: 'prepared', PreDialGoSub: 'prepare^s^1(red^blue)' });

    await client.heard({ Event: 'VarSet', Uniqueid: 'prepared', Variable: 'PREPARED', Value: 'red-blue' });
    await client.heard({ Event: 'DialBegin', DestUniqueid: 'prepared' });
    const isOfChannel = ({ fields }: Told): boolean =>
      fields['Uniqueid'] === 'prepared' ? fields['Variable'] === 'PREPARED' : fields['Event'] === 'DialBegin';
    const order = client.told.filter(isOfChannel).map(({ fields }) => fields['Event']);
    expect(order).toEqual(['VarSet', 'DialBegin']);
  });

  it.each([
    ['runs the application where a place is given, too', 'Wait', '601'],
    ['goes to the place where data is given without an application', '', '600'],
  ])('%s', async (_title, Application, AppData) => {
    const place = { Context: 'default', Exten: 'wait', Priority: '1' };

    await originate({ ChannelId: 'target', ...place, Application, Data: '601' });

    const { fields } = await client.heard({ Event: 'Newexten', Uniqueid: 'target', Application: 'Wait' });
    expect(fields['AppData']).toBe(AppData);
  });

  it('places no call when that subroutine hangs up', async () => {
    const { fields } = await originate({ ChannelId: 'ended', PreDialGoSub: 'prepare^ending^1' });

    expect(fields).toMatchObject({ Response: 'Error', Message: 'Originate failed' });
    await client.heard({ Event: 'Hangup', Uniqueid: 'ended' });
    expect(client.events('DialBegin')).toEqual([]);
  });

  it.each<[string, Sent, string]>([
    ['a subroutine that cannot be read', { PreDialGoSub: 'a^b^c^d^e' }, 'PreDialGoSub must be'],
    ['a flag that is neither yes nor no', { EarlyMedia: 'perhaps' }, 'EarlyMedia must be yes or no'],
    ['a variable without a value', { Variable: 'A=1,B' }, "Variable must be name=value, got 'B'"],
    ['a place without a priority', { Application: '', Exten: 'wait' }, "Originate with 'Exten' requires"],
    ['an unknown codec', { Codecs: 'brass' }, 'Codecs names the unknown format brass'],
  ])('refuses %s and names it', async (_, more, message) => {
    const { fields } = await originate(more);

    expect(fields['Response']).toBe('Error');
    expect(fields['Message']).toContain(message);
    expect(client.events('Newchannel')).toEqual([]);
  });
});
