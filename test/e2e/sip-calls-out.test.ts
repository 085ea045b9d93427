import { until } from '../support/call-events';
import { PhoneCall, sdpAt } from '../support/phone-call';
import { SipRig } from '../support/sip-rig';
import type { AppSocket } from '../support/socket-peer';

jest.setTimeout(60_000);

describe('a call to a phone', () => {
  let rig: SipRig;
  let app: AppSocket;
  beforeAll(async () => {
    rig = await SipRig.start();
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

  it('is cancelled when nobody answers in time', async () => {
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
});
