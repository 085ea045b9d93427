import { makeResponse } from '../../../../src/sip/message/make-response';
import type { SipRequest } from '../../../../src/sip/message/message';
import { until } from '../../../support/calls/call-events';
import { PhoneCall, sdpAt } from '../../../support/calls/phone-call';
import type { SipPhone } from '../../../support/sip/sip-phone';
import { SipRig } from '../../../support/sip/sip-rig';
import type { AppSocket, Message } from '../../../support/sockets/socket-peer';
import {
  bridgedPhones,
  calledFrom,
  nextOf,
  notified,
  referTo,
  replacesText,
  requestsOf,
} from '../../../support/sip/transfer-calls';

const extensions = `
exten => dialdave,1,Dial(PJSIP/dave,20)
 same => n,Hangup()
exten => busy,1,Busy()
exten => 100,1,Answer(,i)
 same => n,Wait(600)
exten => 200,1,Stasis(hello,transferred)
`;
const pjsip = `
[quinn](phone)
auth = quinn
aors = quinn
refer_blind_progress = no
[quinn](address)
[quinn](secret)
username = quinn
password = quinn
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

/** As bridges list their channels. */
const inOrder = (...ids: readonly unknown[]): unknown[] =>
  [...ids].sort((one, other) => (String(one) < String(other) ? -1 : 1));
const idIn = (event: Message, field: string): unknown => (event[field] as { readonly id?: string } | undefined)?.id;

describe('a blind transfer in a bridge of an application', () => {
  it('puts a local channel that leads to the extension in the place of the phone', async () => {
    const { alice, aliceId } = await bridgedPhones(rig, app);

    const headers = { 'Refer-To': referTo(alice, '100'), 'Referred-By': '<sip:alice@example.org>' };
    const { status, headers: answered } = await alice.ask('REFER', headers);

    expect([status, answered.raw('Expires')]).toEqual([202, '600']);
    const start = await nextOf(app, 'StasisStart');
    expect(idIn(start, 'replace_channel')).toBe(aliceId);
    const local = idIn(start, 'channel');
    const transfer = await nextOf(app, 'BridgeBlindTransfer');
    expect(transfer).toMatchObject({ exten: '100', context: 'default', result: 'Success', is_external: true });
    expect(['channel', 'transferee', 'replace_channel', 'bridge'].map((field) => idIn(transfer, field))).toEqual([
      aliceId,
      'b1',
      local,
      'br1',
    ]);
    expect(await notified(alice)).toEqual(['SIP/2.0 100 Trying active', 'SIP/2.0 200 OK terminated']);
    expect((await rig.rest.get('/bridges/br1')).body).toMatchObject({ channels: inOrder(local, 'b1') });
    const variable = await rig.rest.get(`/channels/${String(local)}/variable?variable=SIPREFERREDBYHDR`);
    expect(variable.body).toEqual({ value: '<sip:alice@example.org>' });
  });

  it('leaves the phone in the application until it hangs up', async () => {
    const { alice, aliceId, bob } = await bridgedPhones(rig, app);
    await alice.ask('REFER', { 'Refer-To': referTo(alice, '200') });
    await notified(alice);

    const inside = await rig.rest.get(`/channels/${aliceId}`);
    await alice.bye();
    await until(app, `StasisEnd ${aliceId}`);

    expect(inside.status).toBe(200);
    expect(requestsOf(alice, 'BYE')).toEqual([]);
    await bob.bye();
    await until(app, 'ChannelDestroyed b1 16');
  });
});

describe('a blind transfer in a bridge of Dial', () => {
  /** A call of the phone with bob, who is called by the dialplan. */
  const dialled = async (name: string): Promise<{ readonly call: PhoneCall; readonly bob: PhoneCall }> => {
    const phone = await rig.registered('bob');
    const call = await PhoneCall.place(await rig.phone(name), 'dialbob', { sdp: sdpAt(40_000) });
    const bob = await PhoneCall.receive(phone);
    bob.respond(200, { sdp: sdpAt(40_002) });
    await call.answered();
    return { call, bob };
  };
  /** The phone is told as soon as the call is over. */
  const toldOf = async (extension: string, name = 'alice'): Promise<readonly string[]> => {
    const { call, bob } = await dialled(name);
    await call.ask('REFER', { 'Refer-To': referTo(call, extension) });
    const told = await notified(call);
    await call.serverSends('BYE');
    await bob.bye();
    return told;
  };

  it('succeeds when the extension answers the call', async () => {
    expect(await toldOf('100')).toEqual(['SIP/2.0 100 Trying active', 'SIP/2.0 200 OK terminated']);
  });

  it('succeeds when an application takes the call', async () => {
    expect(await toldOf('200')).toEqual(['SIP/2.0 100 Trying active', 'SIP/2.0 200 OK terminated']);
  });

  it('fails as soon as the partner is told that the extension is busy', async () => {
    expect(await toldOf('busy')).toEqual(['SIP/2.0 100 Trying active', 'SIP/2.0 486 Busy Here terminated']);
  });

  it('succeeds at once with refer_blind_progress = no, whatever becomes of it', async () => {
    expect(await toldOf('busy', 'quinn')).toEqual(['SIP/2.0 100 Trying active', 'SIP/2.0 200 OK terminated']);
  });

  it('goes on being told to a phone that has hung up meanwhile', async () => {
    const dave = await rig.registered('dave');
    const { call } = await dialled('alice');
    await call.ask('REFER', { 'Refer-To': referTo(call, 'dialdave') });
    const ringing = await PhoneCall.receive(dave);
    await call.bye();

    ringing.respond(486);

    expect(await notified(call)).toEqual(['SIP/2.0 100 Trying active', 'SIP/2.0 486 Busy Here terminated']);
    expect(requestsOf(call, 'BYE')).toEqual([]);
  });

  it('lets the phone change nothing in its call while it is told', async () => {
    const dave = await rig.registered('dave');
    const { call, bob } = await dialled('alice');
    await call.ask('REFER', { 'Refer-To': referTo(call, 'dialdave') });
    const ringing = await PhoneCall.receive(dave);
    ringing.respond(180);

    expect((await call.ask('REFER', { 'Refer-To': referTo(call, '100') })).status).toBe(603);

    await bob.bye();
    await ringing.serverSends('CANCEL');
    ringing.respond(487);
    expect((await notified(call)).at(-1)).toBe('SIP/2.0 503 Service Unavailable terminated');
    await call.serverSends('BYE');
  });
});

describe('an attended transfer', () => {
  it('between two bridges of an application links them by a pair of local channels', async () => {
    const { alice, aliceId } = await bridgedPhones(rig, app);
    const second = await rig.answered(alice.phone, app);
    await calledFrom(rig, app, { phone: await rig.registered('dave'), channel: 'd1' });
    await rig.rest.post('/bridges/br2?type=mixing');
    await rig.rest.post(`/bridges/br2/addChannel?channel=${second.id},d1`);

    await alice.ask('REFER', { 'Refer-To': referTo(alice, 'app', second.call) });

    const transfer = await nextOf(app, 'BridgeAttendedTransfer');
    expect(transfer).toMatchObject({
      result: 'Success',
      transferer_first_leg: { id: aliceId },
      transferer_second_leg: { id: second.id },
      transferee: { id: 'b1' },
      transfer_target: { id: 'd1' },
      destination_type: 'link',
    });
    const [one, other] = ['destination_link_first_leg', 'destination_link_second_leg'].map((leg) =>
      idIn(transfer, leg),
    );
    expect((await rig.rest.get('/bridges/br1')).body).toMatchObject({ channels: inOrder(one, 'b1') });
    expect((await rig.rest.get('/bridges/br2')).body).toMatchObject({ channels: inOrder(other, 'd1') });
    expect(await notified(alice)).toEqual(['SIP/2.0 100 Trying active', 'SIP/2.0 200 OK terminated']);
    await second.call.serverSends('BYE');
    await until(app, `StasisEnd ${second.id}`);
  });

  it('to a call that waits in an application takes it over', async () => {
    const { alice, aliceId } = await bridgedPhones(rig, app);
    const second = await rig.answered(alice.phone, app);

    await alice.ask('REFER', { 'Refer-To': referTo(alice, 'app', second.call) });

    const start = await nextOf(app, 'StasisStart');
    expect(idIn(start, 'replace_channel')).toBe(second.id);
    expect(await nextOf(app, 'BridgeAttendedTransfer')).toMatchObject({
      result: 'Success',
      transferer_first_leg: { id: aliceId },
      destination_type: 'application',
      destination_application: 'Stasis',
    });
    await second.call.serverSends('BYE');
    expect((await rig.rest.get(`/channels/${second.id}`)).status).toBe(404);
  });

  it('to a call that this server does not have is left to the dialplan', async () => {
    const { alice } = await bridgedPhones(rig, app);
    const elsewhere = `<sip:x@example.org?Replaces=${encodeURIComponent('other@example.org;to-tag=1;from-tag=2')}>`;

    await alice.ask('REFER', { 'Refer-To': elsewhere });

    expect(await notified(alice)).toEqual(['SIP/2.0 100 Trying active', 'SIP/2.0 404 Not Found terminated']);
  });

  it('of calls without a partner is invalid', async () => {
    const first = await rig.answered(await rig.phone('alice'), app);
    const second = await rig.answered(first.call.phone, app);

    await first.call.ask('REFER', { 'Refer-To': referTo(first.call, 'app', second.call) });

    expect(await nextOf(app, 'BridgeAttendedTransfer')).toMatchObject({ result: 'Invalid', destination_type: 'fail' });
    expect(await notified(first.call)).toEqual(['SIP/2.0 100 Trying active', 'SIP/2.0 400 Bad Request terminated']);
  });
});

describe('a transfer that is refused', () => {
  it('to an extension that does not exist ends with 404, and is not an event', async () => {
    const { alice, aliceId } = await bridgedPhones(rig, app);

    await alice.ask('REFER', { 'Refer-To': referTo(alice, 'nosuch') });

    expect(await notified(alice)).toEqual(['SIP/2.0 100 Trying active', 'SIP/2.0 404 Not Found terminated']);
    await rig.rest.delete(`/channels/${aliceId}`);
    const lines = await until(app, `StasisEnd ${aliceId}`);
    expect(lines.filter((line) => line.startsWith('Bridge'))).toEqual([]);
  });

  it('of a phone without a partner is invalid', async () => {
    const { call, id } = await rig.answered(await rig.phone('alice'), app);

    await call.ask('REFER', { 'Refer-To': referTo(call, '100') });

    expect(await nextOf(app, 'BridgeBlindTransfer')).toMatchObject({ result: 'Invalid', channel: { id } });
    expect(await notified(call)).toEqual(['SIP/2.0 100 Trying active', 'SIP/2.0 400 Bad Request terminated']);
  });

  it.each([
    ['without a target', {}, 400],
    ['with two targets', { 'Refer-To': '<sip:100@example.org>, <sip:200@example.org>' }, 400],
    ['with a target that is not an address', { 'Refer-To': '<sip:>' }, 400],
    ['with a target that cannot be called', { 'Refer-To': '<mailto:bob@example.org>' }, 416],
    ['with another method', { 'Refer-To': '<sip:100@example.org;method=BYE>' }, 603],
    ['with a broken Replaces', { 'Refer-To': '<sip:100@example.org?Replaces=1>' }, 400],
  ])('%s is answered by a status', async (_title, headers, status) => {
    const { call } = await rig.answered(await rig.phone('alice'), app);

    expect((await call.ask('REFER', headers)).status).toBe(status);
  });

  it('of an endpoint that may not transfer is answered 603', async () => {
    const { call } = await rig.answered(await rig.phone('frank'), app);

    expect((await call.ask('REFER', { 'Refer-To': referTo(call, '100') })).status).toBe(603);
  });
});

it('a phone that does not want to hear of its transfer is sent no NOTIFY', async () => {
  const { alice, aliceId } = await bridgedPhones(rig, app);

  const answer = await alice.ask('REFER', { 'Refer-To': referTo(alice, '100'), 'Refer-Sub': 'false' });

  expect([answer.status, answer.headers.raw('Refer-Sub'), answer.headers.raw('Expires')]).toEqual([
    202,
    'false',
    undefined,
  ]);
  await nextOf(app, 'BridgeBlindTransfer');
  await alice.bye();
  await until(app, `StasisEnd ${aliceId}`);
  expect(requestsOf(alice, 'NOTIFY')).toEqual([]);
});

describe('a transfer that the application handles', () => {
  const handling = (id: string): string =>
    `/channels/${id}/variable?variable=${encodeURIComponent('PJSIP_TRANSFER_HANDLING()')}&value=ari-only`;

  it.each([
    ['channel_answered', 'channel_answered', '200 OK'],
    ['channel_unavailable', 'channel_declined', '503 Service Unavailable'],
    ['channel_declined', 'channel_declined', '603 Decline'],
  ])('tells the phone of %s', async (reported, shown, last) => {
    const { alice, aliceId } = await bridgedPhones(rig, app);
    await rig.rest.post(handling(aliceId));

    await alice.ask('REFER', { 'Refer-To': referTo(alice, 'anywhere') });
    const asked = await nextOf(app, 'ChannelTransfer');
    await rig.rest.post(`/channels/${aliceId}/transfer_progress?states=channel_progress`);
    const begun = await nextOf(app, 'ChannelTransfer');
    await rig.rest.post(`/channels/${aliceId}/transfer_progress?states=${reported}`);

    expect([asked['state'], begun['state'], (await nextOf(app, 'ChannelTransfer'))['state']]).toEqual([
      undefined,
      'channel_progress',
      shown,
    ]);
    expect(asked['refer_to']).toEqual({ requested_destination: { destination: 'anywhere' } });
    expect(asked['referred_by']).toMatchObject({
      source_channel: { id: aliceId },
      connected_channel: { id: 'b1' },
      bridge: { id: 'br1' },
    });
    expect(await notified(alice)).toEqual(['SIP/2.0 100 Trying active', `SIP/2.0 ${last} terminated`]);
  });

  it('ends with 503 when the phone hangs up first', async () => {
    const { alice, aliceId } = await bridgedPhones(rig, app);
    await rig.rest.post(handling(aliceId));
    await alice.ask('REFER', { 'Refer-To': referTo(alice, '100') });
    await nextOf(app, 'ChannelTransfer');

    await alice.bye();

    expect(await notified(alice)).toEqual(['SIP/2.0 100 Trying active', 'SIP/2.0 503 Service Unavailable terminated']);
  });
});

describe('an INVITE with Replaces', () => {
  it('takes the place of a call in its application and bridge, and ends it', async () => {
    const { alice, aliceId } = await bridgedPhones(rig, app);
    const headers = { Replaces: replacesText(alice) };

    const call = await PhoneCall.place(await rig.phone('dave'), 'app', { sdp: sdpAt(40_004), headers });
    await call.answered();

    const start = await nextOf(app, 'StasisStart');
    const dave = idIn(start, 'channel');
    expect(idIn(start, 'replace_channel')).toBe(aliceId);
    await alice.serverSends('BYE');
    await until(app, `StasisEnd ${aliceId}`);
    expect((await rig.rest.get('/bridges/br1')).body).toMatchObject({ channels: inOrder(dave, 'b1') });
  });

  it('answers a call that rings at another phone, which stops ringing', async () => {
    const bob = await rig.registered('bob');
    const alice = await PhoneCall.place(await rig.phone('alice'), 'dialbob', { sdp: sdpAt(40_000) });
    const ringing = await PhoneCall.receive(bob);
    ringing.respond(180);
    await alice.status(180);
    const headers = { Replaces: ringing.replaces };

    const dave = await PhoneCall.place(await rig.phone('dave'), 'app', { sdp: sdpAt(40_004), headers });

    await Promise.all([dave.answered(), alice.answered(), ringing.serverSends('CANCEL')]);
    ringing.respond(487);
    await alice.bye();
    await dave.serverSends('BYE');
  });

  it('is a call like any other, or refused if it must replace, without the module of transfers', async () => {
    const module = '/asterisk/modules/res_pjsip_refer.so';
    const { alice, aliceId } = await bridgedPhones(rig, app);
    const place = async (more: Readonly<Record<string, string>>): Promise<PhoneCall> =>
      PhoneCall.place(await rig.phone('dave'), 'answered', {
        sdp: sdpAt(40_004),
        headers: { Replaces: replacesText(alice), ...more },
      });

    await rig.rest.call('DELETE', module);
    const required = await (await place({ Require: 'replaces' })).refused();
    const call = await place({});
    const answer = await call.answered();
    await rig.rest.call('POST', module);

    expect([required.status, required.headers.raw('Unsupported')]).toEqual([420, 'replaces']);
    expect(answer.headers.raw('Supported')).not.toContain('replaces');
    expect((await nextOf(app, 'StasisStart'))['replace_channel']).toBeUndefined();
    expect((await rig.rest.get('/bridges/br1')).body).toMatchObject({ channels: inOrder(aliceId, 'b1') });
  });

  it.each([
    ['a call that does not exist', () => 'nosuch;to-tag=1;from-tag=2', 481],
    ['an answered call that should be unanswered', (call: PhoneCall) => `${replacesText(call)};early-only`, 486],
    ['a call without tags', () => 'nosuch', 400],
  ])('of %s is refused', async (_title, replaces, status) => {
    const { alice } = await bridgedPhones(rig, app);
    const headers = { Replaces: replaces(alice) };

    const call = await PhoneCall.place(await rig.phone('dave'), 'app', { sdp: sdpAt(40_004), headers });

    expect((await call.refused()).status).toBe(status);
  });
});

describe('a phone that is asked to call another one outside of calls', () => {
  const referral = async (path: string, query: Record<string, string>, body?: unknown): Promise<number> => {
    const { status } = await rig.rest.call('POST', `${path}?${new URLSearchParams(query).toString()}`, { body });
    return status;
  };
  const received = (phone: SipPhone): Promise<SipRequest> =>
    phone.until(
      () =>
        phone.received.find(
          (message): message is SipRequest => message.kind === 'request' && message.method === 'REFER',
        ),
      () => 'no REFER has come',
    );

  it('receives a REFER with the name and the header fields that are given', async () => {
    const alice = await rig.registered('alice');

    const variables = { 'X-Test': 'v', display_name: 'Disp "x"', 'Call-ID': 'mine' };
    const query = { from: 'sip:tester@example.org', refer_to: 'sip:bob@example.org' };
    const status = await referral('/endpoints/PJSIP/alice/refer', query, { variables });

    const { headers } = await received(alice);
    expect(status).toBe(202);
    expect(['Refer-To', 'X-Test', 'Event', 'Expires'].map((name) => headers.raw(name))).toEqual([
      '"Disp \\"x\\"" <sip:bob@example.org>',
      'v',
      'refer',
      '600',
    ]);
    expect(headers.raw('From')).toMatch(/^<sip:tester@example\.org>;tag=/);
    expect(headers.rawAll('Call-ID')).not.toContain('mine');
  });

  it('is sent to the contact of an endpoint, and its NOTIFY is answered', async () => {
    const [alice, bob] = [await rig.registered('alice'), await rig.registered('bob')];
    await referral('/endpoints/refer', { to: 'pjsip:alice', from: 'me', refer_to: 'bob' });
    const refer = await received(alice);
    const accepted = makeResponse(refer, 202);
    accepted.headers.setRaw('To', `${refer.headers.raw('To') ?? ''};tag=1`);
    alice.send(accepted);

    const notify = alice.request('NOTIFY', {
      callId: refer.headers.raw('Call-ID') ?? '',
      headers: { Event: 'refer', 'Subscription-State': 'terminated;reason=noresource', Contact: alice.contact },
    });
    notify.headers.setRaw('To', refer.headers.raw('From') ?? '').setRaw('From', accepted.headers.raw('To') ?? '');

    expect(refer.headers.raw('Refer-To')).toBe(bob.contact.slice(1, -1));
    expect((await alice.ask(notify)).status).toBe(200);
  });

  it.each([
    ['/endpoints/refer', { to: 'pjsip:nobody', from: 'sip:x@y', refer_to: 'sip:x@y' }],
    ['/endpoints/PJSIP/carol/refer', { from: 'sip:x@y', refer_to: 'sip:x@y' }],
  ])('has to be reachable: %s', async (path, query) => {
    expect(await referral(path, query)).toBe(404);
  });
});
