import { until } from '../../../support/calls/call-events';
import { PhoneCall, sdpAt } from '../../../support/calls/phone-call';
import { SipRig } from '../../../support/sip/sip-rig';
import type { AppSocket } from '../../../support/sockets/socket-peer';

const extensions = `
exten => refused,1,PJSIPHangup(busy_here)
`;

let rig: SipRig;
let app: AppSocket;
beforeAll(async () => {
  rig = await SipRig.start({ extensions });
});
beforeEach(async () => {
  app = await rig.open('hello');
});
afterEach(() => rig.clear());
afterAll(() => rig.close());

async function variable(id: string, name: string): Promise<unknown> {
  const { body } = await rig.rest.get(`/channels/${id}/variable?variable=${encodeURIComponent(name)}`);
  return (body as { readonly value?: string }).value;
}

describe('a call that is not taken', () => {
  it.each([
    ['nosuch', sdpAt(40_000), 404],
    ['app', sdpAt(40_000, { formats: '18', lines: ['a=rtpmap:18 G729/8000'] }), 488],
    ['app', 'v=0\r\nnonsense', 488],
    ['refused', sdpAt(40_000), 486],
    ['busy', sdpAt(40_000), 486],
    ['congestion', sdpAt(40_000), 503],
  ])('to %s is refused', async (extension, sdp, status) => {
    const call = await PhoneCall.place(await rig.phone('alice'), extension, { sdp });

    expect((await call.refused()).status).toBe(status);
  });

  it('names extensions of SIP that are demanded and not known', async () => {
    const headers = { Require: 'x-teleport' };
    const call = await PhoneCall.place(await rig.phone('alice'), 'app', { sdp: sdpAt(40_000), headers });

    const refusal = await call.refused();
    expect([refusal.status, refusal.headers.raw('Unsupported')]).toEqual([420, 'x-teleport']);
  });
});

describe('an application that refuses a caller', () => {
  it.each([
    ['', 603, 16],
    ['?reason=busy', 486, 17],
    ['?reason=congestion', 503, 34],
    ['?reason=no_answer', 480, 19],
    ['?reason=timeout', 408, 18],
    ['?reason=rejected', 403, 21],
    ['?reason=unallocated', 404, 1],
    ['?reason=normal_unspecified', 480, 31],
    ['?reason=number_incomplete', 484, 28],
    ['?reason=codec_mismatch', 488, 58],
    ['?reason=interworking', 500, 127],
    ['?reason=failure', 500, 38],
    ['?reason=answered_elsewhere', 603, 26],
    ['?reason_code=300', 603, 44],
  ])('by DELETE%s', async (query, status, cause) => {
    const { call, id } = await rig.inApplication(await rig.phone('alice'), app);

    await rig.rest.delete(`/channels/${id}${query}`);

    const refusal = await call.refused();
    expect([refusal.status, refusal.headers.rawAll('Reason')[0]]).toEqual([status, `Q.850;cause=${cause}`]);
    if (cause === 26) expect(refusal.headers.rawAll('Reason')[1]).toBe('SIP;cause=200;text="Call completed elsewhere"');
  });

  it('sends it elsewhere', async () => {
    const bob = await rig.registered('bob');
    const { call, id } = await rig.inApplication(await rig.phone('alice'), app);

    expect((await rig.rest.post(`/channels/${id}/redirect?endpoint=PJSIP/bob`)).status).toBe(204);

    const refusal = await call.refused();
    expect([refusal.status, refusal.headers.raw('Contact')]).toEqual([302, `<sip:bob@127.0.0.1:${bob.port}>`]);
    expect(await until(app, `StasisEnd ${id}`)).toContain(`ChannelHangupRequest ${id} 23`);
  });
});

describe('a caller that gives up', () => {
  it('is told so, and the application as well', async () => {
    const watch = await rig.open('watch&subscribeAll=yes');
    const { call, id } = await rig.inApplication(await rig.phone('alice'), app);

    call.cancel();

    expect((await call.refused()).status).toBe(487);
    expect(await until(app, `StasisEnd ${id}`)).toEqual([`ChannelHangupRequest ${id} 127`, `StasisEnd ${id}`]);
    await until(watch, `ChannelDestroyed ${id} 127`);
  });
});

describe('the end of an answered call', () => {
  it.each([
    [{}, '', '0'],
    [{ Reason: 'Q.850;cause=31' }, ' 31', '31'],
    [{ Reason: 'Q.850;cause=9999' }, ' 15', '15'],
    [{ Reason: 'SIP;cause=486' }, ' 17', '17'],
    [{ Reason: 'SIP;cause=200' }, ' 16', '16'],
    [{ Reason: 'garbage;;' }, '', '0'],
  ])('by a BYE with %j', async (headers, requested, destroyed) => {
    const watch = await rig.open('watch&subscribeAll=yes');
    const { call, id } = await rig.answered(await rig.phone('alice'), app);

    await call.bye(headers);

    expect(await until(app, `StasisEnd ${id}`)).toContain(`ChannelHangupRequest ${id}${requested}`);
    await until(watch, `ChannelDestroyed ${id} ${destroyed}`);
  });

  it('is a BYE with the reason when the application hangs up', async () => {
    const { call, id } = await rig.answered(await rig.phone('alice'), app);

    await rig.rest.delete(`/channels/${id}?reason=busy`);

    expect((await call.serverSends('BYE')).headers.rawAll('Reason')).toEqual(['Q.850;cause=17']);
  });
});

describe('hold', () => {
  it('comes in all forms, and is answered in kind', async () => {
    const { call, id } = await rig.answered(await rig.phone('alice'), app);
    const directionOf = async (sdp: string, method?: 'INVITE' | 'UPDATE'): Promise<string> => {
      const { body } = await call.offer(sdp, method);
      return /^a=(sendrecv|sendonly|recvonly|inactive)/m.exec(body.toString())?.[1] ?? '';
    };

    expect(await directionOf(sdpAt(40_000, { direction: 'sendonly' }))).toBe('recvonly');
    expect(await directionOf(sdpAt(40_000, { direction: 'sendonly' }))).toBe('recvonly');
    expect(await directionOf(sdpAt(40_000))).toBe('sendrecv');
    expect(await directionOf(sdpAt(40_000, { direction: 'inactive' }))).toBe('inactive');
    expect(await directionOf(sdpAt(40_000), 'UPDATE')).toBe('sendrecv');
    expect(await directionOf(sdpAt(40_000, { address: '0.0.0.0' }), 'UPDATE')).toBe('recvonly');
    expect(await directionOf(sdpAt(40_000))).toBe('sendrecv');
    expect(await directionOf(sdpAt(40_000, { direction: 'recvonly' }))).toBe('sendonly');
    await call.bye();

    const lines = await until(app, `StasisEnd ${id}`);
    expect(lines.filter((line) => /Hold|Unhold/i.test(line))).toEqual(
      ['ChannelHold', 'ChannelUnhold', 'ChannelHold', 'ChannelUnhold', 'ChannelHold', 'ChannelUnhold'].map(
        (type) => `${type} ${id}`,
      ),
    );
  });

  it('names the class of music that the endpoint suggests', async () => {
    const { call } = await rig.answered(await rig.phone('dave'), app);

    await call.offer(sdpAt(40_000, { direction: 'sendonly' }));

    expect(await app.next()).toMatchObject({ type: 'ChannelHold', musicclass: 'second' });
  });

  it('refuses an offer without a common format, and leaves the call as it was', async () => {
    const { call } = await rig.answered(await rig.phone('alice'), app);

    const refused = await call.offer(sdpAt(40_000, { formats: '18', lines: ['a=rtpmap:18 G729/8000'] }));

    expect(refused.status).toBe(488);
    expect((await call.offer(sdpAt(40_000))).status).toBe(200);
  });
});

describe('digits of a phone', () => {
  it('come in packets and in INFO', async () => {
    const audio = await rig.audio();
    const { call } = await rig.answered(await rig.phone('alice'), app, { sdp: sdpAt(audio.port) });
    const digit = async (): Promise<readonly unknown[]> => {
      const { type, digit: pressed, duration_ms: milliseconds } = await app.next();
      return [type, pressed, milliseconds];
    };

    audio.press(call.serverAudio, 5, 6);
    expect(await digit()).toEqual(['ChannelDtmfReceived', '5', 120]);
    const relay = await call.ask('INFO', { 'Content-Type': 'application/dtmf-relay' }, 'Signal=#\r\nDuration=240\r\n');
    expect(relay.status).toBe(200);
    expect(await digit()).toEqual(['ChannelDtmfReceived', '#', 240]);
    await call.ask('INFO', { 'Content-Type': 'application/dtmf' }, '7');
    expect(await digit()).toEqual(['ChannelDtmfReceived', '7', 100]);
    expect((await call.ask('INFO', { 'Content-Type': 'text/plain' }, '7')).status).toBe(415);
  });

  it('go to it as telephone events', async () => {
    const audio = await rig.audio();
    const { id } = await rig.answered(await rig.phone('alice'), app, { sdp: sdpAt(audio.port) });

    await rig.rest.post(`/channels/${id}/dtmf?dtmf=9`);

    const [event] = await audio.until(1, ({ payloadType }) => payloadType === 101);
    expect(event?.payload[0]).toBe(9);
  });
});

describe('what is known of a caller', () => {
  it('is who it claims to be where it is trusted, and who diverted the call', async () => {
    const headers = {
      'P-Asserted-Identity': '"Real Bob" <sip:2002@127.0.0.1>',
      Privacy: 'id',
      Diversion: '<sip:3003@127.0.0.1>;reason=user-busy',
      'X-Test': 'hello',
    };
    const { call, id } = await rig.inApplication(await rig.phone('bob'), app, { headers });

    const { body } = await rig.rest.get(`/channels/${id}`);
    expect(body).toMatchObject({ caller: { name: 'Real Bob', number: '2002' }, caller_rdnis: '3003' });
    expect(await variable(id, 'CALLERID(pres)')).toBe('prohib_not_screened');
    expect(await variable(id, 'PJSIP_HEADER(read,X-Test)')).toBe('hello');
    expect(await variable(id, 'PJSIP_HEADERS(X-)')).toBe('X-Test');
    // The phone writes a port, which the address of a party does not have.
    expect(await variable(id, 'PJSIP_HEADER(read,From)')).toMatch(/^<sip:bob@127\.0\.0\.1>;tag=\w+$/);
    expect(await variable(id, 'CHANNEL(pjsip,call-id)')).toBe(call.callId);
    expect(await variable(id, 'CHANNEL(pjsip,remote_addr)')).toBe(`127.0.0.1:${call.phone.port}`);
    call.cancel();
    await call.refused();
  });

  it('is where its signalling and its audio go', async () => {
    const { call, id } = await rig.answered(await rig.phone('alice'), app);
    const { phone, callId } = call;

    const items = 'secure target_uri local_uri remote_uri local_tag remote_tag request_uri t38state local_addr nosuch';
    const read = await Promise.all(items.split(' ').map((item) => variable(id, `CHANNEL(pjsip,${item})`)));
    const [secure, target, local, remote, localTag, remoteTag, request, t38, localAddress, unknown] = read;

    expect({ secure, t38, unknown }).toEqual({ secure: '0', t38: 'DISABLED', unknown: undefined });
    expect([target, request]).toEqual([`sip:alice@127.0.0.1:${phone.port}`, expect.stringMatching(/^sip:app@127/)]);
    expect(String(local)).toMatch(/^<?sip:app@127\.0\.0\.1/);
    expect(String(remote)).toMatch(/sip:alice@127\.0\.0\.1/);
    expect(String(localTag)).not.toBe('');
    expect(String(remoteTag)).not.toBe('');
    expect(String(localAddress)).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(await variable(id, 'CHANNEL(callid)')).toBe(callId);
    expect(await variable(id, 'CHANNEL(contact)')).toBe('');
    expect(await variable(id, 'CHANNEL(rtp,direct)')).toBe('0.0.0.0:0');
    await call.bye();
  });

  it('is ignored from an endpoint that is not trusted', async () => {
    const headers = { 'P-Asserted-Identity': '"The Boss" <sip:1@127.0.0.1>' };
    const { call, id } = await rig.inApplication(await rig.phone('carol'), app, { headers, displayName: 'Carol' });

    const { body } = await rig.rest.get(`/channels/${id}`);
    expect(body).toMatchObject({ caller: { name: 'Carol', number: 'carol' } });
    call.cancel();
    await call.refused();
  });
});

describe('a phone that is called', () => {
  it('is known by its contact and its address of record', async () => {
    const phone = await rig.registered('alice');
    await rig.rest.post('/channels?endpoint=PJSIP/alice&app=hello&channelId=c1');
    const call = await PhoneCall.receive(phone);

    const contact = await variable('c1', 'CHANNEL(contact)');

    expect(String(contact)).toMatch(/^alice;@/);
    expect(await variable('c1', `PJSIP_CONTACT(${String(contact)},uri)`)).toBe(`sip:alice@127.0.0.1:${phone.port}`);
    expect(await variable('c1', 'CHANNEL(aor)')).toBe('alice');
    expect(await variable('c1', 'CHANNEL(endpoint)')).toBe('alice');
    call.respond(486);
  });
});

describe('a phone that is trusted with identities', () => {
  it('is told who it is connected with', async () => {
    const bob = await rig.answered(await rig.phone('bob'), app, { headers: { Allow: 'INVITE, UPDATE' } });
    const alice = await rig.answered(await rig.phone('alice'), app);
    await rig.rest.post('/bridges/b1?type=mixing');

    await rig.rest.post(`/bridges/b1/addChannel?channel=${bob.id},${alice.id}`);

    const update = await bob.call.serverSends('UPDATE');
    expect(update.headers.raw('P-Asserted-Identity')).toBe('"Alice A" <sip:1001@127.0.0.1>');
    await bob.call.bye();
    await alice.call.bye();
  });
});

describe('the device of an endpoint', () => {
  const stateOf = async (device: string): Promise<unknown> =>
    ((await rig.rest.get(`/deviceStates/${encodeURIComponent(device)}`)).body as { readonly state: string }).state;

  it('is in use while it calls, and free afterwards', async () => {
    const alice = await rig.registered('alice');
    const { call, id } = await rig.inApplication(alice, app);
    expect(await stateOf('PJSIP/alice')).toBe('NOT_INUSE');
    await rig.rest.post(`/channels/${id}/answer`);
    await call.answered();
    expect(await stateOf('PJSIP/alice')).toBe('INUSE');
    await rig.rest.post(`/channels/${id}/hold`);
    expect(await stateOf('PJSIP/alice')).toBe('ONHOLD');
    await call.bye();
    await until(app, `StasisEnd ${id}`);
    await rig.clear();
    expect(await stateOf('PJSIP/alice')).toBe('NOT_INUSE');
  });

  it('rings, and is busy where one call is enough', async () => {
    const [bob, dave] = [await rig.registered('bob'), await rig.registered('dave')];
    for (const [id, phone] of [
      ['b1', bob],
      ['d1', dave],
    ] as const) {
      await rig.rest.post(`/channels/${id}?endpoint=PJSIP/${phone.name}&app=hello`);
      (await PhoneCall.receive(phone)).respond(180);
      await until(app, `Dial ${id} RINGING`);
    }

    expect(await stateOf('PJSIP/bob')).toBe('RINGING');
    expect(await stateOf('PJSIP/dave')).toBe('BUSY');
  });
});
