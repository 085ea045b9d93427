import { allRows } from '../../src/manager/events/event-table';
import { CallRig } from '../support/calls/call-rig';
import { isWritten } from '../support/manager/manager-blocks';
import { ManagerClient } from '../support/manager/manager-client';
import type { Sent, Told } from '../support/manager/manager-client';
import { managerConf, startManagerServer } from '../support/manager/manager-server';
import { PhoneCall, sdpAt } from '../support/calls/phone-call';
import { RefusingRegistrar } from '../support/sip/refusing-registrar';
import { SipPhone } from '../support/sip/sip-phone';
import { referTo } from '../support/sip/transfer-calls';

/** Where the event is heard, if not by the reader of all events. */
type Scenario = () => Promise<ManagerClient | void>;

const dialplan = `
exten => wait,1,Answer()
 same => n,Wait(600)
exten => music,1,Answer()
 same => n,StartMusicOnHold(default)
 same => n,StopMusicOnHold()
 same => n,Wait(600)
exten => driven,1,Answer()
 same => n,AGI(agi:async)
 same => n,Wait(600)
exten => spy,1,Answer()
 same => n,ChanSpy(Local/wait)
exten => peer,1,Answer(,i)
 same => n,Stasis(hello)
exten => dials,1,Dial(Local/up@default)
exten => rings,1,Dial(Local/ringing@default)
exten => picks,1,PickupChan(Local/ringing@default)
exten => joins,1,BridgeAdd(PJSIP/alice)
exten => hinted,hint,Custom:lamp
exten => lamp,1,Set(DEVICE_STATE(Custom:lamp)=INUSE)
 same => n,Set(DEVICE_STATE(Custom:lamp)=NOT_INUSE)
 same => n,Wait(600)
exten => h,1,NoOp()
`;
/** A phone that needs no password. */
const phones = `[tcp]
type = transport
protocol = tcp
bind = 127.0.0.1:0
[udp]
type = transport
protocol = udp
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
/** A server that we register with. */
const trunk = (port: number): string => `[trunk]
type = registration
transport = udp
server_uri = sip:127.0.0.1:${port}
client_uri = sip:us@127.0.0.1:${port}
`;

let registrar: RefusingRegistrar;
let rig: CallRig;
let client: ManagerClient;
/** A user with `read = call`. */
let limited: ManagerClient;
const opened: { readonly close: () => unknown }[] = [];

beforeAll(async () => {
  registrar = await RefusingRegistrar.open();
  rig = await CallRig.start(
    dialplan,
    {
      'manager.conf': managerConf('channelvars = COLOUR'),
      'pjsip.conf': phones,
      'cel.conf': '[general]\nenable = yes\nevents = ALL\n[manager]\nenabled = yes\n',
    },
    { usesSip: true },
  );
});
beforeEach(async () => {
  client = await ManagerClient.logIn(rig.server.managerPort());
  limited = await ManagerClient.logIn(rig.server.managerPort(), 'caller');
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
  await client.close();
  await limited.close();
  await rig.clear();
});
afterAll(async () => {
  await rig.close();
  registrar.close();
});

const ask = async (Action: string, sent: Sent = {}): Promise<void> => {
  const { fields } = await client.ask({ Action, ...sent });
  if (fields['Response'] !== 'Success') throw new Error(`${Action}: ${fields['Message']}`);
};

/** A call to an extension, which runs `Wait` or goes to an extension itself. */
const call =
  (id: string, to = 'wait', more: Sent = { Application: 'Wait', Data: '600' }): Scenario =>
  () =>
    ask('Originate', { Channel: `Local/${to}@default`, ChannelId: id, CallerID: 'Ann <100>', ...more });

const at = (Exten: string): Sent => ({ Context: 'default', Exten, Priority: '1' });

/** One after the other. */
const steps =
  (...all: readonly Scenario[]): Scenario =>
  async () => {
    for (const each of all) await each();
  };

const doing =
  (Action: string, sent: Sent = {}): Scenario =>
  () =>
    ask(Action, sent);

const setting = (Variable: string, Value: string): Scenario => doing('Setvar', { Channel: 'one', Variable, Value });

const hearing =
  (match: Readonly<Record<string, string | RegExp>>): Scenario =>
  async () =>
    void (await client.heard(match));

const bridged = steps(call('one'), call('two'), doing('Bridge', { Channel1: 'one', Channel2: 'two' }));
const driven = steps(call('one', 'wait', at('driven')), hearing({ Event: 'AsyncAGIStart', Uniqueid: 'one' }));
const hold =
  (method: 'post' | 'delete'): Scenario =>
  async () =>
    void (await rig.rest[method]('/channels/one/hold'));

/** A call with a far end that plays a tone; the application `hello` has both ends. */
const talking: Scenario = async () => {
  await rig.open('hello');
  await call('one', 'peer', at('peer'))();
  await setting('TALK_DETECT(set)', '100,256')();
  await rig.rest.post('/channels/one%3B2/play/tone?media=tone:440');
};

/** In a bridge of an application. */
const inApplication: Scenario = async () => {
  await rig.open('hello');
  await call('one', 'wait', at('peer'))();
  await rig.rest.post('/bridges/b1');
  await client.heard({ Event: 'Newexten', Uniqueid: 'one', Application: 'Stasis' });
};

const phone = async (): Promise<SipPhone> => {
  const made = await SipPhone.overTcp(
    'alice',
    '',
    rig.server.phones.find(({ protocol }) => protocol === 'tcp')?.port ?? 0,
  );
  opened.push(made);
  return made;
};

const registered: Scenario = async () => {
  const alice = await phone();
  await alice.register();
  await alice.register({ Expires: '0' });
};

/** A phone calls an extension and is in a bridge with it. */
async function called(extension: string, caller: SipPhone): Promise<PhoneCall> {
  const before = client.told.length;
  const placed = await PhoneCall.place(caller, extension, { sdp: sdpAt(40_000) });
  await placed.answered();
  await client.heard({ Event: 'BridgeEnter', Channel: /^PJSIP\/alice-/ }, before);
  return placed;
}

const attended: Scenario = async () => {
  const alice = await phone();
  const first = await called('dials', alice);
  const second = await called('dials', alice);
  await first.ask('REFER', { 'Refer-To': referTo(first, 'up', second) });
};

/** Two bridges of the dialplan become one when more than one partner changes over. */
const merged: Scenario = async () => {
  const alice = await phone();
  const first = await called('dials', alice);
  await call('third', 'up', at('joins'))();
  await client.heard({ Event: 'BridgeEnter', Uniqueid: 'third' });
  const second = await called('dials', alice);
  await first.ask('REFER', { 'Refer-To': referTo(first, 'up', second) });
};

const farEndEnds = steps(call('one', 'up'), async () => {
  await ask('Hangup', { Channel: 'one;2' });
});

/** How each event is caused by a call, a phone or a client. */
const scenarios: Readonly<Record<string, Scenario>> = {
  Newchannel: call('one'),
  Newstate: call('one'),
  NewCallerid: call('one'),
  NewConnectedLine: bridged,
  Newexten: call('one'),
  VarSet: steps(call('one'), setting('COLOUR', 'blue')),
  HangupRequest: farEndEnds,
  SoftHangupRequest: steps(call('one'), doing('Hangup', { Channel: 'one' })),
  Hangup: steps(call('one'), setting('COLOUR', 'blue'), doing('Hangup', { Channel: 'one' })),
  Hold: steps(inApplication, setting('HOLD_INTERCEPT(set)', ''), hold('post')),
  Unhold: steps(inApplication, setting('HOLD_INTERCEPT(set)', ''), hold('post'), hold('delete')),
  DTMFBegin: steps(call('one'), doing('PlayDTMF', { Channel: 'one', Digit: '5', Receive: 'yes' })),
  DTMFEnd: steps(call('one'), doing('PlayDTMF', { Channel: 'one', Digit: '5', Receive: 'yes' })),
  ChannelTalkingStart: talking,
  ChannelTalkingStop: steps(talking, hearing({ Event: 'ChannelTalkingStart' }), async () => {
    await rig.rest.delete('/playbacks/tone');
  }),
  UserEvent: doing('UserEvent', { UserEvent: 'Tea', Where: 'garden' }),
  DialBegin: call('one', 'wait', at('dials')),
  DialState: call('one', 'wait', at('rings')),
  DialEnd: call('one', 'wait', at('dials')),
  BridgeCreate: bridged,
  BridgeEnter: bridged,
  BridgeLeave: steps(bridged, doing('BridgeKick', { Channel: 'one' })),
  BridgeDestroy: steps(bridged, doing('BridgeKick', { Channel: 'one' })),
  BridgeMerge: merged,
  BridgeVideoSourceUpdate: steps(inApplication, async () => {
    await rig.rest.post('/bridges/b1/addChannel?channel=one');
    await client.heard({ Event: 'BridgeEnter', Uniqueid: 'one' });
    await rig.rest.post('/bridges/b1/videoSource/one');
  }),
  BlindTransfer: steps(bridged, doing('BlindTransfer', { Channel: 'one', Context: 'default', Exten: 'wait' })),
  AttendedTransfer: attended,
  DeviceStateChange: call('one', 'wait', at('lamp')),
  ExtensionStatus: call('one', 'wait', at('lamp')),
  MessageWaiting: doing('MWIUpdate', { Mailbox: '6001@default', NewMessages: '1' }),
  PeerStatus: registered,
  ContactStatus: registered,
  LocalBridge: call('one'),
  NewAccountCode: steps(call('one'), setting('CHANNEL(accountcode)', 'acme')),
  MusicOnHoldStart: call('one', 'wait', at('music')),
  MusicOnHoldStop: call('one', 'wait', at('music')),
  ChanSpyStart: steps(call('one'), call('two', 'wait', at('spy'))),
  ChanSpyStop: steps(call('one'), call('two', 'wait', at('spy')), hearing({ Event: 'ChanSpyStart' }), () =>
    ask('Hangup', { Channel: 'two' }),
  ),
  Pickup: steps(
    call('one', 'wait', { ...at('rings'), Async: 'yes' }),
    hearing({ Event: 'DialState', DialStatus: 'RINGING' }),
    call('two', 'wait', at('picks')),
  ),
  Registry: async () => {
    rig.server.configure('pjsip.conf', `${phones}${trunk(registrar.port)}`);
    await ask('Reload', { Module: 'res_pjsip' });
  },
  OriginateResponse: call('one', 'wait', { Application: 'Wait', Data: '600', Async: 'yes' }),
  SuccessfulAuth: async () => void opened.push(await ManagerClient.logIn(rig.server.managerPort(), 'caller')),
  InvalidPassword: async () => {
    const other = await ManagerClient.connect(rig.server.managerPort());
    opened.push(other);
    other.send({ Action: 'Login', Username: 'admin', Secret: 'wrong' });
  },
  FullyBooted: () => Promise.resolve(),
  Reload: doing('Reload', { Module: 'logger' }),
  CEL: call('one'),
  AsyncAGIStart: driven,
  AsyncAGIExec: steps(driven, doing('AGI', { Channel: 'one', Command: 'NOOP', CommandID: 'x' })),
  AsyncAGIEnd: steps(driven, doing('AGI', { Channel: 'one', Command: 'ASYNCAGI BREAK' })),
  Shutdown: async () => {
    const server = await startManagerServer();
    const listener = await ManagerClient.logIn(server.managerPort());
    await server.close();
    return listener;
  },
};

describe('the events of the manager interface', () => {
  const names = [...new Set(allRows().map(({ name }) => name))];

  it.each(names)('%s is raised with its class and its blocks in order', async (name) => {
    const scenario = scenarios[name];
    if (scenario === undefined) throw new Error(`there is no scenario for ${name}`);

    const listener = (await scenario()) ?? client;
    await listener.heard({ Event: name });

    await limited.ask({ Action: 'Ping' });
    expect(limited.events().filter(({ lines }) => lines[1] !== 'Privilege: call,all')).toEqual([]);
    const rows = allRows().filter((row) => row.name === name);
    for (const event of listener.events(name)) {
      expect(rows.map((row) => `Privilege: ${row.class},all`)).toContain(event.lines[1]);
      expect({ lines: event.lines, isWritten: rows.some((row) => isWritten(row, event)) }).toMatchObject({
        isWritten: true,
      });
    }
  });

  it('has a scenario for events of its tables only', () => {
    expect(Object.keys(scenarios).filter((name) => !names.includes(name))).toEqual([]);
  });

  it('shows the variables of manager.conf with every channel', async () => {
    await scenarios['Hangup']?.();

    const { lines }: Told = await client.heard({ Event: 'Hangup', Uniqueid: 'one' });

    expect(lines).toContain('ChanVariable: COLOUR=blue');
  });

  it('brings user events of applications about a channel', async () => {
    await call('one')();
    const socket = await rig.open('hello');
    await rig.rest.post('/events/user/Cake?application=hello&source=channel:one', { variables: { Size: 3 } });

    const cake = await client.heard({ Event: 'UserEvent', UserEvent: 'Cake' });
    await socket.close();

    expect(cake.lines.slice(-2)).toEqual(['UserEvent: Cake', 'Size: 3']);
    expect(cake.fields['Uniqueid']).toBe('one');
  });
});
