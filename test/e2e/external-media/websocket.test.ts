import { WebSocket } from 'ws';
import type { Channel } from '../../../generated/models';
import { makeCodec } from '../../../src/media/codecs/make-codec';
import { lineOf, until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import { MediaSocketPeer } from '../../support/media/media-socket-peer';
import { purity } from '../../support/media/purity';
import { RunningServer } from '../../support/server/running-server';
import type { AppSocket, Message } from '../../support/sockets/socket-peer';

type Shown = Channel & { readonly channelvars: Readonly<Record<string, string>> };

const restricted = '[/media/closed]\ntype = restriction\ndeny = 0.0.0.0/0\n';
const httpConf = `[general]\nenabled = yes\nbindaddr = 127.0.0.1\nbindport = 0\n${restricted}`;

/** A second of a tone, in the format. */
function toneOf(frequency: number, format: string, seconds = 1): Uint8Array {
  const codec = makeCodec(format);
  if (codec === undefined) throw new Error(`there is no codec ${format}`);
  const { rate } = codec;
  const sample = (_: unknown, at: number): number => 8000 * Math.sin((2 * Math.PI * frequency * at) / rate);
  return codec.encode(Int16Array.from({ length: rate * seconds }, sample));
}

describe('media from outside by websocket', () => {
  let rig: CallRig;
  let app: AppSocket;
  const peers: MediaSocketPeer[] = [];
  beforeAll(async () => {
    rig = await CallRig.start('', { 'http.conf': httpConf });
  });
  beforeEach(async () => {
    app = await rig.open('hello');
  });
  afterEach(async () => {
    for (const peer of peers.splice(0)) peer.close();
    await rig.clear();
  });
  afterAll(() => rig.close());

  /** A channel that waits for its socket, and the id of its connection. */
  async function expectSocket(id: string, more = '&format=ulaw', options?: unknown): Promise<string> {
    const query = `app=hello&transport=websocket&encapsulation=none&connection_type=server&channelId=${id}${more}`;
    const { status, body } = await rig.rest.post(`/channels/externalMedia?${query}`, options);
    expect(status).toBe(200);
    return (body as Shown).channelvars['MEDIA_WEBSOCKET_CONNECTION_ID'] ?? '';
  }

  async function open(connection: string, protocols?: string[]): Promise<MediaSocketPeer> {
    const peer = await MediaSocketPeer.connect(rig.server.origin, connection, protocols);
    peers.push(peer);
    return peer;
  }

  /** A channel that has been answered, and its far end. */
  async function connect(id: string, more?: string): Promise<MediaSocketPeer> {
    const peer = await open(await expectSocket(id, more));
    await until(app, `StasisStart ${id}`);
    return peer;
  }

  /** The events until a channel is gone, in full and those about it in lines. */
  async function untilGone(
    id: string,
  ): Promise<{ readonly lines: readonly string[]; readonly events: readonly Message[] }> {
    const events: Message[] = [];
    while (events.at(-1)?.type !== 'ChannelDestroyed') events.push(await app.next());
    return { lines: events.map(lineOf).filter((line) => line.includes(id)), events };
  }

  it('is answered by who opens the socket, who is told what the audio is like', async () => {
    const connection = await expectSocket('m1');
    expect((await rig.rest.get('/channels/m1')).body).toMatchObject({ state: 'Down' });

    const peer = await open(connection);
    expect((await until(app, 'StasisStart m1')).filter((line) => line.startsWith('Dial'))).toEqual([
      'Dial m1 begins',
      'Dial m1 ANSWER',
    ]);
    expect(peer.socket.protocol).toBe('media');
    expect(await peer.text('MEDIA_START')).toMatch(
      /^MEDIA_START connection_id:\S+ channel:WebSocket\/INCOMING\/\S+ channel_id:m1 format:ulaw optimal_frame_size:160 ptime:20$/,
    );
    expect((await rig.rest.get('/channels/m1')).body).toMatchObject({ state: 'Up' });
    const variable = '/channels/m1/variable?variable=MEDIA_WEBSOCKET_OPTIMAL_FRAME_SIZE';
    expect((await rig.rest.get(variable)).body).toEqual({ value: '160' });
  });

  it('waits for the application to answer where it is told to', async () => {
    const peer = await open(await expectSocket('m1', '&format=ulaw&transport_data=n'));
    await peer.text('MEDIA_START');
    expect((await rig.rest.get('/channels/m1')).body).toMatchObject({ state: 'Down' });

    peer.send('ANSWER');
    await until(app, 'StasisStart m1');
  });

  it('can be called by originate, and be dialled later', async () => {
    await rig.rest.post('/channels/create?endpoint=WebSocket/INCOMING/c(ulaw)&app=hello&channelId=m1');
    await until(app, 'StasisStart m1');
    const variable = '/channels/m1/variable?variable=MEDIA_WEBSOCKET_CONNECTION_ID';
    const { value } = (await rig.rest.get(variable)).body as { readonly value: string };
    await (await open(value)).text('MEDIA_START');
    expect((await rig.rest.get('/channels/m1')).body).toMatchObject({ state: 'Down' });

    await rig.rest.post('/channels/m1/dial');
    await until(app, 'Dial m1 ANSWER');
    expect((await rig.rest.get('/channels/m1')).body).toMatchObject({ state: 'Up' });
  });

  it.each([
    { format: 'ulaw', size: 160 },
    { format: 'g722', size: 160 },
    { format: 'slin16', size: 640 },
    { format: 'slin44', size: 1764 },
    { format: 'slin48', size: 1920 },
  ])('carries what is played in frames of $format', async ({ format, size }) => {
    const peer = await connect('m1', `&format=${format}`);
    await rig.rest.post('/channels/m1/play?media=tone:1000');

    const frames = await peer.untilFrames(20);
    const codec = makeCodec(format);
    const decoded = frames.slice(0, 20).map((frame) => [...(codec?.decode(frame) ?? [])]);
    const heard = Int16Array.from(decoded.slice(5).flat());
    expect(new Set(frames.map(({ length }) => length))).toEqual(new Set([size]));
    expect(purity(heard, 1000, codec?.rate ?? 0)).toBeGreaterThan(0.95);
  });

  it.each(['ulaw', 'slin24', 'slin48'])('is heard by who shares a bridge with it: %s', async (format) => {
    const speaker = await connect('m1', `&format=${format}`);
    const listener = await connect('m2', '&format=slin');
    await rig.rest.post('/bridges/b1');
    await rig.rest.post('/bridges/b1/addChannel?channel=m1,m2');
    speaker.send(toneOf(500, format));

    const frames = await listener.untilFrames(40);
    const codec = makeCodec('slin');
    const heard = Int16Array.from(frames.slice(10, 40).flatMap((frame) => [...(codec?.decode(frame) ?? [])]));
    expect(purity(heard, 500, 8000)).toBeGreaterThan(0.95);
    // Nobody speaks to the first one, and it does not hear itself.
    expect(speaker.frames).toHaveLength(0);
  });

  it('passes Opus through, a message for each frame', async () => {
    const speaker = await connect('m1', '&format=opus');
    expect(await speaker.text('MEDIA_START')).toContain('format:opus optimal_frame_size:0 ptime:20');
    await rig.rest.post('/channels/m1/play?media=tone:1000');
    const packets = (await speaker.untilFrames(60)).slice(0, 60);
    await rig.rest.delete('/channels/m1');
    await until(app, 'ChannelDestroyed m1 16');

    const echoed = await connect('m2', '&format=opus');
    await rig.rest.post('/channels/m2/record?name=heard&format=wav');
    for (const packet of packets) echoed.send(packet);
    echoed.send('MARK_MEDIA');
    expect(await echoed.text('ERROR')).toContain('MARK_MEDIA is not possible where audio is passed through');
    while ((await statusOf(echoed))['queue_length'] !== '0') continue;
    await rig.rest.post('/recordings/live/heard/stop');
    const samples = await recorded('heard');
    expect(purity(samples.subarray(2000, 6000), 1000, 8000)).toBeGreaterThan(0.9);
    await rig.rest.delete('/recordings/stored/heard');
  });

  async function statusOf(peer: MediaSocketPeer): Promise<Readonly<Record<string, string>>> {
    const from = peer.texts.length;
    peer.send('GET_STATUS');
    const [, ...pairs] = (await peer.text('STATUS', from)).split(' ');
    return Object.fromEntries(pairs.map((pair) => pair.split(':') as [string, string]));
  }

  /** The samples of a stored recording, as soon as it is stored. */
  async function recorded(name: string): Promise<Int16Array> {
    for (;;) {
      const answer = await fetch(`${rig.server.origin}/ari/recordings/stored/${name}/file?api_key=asterisk:asterisk`);
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (answer.status !== 200) continue;
      return new Int16Array(Uint8Array.from(bytes.subarray(44)).buffer);
    }
  }

  it('is recorded as it was sent, however it was cut', async () => {
    const peer = await connect('m1', '&format=ulaw');
    await rig.rest.post('/channels/m1/record?name=cut&format=wav');
    const bytes = toneOf(440, 'ulaw');
    peer.send('START_MEDIA_BUFFERING');
    for (let at = 0; at < bytes.length; at += 997) peer.send(bytes.subarray(at, at + 997));
    peer.send('STOP_MEDIA_BUFFERING all');
    expect(await peer.text('MEDIA_BUFFERING_COMPLETED')).toBe('MEDIA_BUFFERING_COMPLETED all');
    await rig.rest.post('/recordings/live/cut/stop');

    const samples = await recorded('cut');
    const first = samples.findIndex((sample) => sample !== 0);
    expect(purity(samples.subarray(first, first + 8000), 440, 8000)).toBeGreaterThan(0.99);
    await rig.rest.delete('/recordings/stored/cut');
  });

  it('asks a fast sender once to stop and once to go on, and drops what is sent all the same', async () => {
    const peer = await connect('m1');
    peer.send('PAUSE_MEDIA');
    for (let sent = 0; sent < 2000; sent += 1) peer.send(new Uint8Array(160));
    const full = await statusOf(peer);
    expect(full).toMatchObject({ queue_length: '1000', queue_full: 'true', media_paused: 'true' });
    expect(peer.texts.filter((text) => text === 'MEDIA_XOFF')).toHaveLength(1);

    peer.send('CONTINUE_MEDIA');
    await peer.text('MEDIA_XON');
    expect(await statusOf(peer)).toMatchObject({ queue_full: 'false' });
    peer.send('FLUSH_MEDIA');
    expect(await statusOf(peer)).toMatchObject({ queue_length: '0' });
    expect(peer.texts.filter((text) => /MEDIA_X/.test(text))).toEqual(['MEDIA_XOFF', 'MEDIA_XON']);
  });

  it('tells of marks in their order, and when everything has been played', async () => {
    const peer = await connect('m1');
    peer.send('MARK_MEDIA one');
    peer.send(new Uint8Array(1600));
    peer.send('MARK_MEDIA two');
    peer.send('MARK_MEDIA');
    peer.send('REPORT_QUEUE_DRAINED');
    await peer.text('QUEUE_DRAINED');

    expect(peer.texts.slice(1)).toEqual([
      'MEDIA_MARK_PROCESSED one',
      'MEDIA_MARK_PROCESSED two',
      'MEDIA_MARK_PROCESSED',
      'QUEUE_DRAINED',
    ]);
  });

  it('keeps what is sent during a pause, and forgets it when told to', async () => {
    const peer = await connect('m1');
    peer.send('PAUSE_MEDIA');
    peer.send(new Uint8Array(1600));
    peer.send('MARK_MEDIA never');
    expect(await statusOf(peer)).toMatchObject({ queue_length: '10', media_paused: 'true' });
    peer.send('FLUSH_MEDIA');
    peer.send('CONTINUE_MEDIA');
    peer.send('MARK_MEDIA end');

    expect(await peer.text('MEDIA_MARK')).toBe('MEDIA_MARK_PROCESSED end');
  });

  it('speaks JSON where it is told to, with all variables of the channel', async () => {
    const body = { variables: { COLOUR: 'blue' } };
    const connection = await expectSocket('m1', '&format=slin16&transport_data=f(json)&data=x', body);
    const peer = await open(connection);
    expect(await peer.event('MEDIA_START')).toEqual({
      event: 'MEDIA_START',
      connection_id: connection,
      channel: expect.stringMatching(/^WebSocket\/INCOMING\//) as unknown,
      channel_id: 'm1',
      format: 'slin16',
      optimal_frame_size: 640,
      ptime: 20,
      channel_variables: {
        MEDIA_WEBSOCKET_CONNECTION_ID: connection,
        MEDIA_WEBSOCKET_OPTIMAL_FRAME_SIZE: '640',
        COLOUR: 'blue',
      },
    });
    peer.send('{"command":"MARK_MEDIA","correlation_id":"m"}');
    expect(await peer.event('MEDIA_MARK_PROCESSED')).toEqual({
      event: 'MEDIA_MARK_PROCESSED',
      channel_id: 'm1',
      correlation_id: 'm',
    });
    peer.send('GET_STATUS');
    expect(await peer.event('ERROR')).toMatchObject({ error_text: 'not a JSON object' });
    await until(app, 'StasisStart m1 x');
    await rig.rest.post('/channels/m1/dtmf?dtmf=5');
    expect(await peer.event('DTMF_END')).toEqual({ event: 'DTMF_END', channel_id: 'm1', digit: '5' });
  });

  it.each([
    { direction: 'out', hears: false, isHeard: true },
    { direction: 'in', hears: true, isHeard: false },
  ])('goes one way only when that is wanted: $direction', async ({ direction, hears, isHeard }) => {
    const peer = await connect('m1', `&format=ulaw&transport_data=f(json)&direction=${direction}`);
    const other = await connect('m2');
    await rig.rest.post('/bridges/b1');
    await rig.rest.post('/bridges/b1/addChannel?channel=m1,m2');
    peer.send(toneOf(500, 'ulaw', 0.2));
    other.send(toneOf(500, 'ulaw', 0.2));
    other.send('REPORT_QUEUE_DRAINED');
    await other.text('QUEUE_DRAINED');

    expect(peer.frames.length > 0).toBe(hears);
    expect(other.frames.length > 0).toBe(isHeard);
    peer.send('{"command":"SET_MEDIA_DIRECTION","direction":"sideways"}');
    expect(await peer.event('ERROR')).toMatchObject({
      error_text: 'SET_MEDIA_DIRECTION needs a direction that is one of both, in and out',
    });
    peer.send('{"command":"SET_MEDIA_DIRECTION","direction":"both"}');
    peer.send(toneOf(500, 'ulaw', 1));
    other.send(toneOf(500, 'ulaw', 1));
    await peer.untilFrames(peer.frames.length + 10);
    await other.untilFrames(other.frames.length + 10);
  });

  it('refuses commands about sending from who only receives', async () => {
    const peer = await connect('m1', '&format=ulaw&direction=in');
    for (const command of ['START_MEDIA_BUFFERING', 'MARK_MEDIA a', 'PAUSE_MEDIA', 'REPORT_QUEUE_DRAINED'])
      peer.send(command);
    await peer.text('QUEUE_DRAINED');

    const said = (name: string): string =>
      `ERROR channel_id:m1 error_text:${name} is not possible while the direction is 'in'`;
    expect(peer.texts.slice(1)).toEqual([
      ...['START_MEDIA_BUFFERING', 'MARK_MEDIA', 'PAUSE_MEDIA'].map(said),
      'QUEUE_DRAINED',
    ]);
  });

  it('passes over what it does not know, and what is too long', async () => {
    const peer = await connect('m1');
    for (const text of ['BOGUS', '', 'answer', `MARK_MEDIA ${'x'.repeat(200)}`, '{"command":"GET_STATUS"}'])
      peer.send(text);
    expect(await statusOf(peer)).toMatchObject({ channel_id: 'm1', queue_length: '0' });
    expect(peer.texts).toHaveLength(2);
  });

  const answerTo = (path: string, protocols: string[] = ['media']): Promise<{ status: number; type: string }> =>
    new Promise((resolve) => {
      const socket = new WebSocket(`${rig.server.origin.replace('http', 'ws')}${path}`, protocols);
      socket.on('error', () => undefined);
      socket.on('unexpected-response', (request, response) => {
        resolve({ status: response.statusCode ?? 0, type: String(response.headers['content-type']) });
        request.destroy();
      });
    });

  it.each([
    ['/media/nobody', 404],
    ['/media', 404],
    ['/media/', 404],
    ['/media/a/b', 404],
  ])('is not found at %s', async (path, status) => {
    expect(await answerTo(path)).toEqual({ status, type: 'text/html; charset=utf-8' });
  });

  it('takes one socket, that speaks its protocol, and from where the configuration allows', async () => {
    const connection = await expectSocket('m1');
    expect((await answerTo(`/media/${connection}`, ['bogus'])).status).toBe(400);
    expect((await answerTo('/media/closed')).status).toBe(403);
    const plain = await fetch(`${rig.server.origin}/media/${connection}`);
    expect([plain.status, plain.headers.get('upgrade')]).toEqual([426, 'websocket']);

    const peer = await open(connection, []);
    expect(peer.socket.protocol).toBe('');
    await until(app, 'StasisStart m1');
    expect(await answerTo(`/media/${connection}`)).toEqual({ status: 409, type: 'text/html; charset=utf-8' });
  });

  it.each([
    { how: 'by a command', act: (peer: MediaSocketPeer) => peer.send('HANGUP'), cause: 16, code: 1000, closed: 1000 },
    { how: 'by a goodbye', act: (peer: MediaSocketPeer) => peer.close(), cause: 16, code: 1001, closed: 1000 },
    {
      how: 'without a word',
      act: (peer: MediaSocketPeer) => peer.socket.terminate(),
      cause: 38,
      code: 1001,
      closed: 1006,
    },
  ])('ends when the application ends it $how', async ({ act, cause, code, closed }) => {
    const peer = await connect('m1');
    act(peer);

    const { lines, events } = await untilGone('m1');
    expect(lines).toEqual([
      `ChannelHangupRequest m1 ${cause}`,
      'StasisEnd m1',
      ...lines.filter((line) => line.startsWith('ChannelVarset')),
      'ChannelDestroyed m1 0',
    ]);
    expect(events.filter(({ type }) => /Hangup|Destroyed/.test(type)).map((event) => event['tech_cause'])).toEqual([
      code,
      code,
    ]);
    expect(await peer.closed).toBe(closed);
  });

  it('closes the socket when the channel is hung up', async () => {
    const peer = await connect('m1');
    await rig.rest.delete('/channels/m1');

    expect(await peer.closed).toBe(1000);
    const { events } = await untilGone('m1');
    expect(events.at(-1)).toMatchObject({ cause: 16 });
    expect(events.at(-1)).not.toHaveProperty('tech_cause');
  });

  it.each([
    ['an option that does not exist', { transport_data: 'x' }],
    ['a direction that does not exist', { transport_data: 'd(sideways)' }],
    ['parameters of an address that is not ours', { transport_data: 'v(a=b)' }],
    ['a format without a codec', { format: 'gsm' }],
    ['a client that does not exist', { connection_type: 'client', external_host: 'nobody' }],
  ])('is refused for %s', async (_what, options) => {
    const usual = { app: 'hello', transport: 'websocket', encapsulation: 'none', connection_type: 'server' };
    const query = new URLSearchParams({ ...usual, format: 'ulaw', channelId: 'm1', ...options });

    expect(await rig.status('post', `/channels/externalMedia?${query.toString()}`)).toBe(400);
    expect((await rig.rest.get('/channels')).body).toEqual([]);
  });

  it('is found behind the prefix of everything else', async () => {
    const prefixed = await RunningServer.start({ 'http.conf': httpConf.replace('\n[/', '\nprefix = pbx\n[/') });
    const options =
      'transport=websocket&encapsulation=none&connection_type=server&format=ulaw&app=hello&api_key=asterisk:asterisk';
    const made = await fetch(`${prefixed.origin}/pbx/ari/channels/externalMedia?${options}`, { method: 'POST' });
    const { channelvars } = (await made.json()) as Shown;
    const id = channelvars['MEDIA_WEBSOCKET_CONNECTION_ID'] ?? '';
    const peer = await MediaSocketPeer.connect(`${prefixed.origin}/pbx`, id);

    expect(await peer.text('MEDIA_START')).toContain(`connection_id:${id}`);
    await prefixed.close();
  });
});
