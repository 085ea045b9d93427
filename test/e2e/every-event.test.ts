import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Event } from '../../generated/models';
import { eventTypes } from '../../generated/models';
import { RemoteApplication } from '../server/outbound/remote-application';
import { until } from '../support/calls/call-events';
import { CallRig } from '../support/calls/call-rig';
import { within } from '../support/eventually';
import { PhoneCall, sdpAt } from '../support/calls/phone-call';
import { SipPhone } from '../support/sip/sip-phone';
import type { AppSocket } from '../support/sockets/socket-peer';
import { referTo } from '../support/sip/transfer-calls';

/** Where an event is heard that is not for the application `hello`. */
type Listener = () => Promise<{ readonly type?: unknown }>;
type Scenario = () => Promise<Listener | undefined>;

const stores = `[res_ari]
outbound_websocket = memory
[res_websocket_client]
websocket_client = memory
`;
/** A phone that needs no password. */
const phones = `[tcp]
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
/** An application that may resume is forgotten at once when its socket is closed. */
const users = '[general]\nresume_age = 0\n[asterisk]\ntype = user\npassword = asterisk\n';
const dialplan = `
exten => peer,1,Answer(,i)
 same => n,Stasis(hello)
exten => offered,1,Answer(,i)
 same => n,StasisBroadcast(60000)
exten => dials,1,Dial(Local/up@default)
exten => joins,1,BridgeAdd(PJSIP/alice)
exten => handled,1,Set(PJSIP_TRANSFER_HANDLING()=ari-only)
 same => n,Answer(,i)
 same => n,Wait(600)
`;

let rig: CallRig;
let remote: RemoteApplication;
let app: AppSocket;
const opened: SipPhone[] = [];

beforeAll(async () => {
  const files = { 'sorcery.conf': stores, 'ari.conf': users, 'pjsip.conf': phones };
  // A phone that has gone is still sent requests again for a while.
  rig = await CallRig.start(dialplan, files, { usesSip: true });
  remote = await RemoteApplication.start();
});
beforeEach(async () => {
  app = await rig.open('hello&subscribeAll=true');
});
afterEach(async () => {
  await rig.clear();
  for (const phone of opened.splice(0)) phone.close();
});
afterAll(async () => {
  await rig.close();
  await remote.stop();
});

async function send(method: 'delete' | 'post' | 'put', target: string, body?: unknown): Promise<void> {
  const { status, body: answer } = await rig.rest.call(method.toUpperCase(), target, { body });
  if (status >= 300) throw new Error(`${method} ${target}: ${status} ${JSON.stringify(answer)}`);
}

/** Requests, one after the other: `post /bridges`. */
const requests =
  (...lines: readonly string[]): Scenario =>
  async () => {
    for (const line of lines) {
      const [method = '', target = ''] = line.split(' ');
      await send(method as 'post', target);
    }
    return undefined;
  };

/** The same with an answered call `c1` in the application. */
const inCall =
  (...lines: readonly string[]): Scenario =>
  async () => {
    await rig.call('c1', app);
    return requests(...lines)();
  };

/** The same with a call whose far end `c1;2` is in the application, too. */
const betweenTwo =
  (...lines: readonly string[]): Scenario =>
  async () => {
    await rig.originate('c1', 'peer');
    const starts = new Set<unknown>();
    while (starts.size < 2) {
      const { type, channel } = await app.next();
      if (type === 'StasisStart') starts.add((channel as { readonly id: string }).id);
    }
    return requests(...lines)();
  };

const setting = (name: string, value: string): string =>
  `post /channels/c1/variable?${new URLSearchParams({ variable: name, value }).toString()}`;

const originated = requests('post /channels/c1?endpoint=Local/up@default&app=hello');
const playing: Scenario = betweenTwo(
  setting('TALK_DETECT(set)', '100,256'),
  'post /channels/c1%3B2/play/p1?media=tone:440',
);
const inBridge = inCall('post /bridges/b1', 'post /bridges/b1/addChannel?channel=c1');
const offered: Scenario = requests('post /channels/c1?endpoint=Local/offered@default&extension=silent');

const objects = {
  client: '/server/res_websocket_client/websocket_client/remote',
  socket: '/server/res_ari/outbound_websocket/out',
};
const fields = (values: Readonly<Record<string, string>>): object => ({
  fields: Object.entries(values).map(([attribute, value]) => ({ attribute, value })),
});

/** A phone that comes and goes. */
const registered: Scenario = async () => {
  const phone = await SipPhone.overTcp('alice', '', rig.server.phones[0]?.port ?? 0);
  await phone.register();
  await phone.register({ Expires: '0' });
  phone.close();
  return undefined;
};

/** A phone sends a text. */
const textSent: Scenario = async () => {
  const phone = await SipPhone.overTcp('alice', '', rig.server.phones[0]?.port ?? 0);
  const request = phone.request('MESSAGE', { headers: { 'Content-Type': 'text/plain' } });
  request.body = Buffer.from('hello');
  await phone.ask(request);
  phone.close();
  return undefined;
};

/** A phone that calls an extension and is answered there. */
const called = async (extension: string, caller?: SipPhone): Promise<PhoneCall> => {
  const phone = caller ?? (await SipPhone.overTcp('alice', '', rig.server.phones[0]?.port ?? 0));
  opened.push(phone);
  const call = await PhoneCall.place(phone, extension, { sdp: sdpAt(40_000) });
  await call.answered();
  return call;
};

/** A channel whose name begins so is the last one to enter a bridge with others. */
const bridged = async (name: string): Promise<void> => {
  for (;;) {
    const { type, channel, bridge } = await app.next();
    if (type !== 'ChannelEnteredBridge') continue;
    const { channels } = bridge as { readonly channels: readonly string[] };
    if ((channel as { readonly name: string }).name.startsWith(name) && channels.length > 1) return;
  }
};

/** A phone transfers its call to an extension, or to the partner of its second call. */
const transferring =
  (extension: string, second?: string): Scenario =>
  async () => {
    const call = await called(extension);
    const other = second === undefined ? undefined : await called(second, call.phone);
    await call.ask('REFER', { 'Refer-To': referTo(call, 'up', other) });
    return undefined;
  };

/** An application that the server connects to, for as long as an object says so. */
const outbound: Scenario = async () => {
  await send('put', objects.client, fields({ uri: remote.uri, connection_type: 'persistent', protocols: 'ari' }));
  await send('put', objects.socket, fields({ websocket_client_id: 'remote', apps: 'out', local_ari_user: 'asterisk' }));
  const { messages } = await remote.sockets.next();
  await send('delete', objects.socket);
  await send('delete', objects.client);
  return () => messages.next();
};

const scenarios: Readonly<Record<Event['type'], Scenario>> = {
  ApplicationMoveFailed: inCall('post /channels/c1/move?app=nobody'),
  ApplicationRegistered: outbound,
  ApplicationReplaced: async () => void (await rig.open('hello')),
  ApplicationUnregistered: outbound,
  BridgeAttendedTransfer: transferring('dials', 'dials'),
  BridgeBlindTransfer: transferring('dials'),
  BridgeCreated: requests('post /bridges/b1'),
  BridgeDestroyed: requests('post /bridges/b1', 'delete /bridges/b1'),
  // Two bridges of the dialplan become one when more than one partner changes over.
  BridgeMerged: async () => {
    const call = await called('dials');
    await bridged('PJSIP/alice-');
    await requests('post /channels/third?endpoint=Local/up@default&extension=joins&context=default')();
    await bridged('Local/up@default-');
    const second = await called('dials', call.phone);
    await bridged('PJSIP/alice-');
    await call.ask('REFER', { 'Refer-To': referTo(call, 'up', second) });
    return undefined;
  },
  BridgeVideoSourceChanged: async () => {
    await inBridge();
    return requests('post /bridges/b1/videoSource/c1')();
  },
  CallBroadcast: offered,
  CallClaimed: async () => {
    await offered();
    await until(app, 'CallBroadcast c1;2');
    return requests('post /events/claim?channelId=c1;2&application=hello')();
  },
  ChannelCallerId: inCall(setting('CALLERID(num)', '100')),
  ChannelConnectedLine: inCall(setting('CONNECTEDLINE(num)', '100')),
  ChannelCreated: originated,
  ChannelDestroyed: inCall('delete /channels/c1'),
  ChannelDialplan: inCall('post /channels/c1/continue?context=default&extension=up'),
  ChannelDtmfReceived: inCall('post /channels/c1/dtmf?dtmf=1'),
  ChannelEnteredBridge: inBridge,
  ChannelHangupRequest: inCall('delete /channels/c1'),
  ChannelHold: inCall(setting('HOLD_INTERCEPT(set)', ''), 'post /channels/c1/hold'),
  ChannelLeftBridge: async () => {
    await inBridge();
    return requests('post /bridges/b1/removeChannel?channel=c1')();
  },
  ChannelStateChange: originated,
  ChannelTalkingFinished: async () => {
    await playing();
    await until(app, 'ChannelTalkingStarted c1');
    return requests('delete /playbacks/p1')();
  },
  ChannelTalkingStarted: playing,
  ChannelToneDetected: betweenTwo(setting('TONE_DETECT(600,100)', ''), 'post /channels/c1%3B2/play?media=tone:600'),
  ChannelTransfer: transferring('handled'),
  ChannelUnhold: inCall(setting('HOLD_INTERCEPT(set)', ''), 'post /channels/c1/hold', 'delete /channels/c1/hold'),
  ChannelUserevent: requests('post /events/user/greeting?application=hello'),
  CallHandedOver: async () => {
    const [first, second] = [await rig.open('shift&shared=true'), await rig.open('shift&shared=true')];
    await send('post', '/channels/c1?endpoint=Local/up@default&app=shift');
    await until(first, 'StasisStart c1');
    await first.close();
    return () => second.next();
  },
  ChannelVarset: inCall(setting('NAME', 'value')),
  DeviceStateChanged: requests('put /deviceStates/Stasis:desk?deviceState=BUSY', 'delete /deviceStates/Stasis:desk'),
  Dial: originated,
  EventsMissed: async () => {
    const socket = await rig.open(`late&resume=true&lastSequence=${Number.MAX_SAFE_INTEGER}`);
    return () => socket.next();
  },
  PlaybackContinuing: inCall('post /channels/c1/play?media=sound:beep,sound:beep'),
  PlaybackFinished: inCall('post /channels/c1/play?media=sound:beep'),
  PlaybackStarted: inCall('post /channels/c1/play?media=sound:beep'),
  RESTResponse: async () => void app.send({ method: 'GET', uri: 'server/ping' }),
  RecordingFailed: async () => {
    await inCall('post /channels/c1/record?name=theirs&format=wav')();
    await until(app, 'RecordingStarted');
    // Somebody else's file is not overwritten.
    const folder = join(rig.server.folder, 'state', 'spool', 'recording');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'theirs.wav'), 'not ours');
    return requests('post /recordings/live/theirs/stop')();
  },
  RecordingFinished: async () => {
    await inCall('post /channels/c1/record?name=ours&format=wav')();
    await until(app, 'RecordingStarted');
    return requests('post /recordings/live/ours/stop')();
  },
  RecordingStarted: inCall('post /channels/c1/record?name=begun&format=wav'),
  ContactStatusChange: registered,
  // Told to those who are subscribed to the endpoint, and not to those who hear of everything.
  EndpointStateChange: async () => {
    const listener = await rig.open('endpoints');
    await send('post', '/applications/endpoints/subscription?eventSource=endpoint:PJSIP/alice');
    await registered();
    // Subscriptions would keep the application.
    await send('delete', '/applications/endpoints/subscription?eventSource=endpoint:PJSIP/alice');
    return () => listener.next();
  },
  PeerStatusChange: registered,
  StasisEnd: inCall('delete /channels/c1'),
  StasisStart: originated,
  TextMessageReceived: textSent,
};

/** Everything that a listener hears until an event of that type has come. */
async function hear(type: string, next: Listener): Promise<void> {
  const before: unknown[] = [];
  while (before.at(-1) !== type) {
    const { type: came } = await within(next(), () => `waited for ${type}, and heard ${before.join(', ')}`);
    before.push(came);
  }
}

describe('every declared event', () => {
  it.each(eventTypes)('can happen: %s', async (type) => {
    const listener = await scenarios[type]();

    await hear(type, listener ?? (() => app.next()));
  });
});
