import { until } from '../../../support/calls/call-events';
import { PhoneCall, sdpAt } from '../../../support/calls/phone-call';
import { SipRig } from '../../../support/sip/sip-rig';
import type { AppSocket } from '../../../support/sockets/socket-peer';

const pjsip = `
[info](phone)
auth = info
aors = info
dtmf_mode = info
[info](address)
[info](secret)
username = info
password = info

[strict](phone)
auth = strict
aors = strict
rtp_timeout = 1
[strict](address)
[strict](secret)
username = strict
password = strict
`;

let rig: SipRig;
let app: AppSocket;
beforeAll(async () => {
  rig = await SipRig.start({ pjsip });
});
beforeEach(async () => {
  app = await rig.open('hello');
});
afterEach(() => rig.clear());
afterAll(() => rig.close());

async function read(id: string, expression: string): Promise<unknown> {
  const { body } = await rig.rest.get(`/channels/${id}/variable?variable=${encodeURIComponent(expression)}`);
  return (body as { readonly value?: string }).value;
}

describe('the audio of a call', () => {
  it('is offered by the server where the phone does not offer', async () => {
    const audio = await rig.audio();
    const call = await PhoneCall.place(await rig.phone('alice'), 'echo');

    const { body } = await call.answered(sdpAt(audio.port, { formats: '8', lines: ['a=rtpmap:8 PCMA/8000'] }));

    expect(body.toString()).toMatch(/m=audio \d+ RTP\/AVP 0 8 101/);
    await audio.speak(call.serverAudio, 20, () => Buffer.alloc(160, 0x2a), 8);
    await audio.until(1, ({ payloadType, payload }) => payloadType === 8 && payload.includes(0x2a));
    await call.bye();
  });

  it('is counted', async () => {
    const audio = await rig.audio();
    const { call, id } = await rig.answered(await rig.phone('alice'), app, { sdp: sdpAt(audio.port) });

    await audio.speak(call.serverAudio, 10, () => Buffer.alloc(160, 0x2a));
    await rig.rest.post(`/channels/${id}/play?media=tone:440`);
    await audio.until(5, ({ payloadType }) => payloadType === 0);

    const { body } = await rig.rest.get(`/channels/${id}/rtp_statistics`);
    expect(body).toMatchObject({ rxcount: 10, rxoctetcount: 1600, remote_ssrc: 0xcafe, channel_uniqueid: id });
    expect((body as { readonly txcount: number }).txcount).toBeGreaterThanOrEqual(5);
    expect(await read(id, 'CHANNEL(rtp,dest)')).toBe(`127.0.0.1:${audio.port}`);
    await call.bye();
  });

  it('has the tone of ringing where the call is answered already', async () => {
    const audio = await rig.audio();
    const { call, id } = await rig.answered(await rig.phone('alice'), app, { sdp: sdpAt(audio.port) });

    await rig.rest.post(`/channels/${id}/ring`);

    await audio.until(5, ({ payloadType }) => payloadType === 0);
    expect(call.statuses).not.toContain(180);
    await call.bye();
  });

  it('goes where the phone has moved to by another offer, in another format', async () => {
    const [first, second] = [await rig.audio(), await rig.audio()];
    const { call, id } = await rig.answered(await rig.phone('alice'), app, { sdp: sdpAt(first.port) });
    await rig.rest.post(`/channels/${id}/play?media=tone:440`);
    await first.until(1, ({ payloadType }) => payloadType === 0);

    await call.offer(sdpAt(second.port, { formats: '8', lines: ['a=rtpmap:8 PCMA/8000'] }));

    await second.until(3, ({ payloadType }) => payloadType === 8);
    await call.bye();
  });

  it('ends the call when none comes for longer than the endpoint allows', async () => {
    const { call, id } = await rig.answered(await rig.phone('strict'), app);

    await call.serverSends('BYE');

    expect(await until(app, `StasisEnd ${id}`)).toContain(`ChannelHangupRequest ${id} 44`);
  });

  it('carries no telephone events where digits go by INFO', async () => {
    const { call, id } = await rig.answered(await rig.phone('info'), app);

    await rig.rest.post(`/channels/${id}/dtmf?dtmf=9&duration=150`);

    const info = await call.serverSends('INFO');
    expect(info.body.toString()).toBe('Signal=9\r\nDuration=150\r\n');
    await call.bye();
  });
});

describe('functions of the dialplan about SIP', () => {
  it('know endpoints, addresses and contacts', async () => {
    const bob = await rig.registered('bob');
    const { call, id } = await rig.inApplication(await rig.phone('alice'), app);

    expect(await read(id, 'PJSIP_ENDPOINT(bob,send_pai)')).toBe('true');
    expect(await read(id, 'PJSIP_AOR(bob,max_contacts)')).toBe('1');
    const contact = await read(id, 'PJSIP_AOR(bob,contact)');
    expect(await read(id, `PJSIP_CONTACT(${String(contact)},uri)`)).toBe(`sip:bob@127.0.0.1:${bob.port}`);
    expect(await read(id, 'PJSIP_PARSE_URI("Bob" <sip:2002@example.org:5070;transport=tcp>,port)')).toBe('5070');
    expect(await read(id, 'PJSIP_PARSE_URI("Bob" <sip:2002@example.org>,display)')).toBe('Bob');
    expect(await read(id, 'PJSIP_DIAL_CONTACTS(bob,,77)')).toBe(`PJSIP/bob/sip:77@127.0.0.1:${bob.port}`);
    call.cancel();
    await call.refused();
  });

  it('choose what is offered', async () => {
    const bob = await rig.registered('bob');
    await rig.rest.post('/channels/create?endpoint=PJSIP/bob&app=hello&channelId=c1');
    await rig.rest.post('/channels/c1/variable?variable=PJSIP_MEDIA_OFFER(audio)&value=alaw');

    await rig.rest.post('/channels/c1/dial');

    const call = await PhoneCall.receive(bob);
    expect(call.request.body.toString()).toMatch(/m=audio \d+ RTP\/AVP 8 101/);
    call.respond(486);
    await until(app, 'ChannelDestroyed c1 17');
  });
});
