import { writeRtcp } from '../../../../src/media/rtp/rtcp/rtcp-writer';
import { until } from '../../../support/calls/call-events';
import { eventually } from '../../../support/eventually';
import { PhoneCall, sdpAt } from '../../../support/calls/phone-call';
import { SipRig } from '../../../support/sip/sip-rig';
import type { AppSocket } from '../../../support/sockets/socket-peer';

const pjsip = `
[mux](phone)
auth = mux
aors = mux
rtcp_mux = yes
[mux](address)
[mux](secret)
username = mux
password = mux
`;

let rig: SipRig;
let app: AppSocket;
beforeAll(async () => {
  const sorcery =
    '[res_pjsip]\nendpoint = config,pjsip.conf,criteria=type=endpoint\nendpoint = memory\naor = config,pjsip.conf,criteria=type=aor\naor = memory\nauth = config,pjsip.conf,criteria=type=auth\nauth = memory\n';
  rig = await SipRig.start({ pjsip, files: { 'sorcery.conf': sorcery } });
});
beforeEach(async () => {
  app = await rig.open('hello');
});
afterEach(() => rig.clear());
afterAll(() => rig.close());

const qualities = ['', 'JITTER', 'LOSS', 'RTT', 'MES'];

async function technology(): Promise<unknown> {
  const { body } = await rig.rest.get('/bridges/b1');
  return (body as { readonly technology: unknown }).technology;
}

/** Alice and bob in calls with the application, and in a bridge of a type. */
async function bridged(type = 'mixing'): Promise<readonly { call: PhoneCall; id: string }[]> {
  const alice = await rig.answered(await rig.phone('alice'), app);
  const bob = await rig.answered(await rig.phone('bob'), app);
  await rig.rest.post(`/bridges/b1?type=${type}`);
  await rig.rest.post(`/bridges/b1/addChannel?channel=${alice.id},${bob.id}`);
  return [alice, bob];
}

/** What the audio of a call was like, in the order in which it is told. */
async function told(socket: AppSocket, last: string): Promise<readonly string[]> {
  return (await until(socket, last))
    .filter((line) => /RTPAUDIOQOS|HangupRequest/.test(line))
    .map((line) => line.replace(/=.*/, ''));
}

describe('two phones in a bridge', () => {
  it('get the packets of each other as they are, unless something listens in or changes them', async () => {
    const [alice] = await bridged();
    expect(await technology()).toBe('native_rtp');

    await rig.rest.post(`/channels/${alice?.id}/snoop?app=hello&snoopId=s1&spy=both`);
    expect(await technology()).toBe('simple_bridge');

    await rig.rest.delete('/channels/s1');
    await eventually(
      async () => (await technology()) === 'native_rtp',
      () => 'packets do not pass again',
    );

    await rig.rest.post(`/channels/${alice?.id}/mute?direction=in`);
    expect(await technology()).toBe('simple_bridge');
  });

  it('are mixed where the bridge is made for that', async () => {
    await bridged('mixing,dtmf_events');

    expect(await technology()).toBe('simple_bridge');
  });

  it('are mixed with a third one, and pass packets again when it has left', async () => {
    await bridged();
    await rig.rest.post('/channels?endpoint=Local/answered@default&app=hello&channelId=c1');
    await until(app, 'StasisStart c1');

    await rig.rest.post('/bridges/b1/addChannel?channel=c1');
    expect(await technology()).toBe('softmix');

    await rig.rest.post('/bridges/b1/removeChannel?channel=c1');
    expect(await technology()).toBe('native_rtp');
  });

  it.each([
    ['a sound is played to the bridge', '/bridges/b1/play?media=tone:440&playbackId=p1', '/playbacks/p1'],
    ['the bridge is recorded', '/bridges/b1/record?name=mixed&format=wav', '/recordings/live/mixed'],
    ['the bridge hears music on hold', '/bridges/b1/moh', '/bridges/b1/moh'],
  ])('are mixed like three while %s', async (_title, start, stop) => {
    await bridged();

    await rig.rest.post(start);
    await eventually(
      async () => (await technology()) === 'softmix',
      () => 'they are not mixed',
    );

    await rig.rest.delete(stop);
    await eventually(
      async () => (await technology()) === 'native_rtp',
      () => 'packets do not pass again',
    );
  });

  it('are mixed where their formats differ, until they agree on one', async () => {
    const [, bob] = await bridged();

    await bob?.call.offer(sdpAt(40_002, { formats: '8', lines: ['a=rtpmap:8 PCMA/8000'] }));
    expect(await technology()).toBe('simple_bridge');

    await bob?.call.offer(sdpAt(40_002));
    expect(await technology()).toBe('native_rtp');
  });

  it('know what the audio was like before the end of one of them is reported', async () => {
    const [alice, bob] = await bridged();

    await bob?.call.bye();

    expect(await told(app, `ChannelHangupRequest ${bob?.id}`)).toEqual([
      ...qualities.flatMap((name) => [
        `ChannelVarset ${bob?.id} RTPAUDIOQOS${name}`,
        `ChannelVarset ${alice?.id} RTPAUDIOQOS${name}BRIDGED`,
      ]),
      `ChannelHangupRequest ${bob?.id}`,
    ]);
  });

  it('know it also when the server ends the call', async () => {
    const [alice, bob] = await bridged();

    await rig.rest.delete(`/channels/${alice?.id}`);

    expect(await told(app, `ChannelHangupRequest ${alice?.id} 32 soft`)).toEqual([
      ...qualities.flatMap((name) => [
        `ChannelVarset ${alice?.id} RTPAUDIOQOS${name}`,
        `ChannelVarset ${bob?.id} RTPAUDIOQOS${name}BRIDGED`,
      ]),
      `ChannelHangupRequest ${alice?.id} 32 soft`,
    ]);
  });
});

describe('a called phone that is bridged', () => {
  it('is told by a re-INVITE whom it is connected with, unless it takes UPDATE', async () => {
    const phone = await rig.registered('bob');
    await rig.rest.post('/channels?endpoint=PJSIP/bob&app=hello&channelId=b1');
    const bob = await PhoneCall.receive(phone);
    bob.respond(200, { sdp: sdpAt(40_002) });
    await until(app, 'StasisStart b1');
    const alice = await rig.answered(await rig.phone('alice'), app);
    await rig.rest.post('/bridges/b2?type=mixing');

    await rig.rest.post(`/bridges/b2/addChannel?channel=${alice.id},b1`);

    const invite = await bob.serverSends('INVITE', 200, sdpAt(40_002));
    expect(invite.headers.raw('P-Asserted-Identity')).toBe('"Alice A" <sip:1001@127.0.0.1>');
  });
});

describe('a trusted phone', () => {
  it('says in UPDATE who is there, to its channel and to the one that it is bridged with', async () => {
    const [alice, bob] = await bridged();
    await until(app, `ChannelConnectedLine ${alice?.id} bob`);

    await bob?.call.ask('UPDATE', { 'P-Asserted-Identity': '"Robert" <sip:777@127.0.0.1>' });
    const lines = await until(app, `ChannelConnectedLine ${alice?.id} 777`);
    expect(lines).toContain(`ChannelCallerId ${bob?.id} 777`);

    await bob?.call.ask('UPDATE', { 'P-Asserted-Identity': '<sip:778@127.0.0.1>' });
    await until(app, `ChannelConnectedLine ${alice?.id} 778`);
  });

  it('is ignored from an endpoint that is not trusted', async () => {
    const [alice, bob] = await bridged();
    await until(app, `ChannelConnectedLine ${alice?.id} bob`);

    await alice?.call.ask('UPDATE', { 'P-Asserted-Identity': '<sip:777@127.0.0.1>' });
    await rig.rest.post(`/channels/${bob?.id}/variable?variable=DONE&value=1`);

    expect((await until(app, `ChannelVarset ${bob?.id} DONE=1`)).join()).not.toContain('777');
  });
});

describe('an endpoint that is deleted during a call', () => {
  it('leaves the call up, with its hold, its identity and its statistics', async () => {
    const path = '/asterisk/config/dynamic/res_pjsip';
    const fields = (values: Readonly<Record<string, string>>): { readonly fields: unknown } => ({
      fields: Object.entries(values).map(([attribute, value]) => ({ attribute, value })),
    });
    await rig.rest.put(`${path}/aor/gina`, fields({ max_contacts: '1' }));
    await rig.rest.put(`${path}/auth/gina`, fields({ auth_type: 'digest', username: 'gina', password: 'gina' }));
    const options = { aors: 'gina', auth: 'gina', disallow: 'all', allow: 'ulaw', callerid: 'Gina <1007>' };
    const made = await rig.rest.put(`${path}/endpoint/gina`, fields(options));
    expect(made.status).toBe(200);
    const { call, id } = await rig.answered(await rig.phone('gina'), app);

    expect((await rig.rest.delete(`${path}/endpoint/gina`)).status).toBe(204);

    await call.offer(sdpAt(40_000, { direction: 'sendonly' }));
    await until(app, `ChannelHold ${id}`);
    const { body } = await rig.rest.get(`/channels/${id}`);
    expect(body).toMatchObject({ state: 'Up', caller: { name: 'Gina', number: '1007' } });
    await call.bye();
    expect((await told(app, `ChannelHangupRequest ${id}`)).length).toBe(6);
  });
});

describe('the statistics of a call', () => {
  it('are those of the packets that came and of the reports of the far end', async () => {
    const audio = await rig.audio();
    const offer = sdpAt(audio.port).replace('a=sendrecv', 'a=rtcp-mux\r\na=sendrecv');
    const { call, id } = await rig.answered(await rig.phone('mux'), app, { sdp: offer });
    const sound = (): Buffer => Buffer.alloc(160, 0x2a);
    await audio.speak(call.serverAudio, 5, sound);
    audio.lose(3);
    await audio.speak(call.serverAudio, 5, sound);
    await rig.rest.post(`/channels/${id}/play?media=tone:440`);
    const [packet] = await audio.until(5, ({ payloadType }) => payloadType === 0);

    // Lost 7 of the last 70, with 16 ms of jitter.
    const block = {
      ssrc: packet?.ssrc ?? 0,
      fractionLost: 25,
      lost: 7,
      highestSequence: 70,
      jitter: 128,
      lastReport: 0,
      delay: 0,
    };
    const sender = { seconds: 1, fraction: 0, timestamp: 0, packets: 10, octets: 1600 };
    audio.sendBytes(call.serverAudio, writeRtcp({ ssrc: 0xcafe, sender, blocks: [block], cname: 'mux', left: [] }));

    const statistics = async (): Promise<Record<string, number>> =>
      (await rig.rest.get(`/channels/${id}/rtp_statistics`)).body as Record<string, number>;
    while ((await statistics())['txploss'] !== 7) await audio.until(1, () => true);
    expect(await statistics()).toMatchObject({
      rxcount: 10,
      rxploss: 3,
      rxoctetcount: 1600,
      remote_ssrc: 0xcafe,
      local_ssrc: packet?.ssrc,
      txploss: 7,
      txjitter: 0.016,
      remote_maxjitter: 0.016,
      remote_maxrxploss: 7,
    });
    const read = async (item: string): Promise<unknown> =>
      ((await rig.rest.get(`/channels/${id}/variable?variable=CHANNEL(${item})`)).body as { value?: unknown }).value;
    expect(await read('rtcp,txploss')).toBe('7');
    expect(await read('rtcp,remote_maxjitter,audio')).toBe('0.016000');
    expect(await read('rtcp,all')).toMatch(/;lp=3;.*;rlp=7;/);
    expect([await read('endpoint'), await read('aor')]).toEqual(['mux', 'mux']);
    await call.bye();
    const [summary] = (await until(app, `ChannelHangupRequest ${id}`)).filter((line) => line.includes(' RTPAUDIOQOS='));
    expect(summary).toMatch(/;lp=3;.*;rxcount=10;txjitter=0\.016000;.*;rlp=7;/);
  });
});
