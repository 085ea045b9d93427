import type { SipRequest, SipResponse } from '../../../../src/sip/message/message';
import { makeResponse } from '../../../../src/sip/message/make-response';
import { cSeqHeader } from '../../../../src/sip/message/headers/number-headers';
import { callIdHeader } from '../../../../src/sip/message/headers/token-headers';
import { until } from '../../../support/calls/call-events';
import { PhoneCall, sdpAt } from '../../../support/calls/phone-call';
import type { SipPhone } from '../../../support/sip/sip-phone';
import { SipRig } from '../../../support/sip/sip-rig';
import type { AppSocket } from '../../../support/sockets/socket-peer';
import { bridgedPhones, nextOf, notified, referTo, replacesText } from '../../../support/sip/transfer-calls';

const extensions = `
exten => 100,1,Answer(,i)
 same => n,Wait(600)
exten => 200,1,Stasis(hello,referred)
exten => engaged,1,Hangup(17)
`;
const pjsip = `
[frank](phone)
auth = frank
allow_transfer = no
[frank](secret)
username = frank
password = frank
`;

let rig: SipRig;
let app: AppSocket;
beforeAll(async () => {
  rig = await SipRig.start({ extensions, pjsip });
});
beforeEach(async () => {
  app = await rig.open('hello');
});
afterEach(() => rig.clear());
afterAll(() => rig.close());

interface Referral {
  /** The extension that the request is addressed to. */
  readonly to?: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a REFER that belongs to no dialog, with credentials. */
function refer(
  phone: SipPhone,
  callId: string,
  { to = 'dialbob', target, headers = {} }: Referral,
): Promise<SipResponse> {
  const sent = { 'Refer-To': target, Contact: phone.contact, ...headers };
  return phone.askWithCredentials(() =>
    phone.request('REFER', { uri: `sip:${to}@${phone.serverUri}`, callId, headers: sent }),
  );
}

/** What the sender of a REFER is told until it is over; each NOTIFY is answered. */
async function told(phone: SipPhone, callId: string): Promise<string[]> {
  const notifies = (): readonly SipRequest[] =>
    phone.received.filter(
      (message): message is SipRequest =>
        message.kind === 'request' && message.method === 'NOTIFY' && message.headers.get(callIdHeader) === callId,
    );
  await phone.until(
    () => notifies().find(({ headers }) => headers.raw('Subscription-State')?.startsWith('terminated')),
    () => 'no subscription has ended',
  );
  const bySequence = new Map(notifies().map((notify) => [notify.headers.get(cSeqHeader)?.sequence, notify]));
  return [...bySequence.values()].map((notify) => {
    phone.send(makeResponse(notify, 200));
    return notify.body.toString().trim();
  });
}

const extension = (phone: SipPhone, name: string): string => `<sip:${name}@${phone.serverUri}>`;

describe('a REFER outside of calls', () => {
  it('calls the extension that it is addressed to and connects it with the target', async () => {
    const [alice, bob] = [await rig.phone('alice'), await rig.registered('bob')];
    const headers = { 'Referred-By': '<sip:alice@example.org>' };

    const { status } = await refer(alice, 'r1', { target: extension(alice, '200'), headers });
    const call = await PhoneCall.receive(bob);
    call.respond(200, { sdp: sdpAt(40_002) });

    expect(status).toBe(202);
    const start = await nextOf(app, 'StasisStart');
    expect(start).toMatchObject({ args: ['referred'] });
    const { id } = start['channel'] as { readonly id: string };
    const variable = await rig.rest.get(`/channels/${id}/variable?variable=SIPREFERREDBYHDR`);
    expect(variable.body).toEqual({ value: '<sip:alice@example.org>' });
    expect(await told(alice, 'r1')).toEqual(['SIP/2.0 100 Trying', 'SIP/2.0 200 OK']);
    await call.bye();
    await until(app, `StasisEnd ${id}`);
  });

  it('tells that the one who was called is busy', async () => {
    const alice = await rig.phone('alice');

    await refer(alice, 'r1', { to: 'engaged', target: extension(alice, '200') });

    expect(await told(alice, 'r1')).toEqual(['SIP/2.0 100 Trying', 'SIP/2.0 486 Busy Here']);
  });

  it('lets the one who is called take the place of a call', async () => {
    const { alice, aliceId } = await bridgedPhones(rig, app);

    await refer(alice.phone, 'r1', { to: 'echo', target: referTo(alice, 'app', alice) });

    const start = await nextOf(app, 'StasisStart');
    expect(start['replace_channel']).toMatchObject({ id: aliceId });
    expect(await told(alice.phone, 'r1')).toEqual(['SIP/2.0 100 Trying', 'SIP/2.0 200 OK']);
    await alice.serverSends('BYE');
  });

  it('tells nothing to a sender that does not want to know', async () => {
    const alice = await rig.phone('alice');
    const headers = { 'Refer-Sub': 'false' };

    const answer = await refer(alice, 'r1', { to: '100', target: extension(alice, '200'), headers });
    const { channel } = await nextOf(app, 'StasisStart');
    const { id } = channel as { readonly id: string };
    await rig.rest.delete(`/channels/${id}`);
    await until(app, `StasisEnd ${id}`);

    expect([answer.status, answer.headers.raw('Refer-Sub')]).toEqual([202, 'false']);
    expect(alice.received.filter((message) => message.kind === 'request')).toEqual([]);
  });

  it.each([
    ['to an extension that does not exist', { to: 'nosuch', target: '<sip:200@example.org>' }, 404],
    ['with a target that does not exist', { target: '<sip:nosuch@example.org>' }, 404],
    ['without a usable target', { target: '<mailto:bob@example.org>' }, 416],
    [
      'about a call that does not exist',
      { target: '<sip:200@example.org?Replaces=x%3Bto-tag%3D1%3Bfrom-tag%3D2>' },
      481,
    ],
    [
      'about a dialog that does not exist',
      { target: '<sip:200@example.org>', headers: { 'Target-Dialog': 'x;local-tag=1;remote-tag=2' } },
      481,
    ],
  ])('%s is refused', async (_title, referral, status) => {
    expect((await refer(await rig.phone('alice'), 'r1', referral)).status).toBe(status);
  });

  it('of an endpoint that may not transfer is refused', async () => {
    const frank = await rig.phone('frank');

    expect((await refer(frank, 'r1', { target: extension(frank, '200') })).status).toBe(603);
  });
});

describe('a REFER that names a call by Target-Dialog', () => {
  /** The dialog of a call, as its phone sees it. */
  const dialogOf = (call: PhoneCall): string =>
    replacesText(call).replace('to-tag', 'remote-tag').replace('from-tag', 'local-tag');

  it('transfers that call', async () => {
    const { alice, aliceId } = await bridgedPhones(rig, app);
    const headers = { 'Target-Dialog': dialogOf(alice) };

    await refer(alice.phone, 'r1', { target: referTo(alice, '100'), headers });

    expect(await nextOf(app, 'BridgeBlindTransfer')).toMatchObject({ result: 'Success', channel: { id: aliceId } });
    expect(await told(alice.phone, 'r1')).toEqual(['SIP/2.0 100 Trying', 'SIP/2.0 200 OK']);
  });

  it('is refused when the call is that of another endpoint', async () => {
    const { alice } = await bridgedPhones(rig, app);
    const dave = await rig.phone('dave');
    const headers = { 'Target-Dialog': dialogOf(alice) };

    expect((await refer(dave, 'r1', { target: referTo(alice, '100'), headers })).status).toBe(481);
  });
});

describe('the module of transfers', () => {
  it('takes REFER in all forms along when it is unloaded', async () => {
    const { alice } = await bridgedPhones(rig, app);
    const referral = { target: referTo(alice, '100') };
    const statuses = async (): Promise<readonly number[]> => [
      (await alice.ask('REFER', { 'Refer-To': referral.target })).status,
      (await refer(alice.phone, 'r1', { ...referral, to: '100' })).status,
      (await rig.rest.call('POST', '/endpoints/PJSIP/bob/refer?from=sip:x@y&refer_to=sip:x@y')).status,
    ];
    const module = '/asterisk/modules/res_pjsip_refer.so';

    await rig.rest.call('DELETE', module);
    const without = await statuses();
    await rig.rest.call('POST', module);

    expect(without).toEqual([405, 405, 404]);
    expect(await statuses()).toEqual([202, 202, 202]);
    await notified(alice);
  });
});
