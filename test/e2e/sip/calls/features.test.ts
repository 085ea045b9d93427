import { PhoneCall, sdpAt } from '../../../support/calls/phone-call';
import { SipRig } from '../../../support/sip/sip-rig';
import type { SipPhone } from '../../../support/sip/sip-phone';
import type { AppSocket } from '../../../support/sockets/socket-peer';
import { nextOf } from '../../../support/sip/transfer-calls';

const extensions = `
exten => keys,1,Dial(PJSIP/bob,20,T)
exten => 200,1,Answer(,i)
 same => n,Wait(600)
exten => dialgina,1,Dial(PJSIP/gina,20)
exten => pickup,1,Pickup()
 same => n,Hangup(31)
`;
const phone = (name: string, options: string): string => `
[${name}](phone)
auth = ${name}
aors = ${name}
${options}
[${name}](address)
[${name}](secret)
username = ${name}
password = ${name}
`;
const pjsip = [
  phone('gina', 'call_group = 1,3-5\nnamed_call_group = sales'),
  phone('henry', 'pickup_group = 4'),
  phone('ida', 'named_pickup_group = support,sales'),
  phone('jack', 'pickup_group = 2\nnamed_pickup_group = support'),
].join('');
const features = `[general]
atxferthreeway = *3
[featuremap]
blindxfer => #1
atxfer => *7
`;

let rig: SipRig;
let watch: AppSocket;
beforeAll(async () => {
  rig = await SipRig.start({ extensions, pjsip, files: { 'features.conf': features } });
});
beforeEach(async () => {
  watch = await rig.open('watch&subscribeAll=true');
});
afterEach(() => rig.clear());
afterAll(() => rig.close());

async function press(call: PhoneCall, keys: string): Promise<void> {
  for (const key of keys)
    await call.ask('INFO', { 'Content-Type': 'application/dtmf-relay' }, `Signal=${key}\r\nDuration=100\r\n`);
}

describe('keys that a phone presses in a call of Dial', () => {
  async function connected(): Promise<PhoneCall> {
    const bob = await rig.registered('bob');
    const alice = await PhoneCall.place(await rig.phone('alice'), 'keys', { sdp: sdpAt(40_000) });
    const called = await PhoneCall.receive(bob);
    called.respond(200, { sdp: sdpAt(40_002) });
    await alice.answered();
    return alice;
  }

  it('transfer its partner to an extension', async () => {
    const alice = await connected();

    await press(alice, '#1200');

    const transfer = await nextOf(watch, 'BridgeBlindTransfer');
    expect(transfer).toMatchObject({ result: 'Success', exten: '200', is_external: false });
    await alice.serverSends('BYE');
  });

  it('make a conference of three', async () => {
    const alice = await connected();
    await press(alice, '*7200');
    await nextOf(watch, 'BridgeCreated');
    for (;;) {
      const { channel } = await nextOf(watch, 'ChannelEnteredBridge');
      if ((channel as { readonly name: string }).name.startsWith('Local/200@default')) break;
    }

    await press(alice, '*3');

    const transfer = await nextOf(watch, 'BridgeAttendedTransfer');
    expect(transfer).toMatchObject({
      result: 'Success',
      is_external: false,
      destination_type: 'threeway',
      transferee: { name: expect.stringMatching(/^PJSIP\/bob-/) as string },
      destination_threeway_channel: { name: expect.stringMatching(/^PJSIP\/alice-/) as string },
    });
    const bridge = transfer['destination_threeway_bridge'] as { readonly channels: readonly string[] };
    expect(bridge.channels).toHaveLength(3);
  });
});

describe('a call that rings in a group', () => {
  let ringing: PhoneCall;
  let caller: PhoneCall;
  beforeEach(async () => {
    const gina = await rig.registered('gina');
    caller = await PhoneCall.place(await rig.phone('alice'), 'dialgina', { sdp: sdpAt(40_000) });
    ringing = await PhoneCall.receive(gina);
    ringing.respond(180);
    await caller.status(180);
  });

  const dials = async (name: string, extension: string): Promise<PhoneCall> => {
    const by: SipPhone = await rig.phone(name);
    return PhoneCall.place(by, extension, { sdp: sdpAt(40_004) });
  };

  it.each([
    ['the pickup extension, by its number', 'henry', '*8'],
    ['the pickup extension, by its name', 'ida', '*8'],
    ['Pickup() in the dialplan', 'henry', 'pickup'],
  ])('is answered by a phone of the group: %s', async (_title, name, extension) => {
    const by = await dials(name, extension);

    await Promise.all([by.answered(), caller.answered(), ringing.serverSends('CANCEL')]);
    ringing.respond(487);
    await caller.bye();
    await by.serverSends('BYE');
  });

  it('is not answered by a phone of other groups', async () => {
    const [direct, byDialplan] = [await dials('jack', '*8'), await dials('jack', 'pickup')];

    expect((await direct.refused()).status).toBe(403);
    expect((await byDialplan.refused()).status).toBe(480);
    caller.cancel();
    await ringing.serverSends('CANCEL');
    ringing.respond(487);
    await caller.refused();
  });
});
