import { bridgeFields, channelFields } from '../../src/manager/events/blocks';
import { allRows } from '../../src/manager/events/event-table';
import type { EventRow } from '../../src/manager/events/event-row';
import { ManagerClient } from '../support/manager-client';
import type { Told } from '../support/manager-client';
import { managerConf } from '../support/manager-server';
import { CallRig } from '../support/call-rig';

const dialplan = `
exten => wait,1,Answer()
 same => n,Wait(600)
exten => all,1,Answer()
 same => n,Set(COLOUR=blue)
 same => n,Set(CHANNEL(accountcode)=acme)
 same => n,Set(CALLERID(num)=555)
 same => n,UserEvent(Lunch,Where: canteen)
 same => n,StartMusicOnHold(default)
 same => n,StopMusicOnHold()
 same => n,Wait(600)
exten => dial,1,Dial(Local/ringing@default&Local/up@default)
exten => h,1,NoOp()
`;

/** Rows that no call of this test raises: phones and servers of other tests do. */
const elsewhere: ReadonlySet<string> = new Set([
  ...['PeerStatus', 'ContactStatus', 'Registry', 'AttendedTransfer', 'ChanSpyStart', 'ChanSpyStop', 'BridgeMerge'],
  ...['BridgeVideoSourceUpdate', 'ChannelTalkingStart', 'ChannelTalkingStop', 'Hold', 'Unhold', 'Shutdown', 'CEL'],
]);

describe('the events of the manager interface', () => {
  let rig: CallRig;
  let client: ManagerClient;
  beforeAll(async () => {
    rig = await CallRig.start(dialplan, { 'manager.conf': managerConf('channelvars = COLOUR') });
    client = await ManagerClient.logIn(rig.server.managerPort());
    await everything();
  });
  afterAll(async () => {
    await client.close();
    await rig.close();
  });

  /** Does whatever raises events, and waits for each. */
  async function everything(): Promise<void> {
    const originate = (id: string, to: string, more: Readonly<Record<string, string>> = {}) =>
      client.ask({
        ...{ Action: 'Originate', Channel: `Local/${to}@default`, Application: 'Wait', Data: '600' },
        ...{ ChannelId: id, Async: 'yes', CallerID: 'Ann <100>', ...more },
      });
    await originate('one', 'all');
    await client.heard({ Event: 'MusicOnHoldStop' });
    await originate('two', 'wait');
    await client.heard({ Event: 'OriginateResponse', Uniqueid: 'two' });
    await client.ask({ Action: 'Setvar', Variable: 'PLANET', Value: 'Earth' });
    await client.ask({ Action: 'PlayDTMF', Channel: 'one', Digit: '5' });
    await client.heard({ Event: 'DTMFEnd' });
    await client.ask({ Action: 'Bridge', Channel1: 'one', Channel2: 'two' });
    await client.heard({ Event: 'NewConnectedLine' });
    await client.ask({ Action: 'BlindTransfer', Channel: 'one', Context: 'default', Exten: 'wait' });
    await client.heard({ Event: 'BlindTransfer' });
    await client.heard({ Event: 'BridgeDestroy' });
    await originate('three', 'dial');
    await client.heard({ Event: 'DialState' });
    await client.ask({ Action: 'MWIUpdate', Mailbox: '6001@default', NewMessages: '1' });
    await client.heard({ Event: 'DeviceStateChange' });
    await client.ask({ Action: 'UserEvent', UserEvent: 'Tea', Where: 'garden' });
    await client.ask({ Action: 'Reload', Module: 'logger' });
    const socket = await rig.open('hello');
    await rig.rest.post('/events/user/Cake?application=hello&source=channel:three', { variables: { Size: 3 } });
    await client.heard({ Event: 'UserEvent', UserEvent: 'Cake' });
    await socket.close();
    const other = await ManagerClient.connect(rig.server.managerPort());
    await other.ask({ Action: 'Login', Username: 'admin', Secret: 'wrong' });
    await client.heard({ Event: 'InvalidPassword' });
    await (await ManagerClient.logIn(rig.server.managerPort(), 'caller')).close();
    await client.heard({ Event: 'SuccessfulAuth', AccountID: 'caller' });
    await client.list({ Action: 'Hangup', Channel: '/.*/' });
    await client.heard({ Event: 'Hangup', Uniqueid: 'three' });
    await client.heard({ Event: 'HangupRequest' });
  }

  const rows = [...new Map(allRows().map((row) => [row.name, row])).values()].filter(
    ({ name }) => !elsewhere.has(name),
  );

  it.each(rows.map((row) => [row.name, row] as const))('%s has its class and its parts in order', (name, row) => {
    const raised = client.events(name);

    expect(raised).not.toEqual([]);
    const alternatives = allRows().filter((each) => each.name === name);
    for (const event of raised) {
      expect(event.lines[1]).toBe(`Privilege: ${row.class},all`);
      expect(alternatives.some((each) => isInOrder(each, event))).toBe(true);
    }
  });

  it('shows the variables of manager.conf with every channel', () => {
    expect(client.events('Hangup').flatMap(({ lines }) => lines)).toContain('ChanVariable: COLOUR=blue');
  });

  it('brings user events of applications about a channel', () => {
    const cake = client.events('UserEvent').find(({ fields }) => fields['UserEvent'] === 'Cake');

    expect(cake?.lines.slice(-2)).toEqual(['UserEvent: Cake', 'Size: 3']);
    expect(cake?.fields['Uniqueid']).toBe('three');
  });
});

/** Whether the fields of an event are those of its row, block by block; optional ones may be missing. */
function isInOrder<Event>({ parts }: EventRow<Event>, { names }: Told): boolean {
  const expected = parts.flatMap((part) => {
    switch (part.kind) {
      case 'channel':
        return [...channelFields.map(([name]) => name), 'ChanVariable'].map((name) => `${part.prefix}${name}`);
      case 'bridge':
        return bridgeFields.map(([name]) => `${part.prefix}${name}`);
      case 'field':
        return [part.name];
      case 'fields':
        return ['Where', 'Size', 'DestType'];
    }
  });
  let at = 0;
  return names.slice(2).every((name) => {
    at = expected.indexOf(name, at) + 1;
    return at > 0;
  });
}
