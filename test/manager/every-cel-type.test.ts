import type { CelType } from '../../src/config/files/cel-conf';
import { celTypes } from '../../src/config/files/cel-conf';
import { CallRig } from '../support/calls/call-rig';
import { ManagerClient } from '../support/manager/manager-client';
import type { Sent, Told } from '../support/manager/manager-client';
import { managerConf } from '../support/manager/manager-server';
import { PhoneCall, sdpAt } from '../support/calls/phone-call';
import { Phones } from '../support/calls/phones';
import { SipPhone } from '../support/sip/sip-phone';
import { referTo } from '../support/sip/transfer-calls';

const dialplan = `
exten => wait,1,Answer()
 same => n,Wait(600)
exten => dials,1,Dial(Local/up@default)
exten => rings,1,Dial(Local/ringing@default)
exten => picks,1,PickupChan(Local/ringing@default)
exten => echo,1,Echo()
exten => 100,1,Answer(,i)
 same => n,Wait(600)
`;
const pjsip = `[tcp]
type = transport
protocol = tcp
bind = 127.0.0.1:0
[alice]
type = endpoint
aors = alice
context = default
allow = !all,ulaw
[alice]
type = aor
max_contacts = 1
`;

let rig: CallRig;
let phones: Phones;
let client: ManagerClient;
const opened: SipPhone[] = [];

beforeAll(async () => {
  const files = {
    'manager.conf': managerConf(),
    'pjsip.conf': pjsip,
    'cel.conf': '[general]\nenable = yes\napps = echo\nevents = ALL\n[manager]\nenabled = yes\n',
  };
  rig = await CallRig.start(dialplan, files, { technologies: (kit) => [(phones = new Phones(kit))], usesSip: true });
});
beforeEach(async () => {
  client = await ManagerClient.logIn(rig.server.managerPort());
});
afterEach(async () => {
  await client.close();
  await rig.clear();
  for (const phone of opened.splice(0)) phone.close();
});
afterAll(() => rig.close());

const ask = (Action: string, sent: Sent): Promise<Told> => client.ask({ Action, ...sent });
const call = (id: string, more: Sent = { Application: 'Echo' }): Promise<Told> =>
  ask('Originate', { Channel: 'Local/wait@default', ChannelId: id, OtherChannelId: `${id}-far`, ...more });
const at = (Exten: string): Sent => ({ Context: 'default', Exten, Priority: '1' });
const logged = (EventName: CelType, UniqueID: string): Promise<Told> =>
  client.heard({ Event: 'CEL', EventName, UniqueID });
const extraOf = ({ fields }: Told): unknown => JSON.parse(fields['Extra'] ?? '');

async function bridged(): Promise<void> {
  await call('one');
  await call('two');
  await ask('Bridge', { Channel1: 'one', Channel2: 'two' });
}

async function called(extension: string, phone: SipPhone): Promise<PhoneCall> {
  const before = client.told.length;
  const placed = await PhoneCall.place(phone, extension, { sdp: sdpAt(40_000) });
  await placed.answered();
  await client.heard({ Event: 'BridgeEnter', Channel: /^PJSIP\/alice-/ }, before);
  return placed;
}

/** For each type: what causes it, and what its entry tells. */
const scenarios: Readonly<Record<CelType, () => Promise<void>>> = {
  CHAN_START: async () => {
    await call('one');
    expect((await logged('CHAN_START', 'one')).fields).toMatchObject({ LinkedID: 'one', Exten: 'wait' });
  },
  CHAN_END: async () => {
    await call('one');
    await ask('Hangup', { Channel: 'one' });
    await logged('CHAN_END', 'one');
  },
  ANSWER: async () => {
    await call('one');
    await logged('ANSWER', 'one');
  },
  HANGUP: async () => {
    await call('one');
    await ask('Hangup', { Channel: 'one', Cause: '21' });
    expect(extraOf(await logged('HANGUP', 'one'))).toMatchObject({ hangupcause: 21 });
  },
  APP_START: async () => {
    await call('one');
    expect((await logged('APP_START', 'one')).fields['Application']).toBe('Echo');
  },
  APP_END: async () => {
    await call('one');
    await ask('Redirect', { Channel: 'one', ...at('wait') });
    expect((await logged('APP_END', 'one')).fields['Application']).toBe('Echo');
  },
  BRIDGE_ENTER: async () => {
    await bridged();
    const entered = await logged('BRIDGE_ENTER', 'two');
    expect(entered.fields['Peer']).toMatch(/^Local\/wait@default-/);
    expect(extraOf(entered)).toMatchObject({ bridge_id: expect.any(String) as string });
  },
  BRIDGE_EXIT: async () => {
    await bridged();
    await logged('BRIDGE_ENTER', 'two');
    await ask('BridgeKick', { Channel: 'one' });
    expect((await logged('BRIDGE_EXIT', 'one')).fields['Peer']).toMatch(/^Local\/wait@default-/);
  },
  BLINDTRANSFER: async () => {
    await bridged();
    await ask('BlindTransfer', { Channel: 'one', Context: 'default', Exten: 'wait' });
    expect(extraOf(await logged('BLINDTRANSFER', 'one'))).toMatchObject({
      extension: 'wait',
      context: 'default',
      transferee_channel_uniqueid: 'two',
    });
  },
  ATTENDEDTRANSFER: async () => {
    const alice = await SipPhone.overTcp('alice', '', rig.server.phones[0]?.port ?? 0);
    opened.push(alice);
    const [first, second] = [await called('dials', alice), await called('dials', alice)];
    await first.ask('REFER', { 'Refer-To': referTo(first, 'up', second) });
    const entry = await client.heard({ Event: 'CEL', EventName: 'ATTENDEDTRANSFER' });
    expect(extraOf(entry)).toMatchObject({
      channel2_name: expect.stringMatching(/^PJSIP\/alice-/) as string,
      transfer_target_channel_name: expect.stringMatching(/^Local\/up@default-/) as string,
    });
  },
  PICKUP: async () => {
    await call('one', at('rings'));
    const ringing = await client.heard({ Event: 'DialState', DialStatus: 'RINGING' });
    await call('two', at('picks'));
    const entry = await client.heard({ Event: 'CEL', EventName: 'PICKUP' });
    expect(entry.fields['Channel']).toBe(ringing.fields['DestChannel']);
    expect(extraOf(entry)).toMatchObject({ pickup_channel_uniqueid: 'two' });
  },
  FORWARD: async () => {
    await call('one', { Channel: 'Phone/bob', OtherChannelId: '', Async: 'yes', ...at('wait') });
    const { channel } = await phones.ringing('bob');
    channel.receive({ type: 'redirect', forward: '100', ending: { cause: 23, technologyCause: 302 } });
    expect(extraOf(await logged('FORWARD', 'one'))).toEqual({ forward: '100' });
  },
  LINKEDID_END: async () => {
    await call('one');
    await ask('Hangup', { Channel: 'one' });
    await client.heard({ Event: 'CEL', EventName: 'LINKEDID_END', LinkedID: 'one' });
    await ask('Ping', {});
    const ends = client.events('CEL').filter(({ fields }) => fields['EventName'] === 'LINKEDID_END');
    expect(ends.map(({ fields }) => fields['LinkedID'])).toEqual(['one']);
    const rest = client.told.slice(client.told.findIndex((each) => each === ends[0]) + 1);
    expect(rest.filter(({ fields }) => fields['Event'] === 'CEL')).toEqual([]);
  },
};

describe('the channel event log', () => {
  it.each(celTypes)('has entries of the type %s', async (type) => {
    await scenarios[type]();
  });

  it('has only the types that cel.conf names', async () => {
    rig.server.configure('cel.conf', '[general]\nenable = yes\nevents = HANGUP\n[manager]\nenabled = yes\n');
    await ask('Reload', { Module: 'manager' });
    const before = client.told.length;

    await call('one');
    await ask('Hangup', { Channel: 'one' });
    await client.heard({ Event: 'CEL', EventName: 'HANGUP', UniqueID: 'one' }, before);

    const names = client.told.slice(before).filter(({ fields }) => fields['Event'] === 'CEL');
    expect(new Set(names.map(({ fields }) => fields['EventName']))).toEqual(new Set(['HANGUP']));
  });
});
