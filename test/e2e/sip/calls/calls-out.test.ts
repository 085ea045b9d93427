import type { SipRequest } from '../../../../src/sip/message/message';
import { lineOf, until } from '../../../support/calls/call-events';
import { PhoneCall, sdpAt } from '../../../support/calls/phone-call';
import { SipRig } from '../../../support/sip/sip-rig';
import type { AppSocket } from '../../../support/sockets/socket-peer';

const trunk = `
[trunk](phone)
outbound_auth = trunk
from_user = 4930
from_domain = example.org
[trunk](secret)
username = us
password = secret
`;

describe('a call to a phone', () => {
  let rig: SipRig;
  let app: AppSocket;
  beforeAll(async () => {
    rig = await SipRig.start({ pjsip: trunk });
  });
  beforeEach(async () => {
    app = await rig.open('hello');
  });
  afterEach(() => rig.clear());
  afterAll(() => rig.close());

  const originate = (query: string, body?: object) =>
    rig.rest.post(`/channels/o1?endpoint=PJSIP/bob&app=hello${query}`, body);

  it('rings, is answered, carries audio and ends', async () => {
    const [bob, audio] = [await rig.registered('bob'), await rig.audio()];
    const variables = { 'CALLERID(pres)': 'allowed', MYVAR: 'v' };

    const { body } = await originate('&appArgs=a,b&callerId=Caller Name <5550100>', { variables });
    const call = await PhoneCall.receive(bob);
    expect(body).toMatchObject({ state: 'Down', protocol_id: call.callId });
    expect((await rig.rest.get('/endpoints/PJSIP/bob')).body).toMatchObject({ channel_ids: ['o1'] });
    const { headers, uri } = call.request;
    expect(uri.toString()).toBe(`sip:bob@127.0.0.1:${bob.port}`);
    expect(headers.raw('From')).toMatch(/^"Caller Name" <sip:5550100@127\.0\.0\.1>;tag=/);
    expect(headers.raw('To')).toBe('<sip:bob@127.0.0.1>');
    expect(headers.raw('P-Asserted-Identity')).toBe('"Caller Name" <sip:5550100@127.0.0.1>');
    call.respond(180);
    await until(app, 'Dial o1 RINGING');
    call.respond(200, { sdp: sdpAt(audio.port) });
    await call.serverSends('ACK');
    expect(await until(app, 'StasisStart o1 a,b')).toEqual([
      'ChannelStateChange o1 Up',
      'Dial o1 ANSWER',
      'ChannelVarset o1 STASISSTATUS=',
      'StasisStart o1 a,b',
    ]);
    await rig.rest.post('/channels/o1/play?media=tone:440');
    await audio.until(10, ({ payloadType }) => payloadType === 0);
    await call.bye();

    await until(app, 'ChannelDestroyed o1 0');
  });

  it('does not reveal a caller that is not known', async () => {
    const bob = await rig.registered('bob');

    await originate('');
    const call = await PhoneCall.receive(bob);

    expect(call.request.headers.raw('From')).toMatch(/^"Anonymous" <sip:anonymous@anonymous\.invalid>;tag=/);
    expect(call.request.headers.has('P-Asserted-Identity')).toBe(false);
    call.respond(486);
    expect(await until(app, 'ChannelDestroyed o1 17')).toEqual([
      'Dial o1 begins',
      'ChannelHangupRequest o1 17',
      'Dial o1 BUSY',
      'ChannelDestroyed o1 17',
    ]);
  });

  it.each([
    ['PJSIP/nobody', "there is no endpoint 'nobody'"],
    ['PJSIP/carol', "endpoint 'carol' has no contact that can be reached"],
    ['PJSIP/erin', "endpoint 'erin' has no contact that can be reached"],
    ['PJSIP/erin/sip:', "'sip:' is not a SIP URI"],
  ])('cannot be placed to %s', async (endpoint, reason) => {
    const { status, body } = await rig.rest.post(`/channels/o1?endpoint=${endpoint}&app=hello`);

    expect([status, body]).toMatchObject([400, { message: `endpoint cannot be called: ${reason}` }]);
  });

  it('is cancelled when it is not answered in time', async () => {
    const bob = await rig.registered('bob');

    await originate('&timeout=1');
    const call = await PhoneCall.receive(bob);
    call.respond(180);
    const cancel = await call.serverSends('CANCEL');
    call.respond(487);

    expect(cancel.headers.rawAll('Reason')).toEqual(['Q.850;cause=19']);
    const lines = await until(app, 'ChannelDestroyed o1 19');
    expect(lines).not.toContain('Dial o1 NOANSWER');
  });

  it.each([
    [600, 17, 'BUSY'],
    [503, 34, 'CONGESTION'],
    [603, 21, 'NOANSWER'],
    [404, 1, 'NOANSWER'],
    [480, 19, 'NOANSWER'],
    [484, 28, 'NOANSWER'],
    [410, 22, 'NOANSWER'],
    [606, 58, 'NOANSWER'],
    [500, 38, 'NOANSWER'],
    [504, 102, 'NOANSWER'],
    [423, 127, 'NOANSWER'],
  ])('that is refused with %i ends with cause %i and %s', async (status, cause, dialled) => {
    const bob = await rig.registered('bob');

    await originate('');
    (await PhoneCall.receive(bob)).respond(status);

    const lines: string[] = [];
    for (;;) {
      const event = await app.next();
      lines.push(lineOf(event));
      if (event.type !== 'ChannelDestroyed') continue;
      expect(event).toMatchObject({ cause, tech_cause: status });
      break;
    }
    expect(lines).toContain(`Dial o1 ${dialled}`);
  });

  it('is heard before it is answered, and answers the caller in the same bridge', async () => {
    const [alice, bob] = [await rig.phone('alice'), await rig.registered('bob')];
    const [near, far] = [await rig.audio(), await rig.audio()];
    const { call: caller, id } = await rig.inApplication(alice, app, { sdp: sdpAt(near.port) });
    await rig.rest.post('/bridges/b1?type=mixing');
    await rig.rest.post('/channels/create?endpoint=PJSIP/bob&app=hello&channelId=c1');
    await rig.rest.post(`/bridges/b1/addChannel?channel=${id},c1`);

    await rig.rest.post('/channels/c1/dial');
    const callee = await PhoneCall.receive(bob);
    callee.respond(180);
    await caller.status(180);
    callee.respond(183, { sdp: sdpAt(far.port) });
    await caller.status(183);
    await far.speak(callee.serverAudio, 20, () => Buffer.alloc(160, 0x2a));
    await near.until(1, ({ payload }) => payload.includes(0x2a));
    callee.respond(200, { sdp: sdpAt(far.port) });
    await callee.serverSends('ACK');
    await caller.answered();
    expect((await rig.rest.get(`/channels/${id}`)).body).toMatchObject({ state: 'Up' });
    await near.speak(caller.serverAudio, 20, () => Buffer.alloc(160, 0x55));
    await far.until(1, ({ payload }) => payload.includes(0x55));
    await caller.bye();

    await until(app, `StasisEnd ${id}`);
  });

  it('is followed when the phone sends it elsewhere', async () => {
    const bob = await rig.registered('bob');

    await originate('');
    (await PhoneCall.receive(bob)).respond(302, { headers: { Contact: '<sip:up@127.0.0.1:5060>' } });

    const lines = await until(app, 'ChannelDestroyed o1 0');
    expect(lines.at(-2)).toMatch(/^Dial o1 CANCEL/);
    const start = await app.next();
    expect(start).toMatchObject({
      type: 'StasisStart',
      channel: { name: expect.stringMatching(/^Local\/up@default/) as string },
    });
  });

  it('that is answered at the moment it is cancelled is hung up again', async () => {
    const bob = await rig.registered('bob');
    await originate('');
    const call = await PhoneCall.receive(bob);
    call.respond(180);
    await until(app, 'Dial o1 RINGING');

    await rig.rest.delete('/channels/o1');
    call.respond(200, { sdp: sdpAt(40_000) });

    await call.serverSends('ACK');
    await call.serverSends('BYE');
  });

  it('goes to an address, and proves who it is from', async () => {
    const phone = await rig.phone('stranger');

    await rig.rest.post(`/channels/o1?endpoint=PJSIP/trunk/sip:123@127.0.0.1:${phone.port}&app=hello`);
    const call = await PhoneCall.receive(phone);
    call.respond(407, { headers: { 'Proxy-Authenticate': 'Digest realm="carrier", nonce="abc", algorithm=MD5' } });

    const second = await phone.until(
      () => phone.received.find((message): message is SipRequest => message.headers.has('Proxy-Authorization')),
      () => 'no credentials',
    );
    expect(second.headers.raw('Proxy-Authorization')).toContain('username="us"');
    expect(second.headers.raw('From')).toMatch(/^<sip:4930@example\.org>;tag=/);
  });

  it('carries header fields of the dialplan, and its answer can be read', async () => {
    const bob = await rig.registered('bob');
    await originate('', { variables: { 'PJSIP_HEADER(add,X-Test)': 'from ari' } });
    const call = await PhoneCall.receive(bob);
    expect(call.request.headers.raw('X-Test')).toBe('from ari');

    call.respond(200, { sdp: sdpAt(40_000), headers: { 'X-Answer': 'yes' } });
    await call.serverSends('ACK');
    await until(app, 'StasisStart o1');

    const read = await rig.rest.get('/channels/o1/variable?variable=PJSIP_RESPONSE_HEADER(read,X-Answer)');
    expect(read.body).toEqual({ value: 'yes' });
    const contacts = await rig.rest.get('/channels/o1/variable?variable=PJSIP_DIAL_CONTACTS(bob)');
    expect(contacts.body).toEqual({ value: `PJSIP/bob/sip:bob@127.0.0.1:${bob.port}` });
  });

  it('joins two phones by Dial', async () => {
    const [alice, bob] = [await rig.phone('alice'), await rig.registered('bob')];
    const [near, far] = [await rig.audio(), await rig.audio()];

    const caller = await PhoneCall.place(alice, 'dialbob', { sdp: sdpAt(near.port) });
    const callee = await PhoneCall.receive(bob);
    expect(callee.request.headers.raw('From')).toMatch(/^"Alice A" <sip:1001@127\.0\.0\.1>/);
    callee.respond(180);
    await caller.status(180);
    callee.respond(200, { sdp: sdpAt(far.port) });
    await callee.serverSends('ACK');
    await caller.answered();
    await near.speak(caller.serverAudio, 20, () => Buffer.alloc(160, 0x33));
    await far.until(1, ({ payload }) => payload.includes(0x33));
    await caller.bye();

    expect((await callee.serverSends('BYE')).headers.raw('Reason')).toBe('Q.850;cause=16');
  });
});
