import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { purity } from '../../support/media/purity';
import type { AudioSocketCall } from '../../support/media/audio-socket-peer';
import { AudioSocketPeer, messageOf } from '../../support/media/audio-socket-peer';
import { heard, until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import type { AppSocket } from '../../support/sockets/socket-peer';

const uuid = '40325ec2-5efd-4bd3-805f-53576e581d13';
const uuidBytes = Buffer.from(uuid.replaceAll('-', ''), 'hex');

const dialplan = `
exten => program,1,Answer(,i)
 same => n,AudioSocket(${uuid},\${SERVICE})
 same => n,UserEvent(after)
 same => n,Wait(600)
exten => dials,1,Dial(AudioSocket/\${SERVICE}/${uuid})
exten => early,1,AudioSocket(${uuid},\${SERVICE})
 same => n,UserEvent(after)
`;

describe('media from outside by an audio socket', () => {
  let rig: CallRig;
  let app: AppSocket;
  let peer: AudioSocketPeer;
  beforeAll(async () => {
    rig = await CallRig.start(dialplan);
  });
  beforeEach(async () => {
    app = await rig.open('hello');
    peer = await AudioSocketPeer.listen();
  });
  afterEach(async () => {
    await rig.clear();
    await peer.close();
  });
  afterAll(() => rig.close());

  function ask(more: Readonly<Record<string, string>> = {}): ReturnType<CallRig['rest']['post']> {
    const request = {
      app: 'hello',
      external_host: `127.0.0.1:${peer.port}`,
      format: 'slin',
      data: uuid,
      encapsulation: 'audiosocket',
      transport: 'tcp',
      ...more,
    };
    return rig.rest.post(`/channels/externalMedia?${new URLSearchParams(request).toString()}`);
  }

  /** A call in the application, with the program at its other end. */
  async function connect(channelId = 'x1', format = 'slin'): Promise<AudioSocketCall> {
    expect((await ask({ channelId, format })).status).toBe(200);
    const call = await peer.next();
    await until(app, `StasisStart ${channelId} ${uuid}`);
    return call;
  }

  it('is a channel that has answered, and says first which call it is', async () => {
    const { body } = await ask({ channelId: 'x1' });
    const call = await peer.next();
    const lines = await until(app, `StasisStart x1 ${uuid}`);
    await call.until(1, 0x01);

    const service = `127.0.0.1:${peer.port}`;
    expect(body).toMatchObject({
      name: `AudioSocket/${service}-${uuid}`,
      state: 'Down',
      channelvars: { AUDIOSOCKET_UUID: uuid, AUDIOSOCKET_SERVICE: service },
    });
    expect(lines).toContain('Dial x1 ANSWER');
    expect(call.heard).toEqual([{ kind: 0x01, payload: uuidBytes }]);
    expect((await rig.rest.get('/channels/x1')).body).toMatchObject({ state: 'Up' });
  });

  it('is connected when it is made, and told of the call when it is dialled', async () => {
    const endpoint = `AudioSocket/127.0.0.1:${peer.port}/${uuid}/c(slin16)`;
    expect(await rig.status('post', `/channels/create?channelId=x1&app=hello&endpoint=${endpoint}`)).toBe(200);
    const call = await peer.next();
    await until(app, 'StasisStart x1');
    expect(call.heard).toHaveLength(0);

    expect(await rig.status('post', '/channels/x1/dial')).toBe(204);
    await until(app, 'Dial x1 ANSWER');
    expect(await call.until(1, 0x01)).toHaveLength(1);
  });

  it('appends the options of the transport to its dial string', async () => {
    expect((await ask({ channelId: 'x1', format: 'slin', transport_data: 'c(slin16)' })).status).toBe(200);
    const call = await peer.next();

    const service = `127.0.0.1:${peer.port}`;
    expect(await app.next()).toMatchObject({ type: 'Dial', dialstring: `${service}/${uuid}/c(slin16)` });
    await until(app, `StasisStart x1 ${uuid}`);
    await rig.rest.post('/channels/x1/play?media=tone:1000');
    expect(await call.until(1, 0x12)).toHaveLength(1);
  });

  it('refuses options of the transport that it does not know', async () => {
    const { status, body } = await ask({ channelId: 'x1', transport_data: 'g' });

    expect(status).toBe(400);
    expect(body).toMatchObject({ message: expect.stringContaining("transport_data 'g'") as unknown });
    expect(await rig.status('get', '/channels/x1')).toBe(404);
  });

  it.each([
    { format: 'slin', kind: 0x10, rate: 8000 },
    { format: 'ulaw', kind: 0x10, rate: 8000 },
    { format: 'slin12', kind: 0x11, rate: 12_000 },
    { format: 'slin16', kind: 0x12, rate: 16_000 },
    { format: 'slin44', kind: 0x15, rate: 44_100 },
    { format: 'slin48', kind: 0x16, rate: 48_000 },
    { format: 'slin192', kind: 0x18, rate: 192_000 },
  ])('carries what is played in messages of $format', async ({ format, kind, rate }) => {
    const call = await connect('x1', format);
    await rig.rest.post('/channels/x1/play?media=tone:1000');

    const messages = await call.until(20, kind);
    const sound = samplesOf(messages.slice(5, 20).map(({ payload }) => payload));

    expect(messages.every(({ payload }) => payload.length === rate / 25)).toBe(true);
    expect(purity(sound, 1000, rate)).toBeGreaterThan(0.95);
  });

  it.each([
    { what: 'messages of 20 ms', kind: 0x10, rate: 8000, piece: 160 },
    { what: 'messages of any length', kind: 0x10, rate: 8000, piece: 233 },
    { what: 'another rate than its own', kind: 0x12, rate: 16_000, piece: 320 },
    { what: 'a rate that is no multiple', kind: 0x15, rate: 44_100, piece: 882 },
  ])('is heard in a recording, from $what', async ({ kind, rate, piece }) => {
    const call = await connect();
    // The media thread ends the recording: it is the one that knows how much of what was said has been played.
    const record = '/channels/x1/record?name=said&format=sln&ifExists=overwrite&maxDurationSeconds=1';
    expect(await rig.status('post', record)).toBe(201);
    await until(app, 'RecordingStarted');
    const tone = sine(500, rate);
    call.speak(75, (index) => tone(index * piece, piece), kind);
    await until(app, 'RecordingFinished');

    const sound = loudPart(readRecording('said.sln'));
    expect(sound.length).toBeGreaterThan(2400);
    expect(purity(sound.subarray(800, -800), 500, 8000)).toBeGreaterThan(0.95);
  });

  it('is heard by who shares a bridge with it, and not by itself', async () => {
    const call = await connect('x1');
    expect((await ask({ channelId: 'x2', format: 'slin16' })).status).toBe(200);
    const other = await peer.next();
    await until(app, `StasisStart x2 ${uuid}`);
    await rig.rest.post('/bridges/b1');
    await rig.rest.post('/bridges/b1/addChannel?channel=x1,x2');

    const tone = sine(700, 8000);
    call.speak(40, (index) => tone(index * 160, 160));
    const messages = await other.until(25, 0x12);

    expect(purity(samplesOf(messages.slice(5, 25).map(({ payload }) => payload)), 700, 16_000)).toBeGreaterThan(0.9);
    expect(call.heard.filter(({ kind }) => kind === 0x10)).toHaveLength(0);
  });

  it('is sent digits as messages of their own', async () => {
    const call = await connect();
    expect(await rig.status('post', '/channels/x1/dtmf?dtmf=7%23A&duration=40&between=20')).toBe(204);

    const digits = await call.until(3, 0x03);
    expect(digits.map(({ payload }) => payload.toString('latin1'))).toEqual(['7', '#', 'A']);
  });

  it('closes the connection when the channel is hung up, and says nothing before', async () => {
    const call = await connect();
    await rig.rest.delete('/channels/x1');
    await until(app, 'ChannelDestroyed x1 16');

    expect(await call.ended).toBe('closed');
    expect(call.heard.map(({ kind }) => kind)).toEqual([0x01]);
  });

  it.each<[string, (call: AudioSocketCall) => void]>([
    ['hangs up', (call) => call.send(0x00)],
    ['closes the connection', (call) => call.close()],
    ['breaks the connection', (call) => call.abort()],
    ['sends a message of an unknown kind', (call) => call.send(0x20, Buffer.alloc(4))],
    ['sends what only the service may', (call) => call.send(0x01, uuidBytes)],
    ['sends an error', (call) => call.send(0xff, Buffer.from([1]))],
    ['sends audio without any', (call) => call.send(0x10)],
    ['sends no messages at all', (call) => call.write(Buffer.from('GET / HTTP/1.1\r\n\r\n'))],
    ['never sends the rest of a message', (call) => call.write(messageOf(0x10, Buffer.alloc(320)).subarray(0, 100))],
    ['closes in the middle of a message', (call) => (call.write(Buffer.from([0x10, 1])), call.close())],
  ])('ends the channel when the program %s', async (_what, act) => {
    const call = await connect();
    act(call);
    const lines = await until(app, 'ChannelDestroyed x1 0');

    expect(lines.filter((line) => line.startsWith('ChannelHangupRequest'))).toEqual([]);
    expect((await rig.rest.get('/channels')).body).toEqual([]);
  });

  it('ends a channel that was only created when the program goes away', async () => {
    const endpoint = `AudioSocket/127.0.0.1:${peer.port}/${uuid}`;
    await rig.rest.post(`/channels/create?channelId=x1&app=hello&endpoint=${endpoint}`);
    (await peer.next()).close();

    await until(app, 'ChannelDestroyed x1 0');
  });

  it('is heard to the end when the program hangs up behind its last words', async () => {
    const call = await connect();
    await rig.rest.post('/channels/x1/record?name=last&format=sln&ifExists=overwrite');
    await until(app, 'RecordingStarted');
    call.send(0x10, sine(500, 8000)(0, 8000));
    call.send(0x00);
    await until(app, 'RecordingFinished');

    expect(loudPart(readRecording('last.sln')).length).toBeGreaterThan(7000);
  });

  it('keeps five seconds at most of a program that sends too fast, and the call goes on', async () => {
    const call = await connect();
    const piece = sine(500, 8000)(0, 16_000);
    for (let count = 0; count < 20; count += 1) call.send(0x10, piece);
    await rig.rest.post('/channels/x1/play?media=tone:1000');

    await call.until(10, 0x10);
    expect((await rig.rest.get('/channels/x1')).body).toMatchObject({ state: 'Up' });
    await logged(/an audio socket does not keep pace with the call channel=x1 direction=in milliseconds=\d+/);
  });

  it('leaves out what a program does not read, and the call goes on', async () => {
    const call = await connect('x1', 'slin192');
    call.stopReading();
    await rig.rest.post('/bridges/b1');
    await rig.rest.post('/bridges/b1/addChannel?channel=x1');
    await rig.rest.post('/bridges/b1/play?media=tone:1000');
    await rig.rest.post('/bridges/b1/record?name=meanwhile&maxDurationSeconds=1&format=sln&ifExists=overwrite');
    await until(app, 'RecordingFinished');

    expect((await rig.rest.get('/channels/x1')).body).toMatchObject({ state: 'Up' });
    await rig.rest.delete('/channels/x1');
    await until(app, 'ChannelDestroyed x1 16');
  });

  it('is refused when no server listens, and nothing is left of it', async () => {
    const gone = await AudioSocketPeer.listen();
    await gone.close();
    const refused = await ask({ channelId: 'x1', external_host: `127.0.0.1:${gone.port}` });

    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ message: expect.stringMatching(/ECONNREFUSED/) as string });
    expect((await rig.rest.get('/channels')).body).toEqual([]);
    expect(await heard(app)).toEqual([]);
    // The id is free again.
    await connect('x1');
  });

  it.each([
    ['a format that it cannot carry', { format: 'g722' }, 400],
    ['a host that does not exist', { external_host: 'nobody.invalid:4000' }, 400],
    ['an id that is taken', { channelId: 'x1' }, 409],
  ])('is refused for %s, and nothing is left of it', async (_what, more, status) => {
    await connect('x1');
    expect((await ask(more)).status).toBe(status);
    expect((await rig.rest.get('/channels')).body).toHaveLength(1);
    expect(peer.size).toBe(1);
  });

  it.each([
    ['no UUID', '127.0.0.1:4000'],
    ['no port', `127.0.0.1/${uuid}`],
    ['an unknown option', `127.0.0.1:4000/${uuid}/x`],
  ])('is no endpoint with %s', async (_what, resource) => {
    expect(await rig.status('post', `/channels?app=hello&endpoint=AudioSocket/${resource}`)).toBe(400);
  });

  it('is reached by IPv6', async () => {
    const six = await AudioSocketPeer.listen('::1');
    expect((await ask({ channelId: 'x1', external_host: `[::1]:${six.port}` })).status).toBe(200);
    expect(await (await six.next()).until(1, 0x01)).toHaveLength(1);
    await rig.rest.delete('/channels/x1');
    await six.close();
  });

  describe('for a call in the dialplan', () => {
    async function callProgram(extension = 'program'): Promise<void> {
      const variables = { variables: { SERVICE: `127.0.0.1:${peer.port}` } };
      const target = `/channels/c1?endpoint=Local/${extension}@default&app=hello`;
      expect((await rig.rest.post(target, variables)).status).toBe(200);
    }

    it('hears the caller and is heard by him, until it hangs up and the plan goes on', async () => {
      await callProgram();
      const call = await peer.next();
      await until(app, 'StasisStart c1');
      await rig.rest.post('/channels/c1/play?media=tone:1000&playbackId=p1');
      const messages = await call.until(20, 0x10);
      await rig.rest.delete('/playbacks/p1');
      await until(app, 'PlaybackFinished');
      await rig.rest.post('/channels/c1/record?name=told&maxDurationSeconds=1&format=sln&ifExists=overwrite');
      const tone = sine(500, 8000);
      call.speak(75, (index) => tone(index * 160, 160));
      await until(app, 'RecordingFinished');
      call.send(0x00);
      await until(app, 'ChannelUserevent c1;2 after');

      expect(call.heard[0]).toEqual({ kind: 0x01, payload: uuidBytes });
      expect(purity(samplesOf(messages.slice(5, 20).map(({ payload }) => payload)), 1000, 8000)).toBeGreaterThan(0.95);
      const told = loudPart(readRecording('told.sln'));
      expect(purity(told.subarray(800, -800), 500, 8000)).toBeGreaterThan(0.9);
      expect(await call.ended).toBe('closed');
      expect((await rig.rest.get('/channels')).body).toHaveLength(2);
    });

    it('is sent what the caller presses', async () => {
      await callProgram();
      const call = await peer.next();
      await until(app, 'StasisStart c1');
      await rig.rest.post('/channels/c1/dtmf?dtmf=5&duration=40');

      expect((await call.until(1, 0x03))[0]?.payload.toString('latin1')).toBe('5');
    });

    it('is closed when the caller hangs up', async () => {
      await callProgram();
      const call = await peer.next();
      await until(app, 'StasisStart c1');
      await rig.rest.delete('/channels/c1');

      expect(await call.ended).toBe('closed');
    });

    it('ends the call after two seconds without audio', async () => {
      await callProgram();
      const call = await peer.next();
      await until(app, 'StasisStart c1');

      expect(await call.ended).toBe('closed');
      await until(app, 'ChannelDestroyed c1 0');
    });

    it('can be dialled, and is in a bridge with the caller then', async () => {
      await callProgram('dials');
      const call = await peer.next();
      await until(app, 'StasisStart c1');
      await rig.rest.post('/channels/c1/play?media=tone:1000');
      const messages = await call.until(20, 0x10);
      call.send(0x00);
      await until(app, 'ChannelDestroyed c1 16');

      expect(purity(samplesOf(messages.slice(5, 20).map(({ payload }) => payload)), 1000, 8000)).toBeGreaterThan(0.95);
    });

    it('takes no call that is not answered', async () => {
      await callProgram('early');
      const lines = await until(app, 'ChannelDestroyed c1 0');
      expect(lines).not.toContain('StasisStart c1');
      expect(peer.size).toBe(0);
    });
  });

  /** Resolves when the log has such a line: it is written a moment after what it tells of. */
  async function logged(line: RegExp): Promise<void> {
    const file = join(rig.server.folder, 'state', 'log', 'messages');
    while (!line.test(readFileSync(file, 'utf8'))) await new Promise(setImmediate);
  }

  const readRecording = (name: string): Int16Array =>
    samplesOf([readFileSync(join(rig.server.folder, 'state', 'spool', 'recording', name))]);
});

/** A tone at that rate, as bytes: this many samples from there on. */
function sine(frequency: number, rate: number): (from: number, length: number) => Buffer {
  return (from, length) => {
    const bytes = Buffer.alloc(2 * length);
    for (let at = 0; at < length; at += 1)
      bytes.writeInt16LE(Math.round(8000 * Math.sin((2 * Math.PI * frequency * (from + at)) / rate)), 2 * at);
    return bytes;
  };
}

function samplesOf(pieces: readonly Buffer[]): Int16Array {
  const bytes = Buffer.concat(pieces);
  return Int16Array.from({ length: bytes.length >> 1 }, (_, at) => bytes.readInt16LE(2 * at));
}

/** From the first sound to the last one. */
function loudPart(samples: Int16Array): Int16Array {
  const isLoud = (sample: number): boolean => Math.abs(sample) > 100;
  return samples.subarray(samples.findIndex(isLoud), samples.findLastIndex(isLoud) + 1);
}
