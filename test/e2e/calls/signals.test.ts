import { heard, until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import type { AppSocket, Message } from '../../support/sockets/socket-peer';

const dialplan = `
exten => peer,1,Answer(,i)
 same => n,Stasis(peer)
exten => listens,1,Set(TONE_DETECT(600,100,rg(default,found,1))=)
 same => n,Answer(,i)
 same => n,Wait(600)
exten => found,1,UserEvent(Found)
 same => n,Wait(600)
`;
const clients = '[known]\ntype = websocket_client\nuri = ws://127.0.0.1:9/\nprotocols = media\n';

let rig: CallRig;
let app: AppSocket;
let peer: AppSocket;
beforeAll(async () => {
  rig = await CallRig.start(dialplan, { 'websocket_client.conf': clients });
});
beforeEach(async () => {
  app = await rig.open('hello');
  peer = await rig.open('peer');
});
afterEach(() => rig.clear());
afterAll(() => rig.close());

const post = (target: string): Promise<number> => rig.status('post', target);
const set = (channel: string, name: string, value = ''): Promise<number> =>
  post(`/channels/${channel}/variable?variable=${encodeURIComponent(name)}&value=${encodeURIComponent(value)}`);
/** A call whose far end is in the application `peer`. */
const call = async (id: string): Promise<void> => {
  await rig.originate(id, 'peer');
  await until(peer, `StasisStart ${id};2`);
  await until(app, `ChannelVarset ${id};2 STASISSTATUS=`);
};

describe('digits over the interface', () => {
  const digits = (message: Message): string[] =>
    message.type === 'ChannelDtmfReceived' ? [`${String(message['digit'])} ${String(message['duration_ms'])}`] : [];

  it('reach the far end one after another, however they were asked for', async () => {
    await call('c1');
    for (const request of ['dtmf=1x', 'dtmf=A%23&duration=20&between=10', 'dtmf=9&duration=0&between=0'])
      expect(await post(`/channels/c1/dtmf?${request}`)).toBe(204);

    const received: string[] = [];
    while (received.length < 4) received.push(...digits(await peer.next()));
    expect(received).toEqual(['1 100', 'A 20', '# 20', '9 100']);
    expect((await heard(app)).filter((line) => line.startsWith('ChannelDtmfReceived c1 '))).toEqual([]);
  });

  it('are refused when there are none, or times are negative, or the channel is not answered', async () => {
    await call('c1');
    await rig.rest.post('/channels/create?endpoint=Local/peer@default&app=hello&channelId=down');
    await until(app, 'StasisStart down');

    const statuses = async (...targets: readonly string[]): Promise<number[]> => Promise.all(targets.map(post));
    expect(await statuses('/channels/c1/dtmf', '/channels/c1/dtmf?dtmf=')).toEqual([400, 400]);
    for (const time of ['before', 'between', 'duration', 'after'])
      expect(await post(`/channels/c1/dtmf?dtmf=1&${time}=-1`)).toBe(400);
    expect(await statuses('/channels/none/dtmf?dtmf=1', '/channels/down/dtmf?dtmf=1')).toEqual([404, 412]);
  });

  it('stop with the call, and nothing of them is left', async () => {
    await call('c1');
    await post('/channels/c1/dtmf?dtmf=1&before=3600000');
    await post('/channels/c1/dtmf?dtmf=2');
    await rig.rest.delete('/channels/c1');

    await until(app, 'StasisEnd c1');
    await rig.clear();
  });
});

describe('digits of the members of a bridge', () => {
  /** Who hears a digit that the far end of c1 presses, when c1 is added so to a bridge that was made so. */
  const reached = async (made: string, added: string): Promise<string[]> => {
    await call('c1');
    await call('c2');
    expect(await post(`/bridges/b1${made}`)).toBe(200);
    expect(await post(`/bridges/b1/addChannel?channel=c1${added}`)).toBe(204);
    expect(await post('/bridges/b1/addChannel?channel=c2')).toBe(204);
    await heard(app);
    expect(await post('/channels/c1;2/dtmf?dtmf=5')).toBe(204);
    const lines = await until(app, 'ChannelDtmfReceived c1');
    return [...lines, ...(await heard(app))].filter((line) => line.startsWith('ChannelDtmfReceived'));
  };

  it.each([
    ['', '', ['ChannelDtmfReceived c2;2']],
    ['?absorbDTMF=true', '', []],
    ['?absorbDTMF=true', '&absorbDTMF=false', ['ChannelDtmfReceived c2;2']],
    ['?absorbDTMF=false', '&absorbDTMF=true', []],
  ])('of a bridge made with "%s", added with "%s", reach %j besides their own', async (made, added, others) => {
    expect((await reached(made, added)).sort()).toEqual(['ChannelDtmfReceived c1', ...others]);
  });

  it('are absorbed where the bridge got its id from the server, and by nothing but a boolean', async () => {
    await call('c1');
    await call('c2');
    const { body } = await rig.rest.post('/bridges?absorbDTMF=true');
    const { id } = body as { readonly id: string };
    expect(await post(`/bridges/${id}/addChannel?channel=c1,c2`)).toBe(204);
    expect(await post('/channels/c1;2/dtmf?dtmf=5')).toBe(204);
    await until(app, 'ChannelDtmfReceived c1');

    expect(await heard(app)).not.toContain('ChannelDtmfReceived c2;2');
    expect(await post('/bridges/b2?mute=perhaps')).toBe(400);
    expect(await rig.status('get', '/bridges/b2')).toBe(404);
  });
});

describe('progress', () => {
  it('is reported as the state of dialling, also when the far end has answered before', async () => {
    await call('c1');
    await heard(app);

    expect(await post('/channels/c1;2/progress')).toBe(204);
    const [event, ...rest] = await app.sofar();
    expect(rest).toEqual([]);
    expect(event).toMatchObject({
      type: 'Dial',
      dialstatus: 'PROGRESS',
      dialstring: 'peer@default',
      forward: '',
      peer: { id: 'c1', state: 'Up' },
    });
    expect(event).not.toHaveProperty('caller');
    // Its other half has dialled nobody.
    expect(await post('/channels/c1/progress')).toBe(204);
    expect(await heard(app)).toEqual([]);
  });

  it('repeats the dial string for calls that were originated only', async () => {
    await rig.rest.post('/channels/create?endpoint=Local/peer@default&app=hello&channelId=c1');
    await until(app, 'StasisStart c1');
    expect(await post('/channels/c1/dial')).toBe(204);
    await until(app, 'Dial c1 ANSWER');
    await until(peer, 'StasisStart c1;2');

    expect(await post('/channels/c1;2/progress')).toBe(204);
    expect(await app.sofar()).toMatchObject([{ type: 'Dial', dialstatus: 'PROGRESS', dialstring: '' }]);
  });
});

describe('what is looked for in the sound of a channel', () => {
  it('is reported when talking starts and stops', async () => {
    await call('c1');
    expect(await set('c1', 'TALK_DETECT(set)', '100,256')).toBe(204);
    await post('/channels/c1%3B2/play?media=tone:440&playbackId=p1');
    await until(app, 'ChannelTalkingStarted c1');
    await rig.rest.delete('/playbacks/p1');
    await until(app, 'ChannelTalkingFinished c1');

    expect(await set('c1', 'TALK_DETECT(remove)')).toBe(204);
    await post('/channels/c1%3B2/play?media=tone:600&playbackId=p2');
    await set('c1', 'TONE_DETECT(600,100)');
    expect(await until(app, 'ChannelToneDetected c1')).not.toContain('ChannelTalkingStarted c1');
    expect((await rig.rest.get('/channels/c1/variable?variable=TONE_DETECT(rx)')).body).toEqual({ value: '1' });
  });

  it('can send the dialplan elsewhere', async () => {
    await rig.originate('c1', 'listens');
    await until(app, 'StasisStart c1');
    await post('/channels/c1/play?media=tone:600');

    expect(await until(app, 'ChannelUserevent c1;2 Found')).toContain('ChannelToneDetected c1;2');
  });
});

describe('a channel that snoops on another', () => {
  it('enters its application at once, and ends with the other', async () => {
    await call('c1');
    const { status, body } = await rig.rest.post('/channels/c1/snoop/s1?spy=in&app=hello&appArgs=a,b');

    expect([status, body]).toMatchObject([200, { id: 's1', state: 'Up', dialplan: { app_name: '' } }]);
    expect((await until(app, 'StasisStart s1 a,b')).filter((line) => line.includes(' s1 '))).toHaveLength(1);
    await rig.rest.delete('/channels/c1');
    await until(app, 'StasisEnd s1');
    expect(await post('/channels/c1/snoop?spy=in&app=hello')).toBe(404);
  });

  it('hears what the other hears or says, as it was asked for', async () => {
    await call('c1');
    for (const [id, spy] of [
      ['out', 'out'],
      ['in', 'in'],
    ] as const) {
      await rig.rest.post(`/channels/c1/snoop?snoopId=${id}&spy=${spy}&app=hello`);
      await until(app, `StasisStart ${id}`);
      await set(id, 'TALK_DETECT(set)', '100,256');
    }
    await post('/channels/c1%3B2/play?media=tone:440&playbackId=p1');
    const started = await until(app, 'ChannelTalkingStarted in');
    await rig.rest.delete('/playbacks/p1');
    const ended = await until(app, 'ChannelTalkingFinished in');

    expect([...started, ...ended]).not.toContain('ChannelTalkingStarted out');
    await post('/channels/c1/play?media=tone:440');
    expect(await until(app, 'ChannelTalkingStarted out')).not.toContain('ChannelTalkingStarted in');
  });

  it('speaks into the other, can be in a bridge and be snooped on', async () => {
    await call('c1');
    await rig.rest.post('/channels/c1/snoop/s1?whisper=out&spy=in&app=hello');
    await until(app, 'StasisStart s1');
    expect(await post('/channels/s1/snoop/s2?spy=both&app=hello')).toBe(200);
    await rig.rest.post('/bridges/b1');
    expect(await post('/bridges/b1/addChannel?channel=s1')).toBe(204);
    await set('c1%3B2', 'TALK_DETECT(set)');
    await post('/bridges/b1/play?media=tone:440');

    await until(app, 'ChannelTalkingStarted c1;2');
  });

  it('can be recorded', async () => {
    await call('c1');
    await rig.rest.post('/channels/c1/snoop/s1?spy=both&app=hello');
    await until(app, 'StasisStart s1');
    expect(await post('/channels/s1/record?name=r1&format=wav')).toBe(201);
    expect(await post('/recordings/live/r1/stop')).toBe(204);
  });

  it('is refused when it would do nothing, or have the id of another', async () => {
    await call('c1');
    const statuses = [];
    for (const request of [
      ...['app=hello', 'app=hello&spy=none&whisper=none', 'spy=in', 'spy=in&app=', 'spy=left&app=hello'],
      ...[`spy=in&app=hello&snoopId=${'x'.repeat(150)}`, 'spy=in&app=hello&snoopId=c1;2'],
    ])
      statuses.push(await post(`/channels/c1/snoop?${request}`));

    expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 409]);
    expect(await post('/channels/none/snoop?spy=left&app=hello')).toBe(400);
    expect(await post('/channels/none/snoop?spy=in&app=hello')).toBe(404);
  });
});

describe('media of other programs', () => {
  const rtp = { app: 'hello', external_host: '192.0.2.10:4000', format: 'ulaw' };
  const socket = { app: 'hello', transport: 'websocket', encapsulation: 'none', format: 'ulaw' };
  const audioSocket = { ...rtp, transport: 'tcp', encapsulation: 'audiosocket', format: 'slin' };

  it.each<[string, Readonly<Record<string, string>>, RegExp]>([
    ['no application', { ...rtp, app: '' }, /app/],
    ['an encapsulation for another transport', { ...rtp, transport: 'tcp' }, /needs the transport udp/],
    ['a websocket that wraps', { ...socket, encapsulation: 'rtp' }, /needs the encapsulation none/],
    ['an audio socket by udp', { ...rtp, encapsulation: 'audiosocket' }, /needs the transport tcp/],
    ['a server for RTP', { ...rtp, connection_type: 'server', external_host: '' }, /connection_type/],
    ['no host', { ...rtp, external_host: '' }, /external_host is missing/],
    ['a host without a port', { ...rtp, external_host: '192.0.2.10' }, /<host>:<port>/],
    ['a port that is none', { ...rtp, external_host: '[2001:db8::1]:70000' }, /<host>:<port>/],
    ['an unknown client', { ...socket, external_host: 'unknown' }, /is not a configured websocket client/],
    ['no format', { ...rtp, format: '' }, /format/],
    ['two formats', { ...rtp, format: 'ulaw,alaw' }, /exactly one/],
    ['an unknown direction', { ...rtp, direction: 'up' }, /direction/],
    ['an audio socket without a UUID', audioSocket, /UUID/],
  ])('is refused with %s', async (_what, request, message) => {
    const { status, body } = await rig.rest.post(`/channels/externalMedia?${new URLSearchParams(request).toString()}`);

    expect([status, body]).toEqual([
      400,
      expect.objectContaining({ message: expect.stringMatching(message) as string }),
    ]);
  });

  it('is refused under an id that is taken', async () => {
    await call('c1');
    expect(await post(`/channels/externalMedia?${new URLSearchParams({ ...rtp, channelId: 'c1' }).toString()}`)).toBe(
      409,
    );
  });

  it('cannot be carried by datagrams that are not RTP', async () => {
    const request = new URLSearchParams({ ...rtp, encapsulation: 'none' }).toString();
    expect(await post(`/channels/externalMedia?${request}`)).toBe(501);
  });
});

describe('the options of a Local channel', () => {
  const ask = (endpoint: string) => rig.rest.post(`/channels/c1?endpoint=${endpoint}&app=hello`);

  it.each(['m', 'nj'])('%s leaves it to the half that is told to hold to report it', async (options) => {
    await ask(`Local/peer@default/${options}`);
    await until(peer, 'StasisStart c1;2');
    await until(app, 'StasisStart c1');
    await set('c1%3B2', 'HOLD_INTERCEPT(set)');

    expect([await post('/channels/c1/hold'), await rig.status('delete', '/channels/c1/hold')]).toEqual([204, 204]);

    const lines = [...(await heard(app)), ...(await heard(peer))];
    expect(lines.filter((line) => /^Channel(Unh|H)old/.test(line))).toEqual([]);
  });

  it('are refused when there is no such option', async () => {
    const { status, body } = await ask('Local/peer@default/x');

    expect(status).toBe(400);
    expect(body).toMatchObject({ message: expect.stringContaining("'/x'") as unknown });
  });
});

describe('hold over the interface', () => {
  const holds = async (): Promise<string[]> =>
    [...(await heard(app)), ...(await heard(peer))].filter((line) => /^Channel(Un)?[Hh]old /.test(line));
  const hold = (channel: string): Promise<number> => post(`/channels/${encodeURIComponent(channel)}/hold`);
  const unhold = (channel: string): Promise<number> =>
    rig.status('delete', `/channels/${encodeURIComponent(channel)}/hold`);

  it('is for the device of a channel, and not reported', async () => {
    await call('c1');
    expect([await hold('c1'), await unhold('c1'), await hold('c1;2')]).toEqual([204, 204, 204]);
    expect(await holds()).toEqual([]);
  });

  it('is reported where the channel intercepts it, and nowhere else', async () => {
    await call('c1');
    await set('c1', 'HOLD_INTERCEPT(set)');
    await hold('c1;2');
    expect(await holds()).toEqual([]);
    await hold('c1');
    await unhold('c1');
    expect(await holds()).toEqual(['ChannelHold c1', 'ChannelUnhold c1']);
    await set('c1', 'HOLD_INTERCEPT(remove)');
    await hold('c1');
    expect(await holds()).toEqual([]);
  });
});
