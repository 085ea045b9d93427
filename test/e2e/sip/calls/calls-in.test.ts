import { until } from '../../../support/calls/call-events';
import { PhoneCall, sdpAt } from '../../../support/calls/phone-call';
import { SipRig } from '../../../support/sip/sip-rig';
import type { AppSocket } from '../../../support/sockets/socket-peer';

describe('a phone that calls', () => {
  let rig: SipRig;
  let app: AppSocket;
  beforeAll(async () => {
    rig = await SipRig.start({ extensions: 'exten => sos.fire,1,Stasis(hello)\n' });
  });
  beforeEach(async () => {
    app = await rig.open('hello');
  });
  afterEach(() => rig.clear());
  afterAll(() => rig.close());

  it('hears what it says, from an extension that echoes', async () => {
    const [alice, audio] = [await rig.phone('alice'), await rig.audio()];
    const call = await PhoneCall.place(alice, 'echo', { sdp: sdpAt(audio.port) });

    const { headers, body } = await call.answered();
    await audio.speak(call.serverAudio, 20, () => Buffer.alloc(160, 0x2a));

    await audio.until(1, ({ payload }) => payload.includes(0x2a));
    expect(headers.raw('Contact')).toBe(`<sip:127.0.0.1:${rig.port}>`);
    expect(body.toString()).toContain('a=rtpmap:101 telephone-event/8000');
    expect(call.statuses).toEqual([100, 200]);
    expect((await call.bye()).status).toBe(200);
  });

  it('reaches the extension of an emergency service by its URN, and no other URN', async () => {
    const alice = await rig.phone('alice');
    const { id } = await rig.inApplication(alice, app, { uri: 'urn:service:SOS.fire' });
    const refused = await PhoneCall.place(alice, '', { uri: 'urn:service:counseling', sdp: sdpAt(40_000) });

    expect((await rig.rest.get(`/channels/${id}`)).body).toMatchObject({ dialplan: { exten: 'sos.fire' } });
    expect(refused.statuses).toEqual([416]);
  });

  it('reaches an application, which sees who calls, rings, answers and is told of the end', async () => {
    const watch = await rig.open('watch&subscribeAll=yes');
    const alice = await rig.phone('alice');

    const { call, id } = await rig.inApplication(alice, app, { displayName: 'Somebody Else' });

    const { body } = await rig.rest.get(`/channels/${id}`);
    expect(body).toMatchObject({
      name: expect.stringMatching(/^PJSIP\/alice-[0-9a-f]{8}$/) as string,
      state: 'Ring',
      protocol_id: call.callId,
      caller: { name: 'Alice A', number: '1001' },
      dialplan: { context: 'default', exten: 'app', priority: 1, app_name: 'Stasis', app_data: 'hello' },
    });
    expect((await rig.rest.get('/endpoints/PJSIP/alice')).body).toMatchObject({ state: 'offline', channel_ids: [id] });
    expect((await rig.rest.get(`/channels/${id}/rtp_statistics`)).status).toBe(404);
    await rig.rest.post(`/channels/${id}/ring`);
    await call.status(180);
    await rig.rest.post(`/channels/${id}/answer`);
    await call.answered();
    expect((await rig.rest.get(`/channels/${id}/rtp_statistics`)).status).toBe(200);
    await call.bye();

    const lines = await until(app, `StasisEnd ${id}`);
    expect(lines.filter((line) => !line.includes('RTPAUDIOQOS'))).toEqual([
      `ChannelStateChange ${id} Up`,
      `ChannelHangupRequest ${id}`,
      `StasisEnd ${id}`,
    ]);
    expect(lines.slice(1, 6).map((line) => line.replace(/=.*/, ''))).toEqual(
      ['', 'JITTER', 'LOSS', 'RTT', 'MES'].map((name) => `ChannelVarset ${id} RTPAUDIOQOS${name}`),
    );
    expect(lines[2]).toMatch(/=minrxjitter=000\.0{6};maxrxjitter=000\.0{6};/);
    const watched = (await until(watch, `ChannelDestroyed ${id} 0`)).filter((line) => line.includes(id));
    expect(watched.filter((line) => !line.includes('RTPAUDIOQOS'))).toEqual([
      `ChannelCreated ${id}`,
      `ChannelVarset ${id} SIPDOMAIN=127.0.0.1`,
      `ChannelDialplan ${id} Stasis(hello)`,
      `ChannelVarset ${id} STASISSTATUS=`,
      `ChannelStateChange ${id} Up`,
      `ChannelHangupRequest ${id}`,
      `ChannelVarset ${id} STASISSTATUS=SUCCESS`,
      `ChannelHangupRequest ${id} 16 soft`,
      `ChannelDestroyed ${id} 0`,
    ]);
  });
});
