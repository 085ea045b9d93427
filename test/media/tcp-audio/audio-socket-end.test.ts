import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { startMediaThread } from '../../../src/media/thread/media-thread';
import type { MediaNotice } from '../../../src/media/protocol';
import type { AudioSocketCall } from '../../support/media/audio-socket-peer';
import { AudioSocketPeer } from '../../support/media/audio-socket-peer';
import { amplitudeAt, leg, MediaRig, openFiles, sine, tone } from '../engine-rig';
import { legId } from '../../../src/shared/ids';
import { mediaProgram } from '../../support/media/media-program';

const program = mediaProgram();

const uuid = '40325ec2-5efd-4bd3-805f-53576e581d13';

describe('a leg that leads to an audio socket', () => {
  let rig: MediaRig;
  let peer: AudioSocketPeer;
  beforeEach(async () => {
    rig = new MediaRig();
    peer = await AudioSocketPeer.listen();
  });
  afterEach(async () => {
    await rig.close();
    await peer.close();
  });

  interface Options {
    readonly format?: string;
    readonly timeoutMs?: number;
    readonly host?: string;
    readonly port?: number;
  }

  function ask({ format = 'slin', timeoutMs, host = '127.0.0.1', port = peer.port }: Options = {}): void {
    const form = { format, rate: 8000 };
    rig.send({ do: 'open-audio-socket', leg: 'x', form, remote: { host, port }, uuid, timeoutMs });
  }

  async function open(request: Options = {}): Promise<AudioSocketCall> {
    rig.notices.length = 0;
    ask(request);
    const call = await peer.next();
    await told('leg-opened');
    rig.send({ do: 'start-leg', leg: 'x' });
    await call.until(1, 0x01);
    return call;
  }

  /** Time passes until it is told. */
  async function told<Tell extends MediaNotice['tell']>(tell: Tell) {
    for (;;) {
      const [notice] = rig.all(tell);
      if (notice !== undefined) return notice;
      rig.pass(20);
      await new Promise(setImmediate);
    }
  }

  it('tells where it is connected from', async () => {
    await open();
    const { local } = await told('leg-opened');

    expect(local.host).toBe('127.0.0.1');
    expect(local.port).toBeGreaterThan(0);
  });

  it('sends nothing before the call has begun', async () => {
    ask();
    const call = await peer.next();
    await told('leg-opened');
    rig.play(leg('x'), tone(1000));
    rig.pass(200);
    rig.send({ do: 'send-digit', leg: 'x', digit: '1', duration: 100 }, { do: 'start-leg', leg: 'x' });
    rig.pass(20);
    await call.until(1, 0x10);

    expect(call.heard.map(({ kind }) => kind)).toEqual([0x01, 0x10]);
  });

  it('plays what comes at the pace of the call, in whatever pieces it comes', async () => {
    const call = await open();
    const bytes = Buffer.from(sine({ rate: 8000, frequency: 500, duration: 1000, amplitude: 8000 }).buffer);
    for (let at = 0; at < bytes.length; at += 1234) call.send(0x10, bytes.subarray(at, at + 1234));
    await told('first-audio');
    const heard = await rig.hear(leg('x'), 600);

    expect(amplitudeAt(heard, 500)).toBeGreaterThan(7900);
  });

  it('takes the rate of every message from its kind', async () => {
    const call = await open();
    const second = (rate: number): Buffer =>
      Buffer.from(sine({ rate, frequency: 500, duration: 170, amplitude: 8000 }).buffer);
    for (const [kind, rate] of [
      [0x12, 16_000],
      [0x18, 192_000],
      [0x10, 8000],
    ] as const)
      call.send(kind, second(rate).subarray(0, 65_534));
    await told('first-audio');
    const heard = await rig.hear(leg('x'), 400);

    // Where one rate gives way to another, the sine jumps.
    const parts = Array.from({ length: 20 }, (_, at) => amplitudeAt(heard.subarray(at * 160, (at + 1) * 160), 500));
    expect(parts.filter((amplitude) => amplitude > 7500).length).toBeGreaterThan(14);
  });

  it('tells how much it has left out of what came too fast', async () => {
    const call = await open();
    for (let count = 0; count < 12; count += 1) call.send(0x10, Buffer.alloc(32_000, 1));
    const began = rig.statistics?.ticks ?? 0;
    await told('audio-dropped');
    for (let turn = 0; turn < 100; turn += 1) {
      rig.pass(20);
      await new Promise(setImmediate);
    }
    const played = 20 * ((rig.statistics?.ticks ?? 0) - began);
    const dropped = rig.all('audio-dropped');
    const sum = dropped.reduce((total, { milliseconds }) => total + milliseconds, 0);

    expect(dropped.every(({ direction }) => direction === 'in')).toBe(true);
    expect(sum).toBeLessThanOrEqual(19_000);
    expect(sum).toBeGreaterThanOrEqual(19_000 - played);
  });

  it('leaves out what the program does not read, and tells so', async () => {
    const call = await open({ format: 'slin192' });
    call.stopReading();
    rig.play(leg('x'), tone(1000));

    expect(await told('audio-dropped')).toMatchObject({ direction: 'out' });
    expect(rig.all('leg-ended')).toEqual([]);
  });

  it('ends after the configured time without audio, and not before', async () => {
    await open({ timeoutMs: 2000 });
    rig.play(leg('x'), tone(1000));
    rig.pass(3000);
    expect(rig.all('leg-ended')).toEqual([]);
    rig.send({ do: 'close-leg', leg: 'x' });
    await open({ timeoutMs: 2000 });
    rig.pass(1980);
    expect(rig.all('leg-ended')).toEqual([]);
    rig.pass(40);

    expect(rig.all('leg-ended')).toMatchObject([{ isFault: true }]);
  });

  it('is lost with its connection, once', async () => {
    const call = await open();
    call.abort();
    await told('leg-ended');
    rig.pass(100);

    expect(rig.all('leg-ended')).toMatchObject([{ leg: 'x', isFault: true }]);
  });

  it('waits a second for the rest of a message that goes on coming', async () => {
    const call = await open();
    for (const byte of [0x10, 0, 4, 1, 2, 3]) {
      call.write(Buffer.from([byte]));
      rig.pass(20);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(rig.all('leg-ended')).toEqual([]);
    rig.pass(1000);

    expect(rig.all('leg-ended')).toMatchObject([{ isFault: true, reason: expect.stringContaining('rest') as string }]);
  });

  it('works in a thread of its own, and ends with it', async () => {
    const media = startMediaThread({ program });
    const remote = { host: '127.0.0.1', port: peer.port };
    const form = { format: 'slin', rate: 8000 };
    media.send({ do: 'open-audio-socket', leg: legId('x'), form, remote, uuid, timeoutMs: undefined });
    const call = await peer.next();
    await new Promise<void>((resolve) => media.on({ 'leg-opened': () => resolve() }));
    media.send({ do: 'start-leg', leg: legId('x') });
    media.send({ do: 'play', play: 'p', target: leg('x'), source: tone(1000), offset: 0, inBackground: false });
    await call.until(10, 0x10);
    await media.close();

    expect(call.heard[0]).toMatchObject({ kind: 0x01 });
    expect(await call.ended).toBe('closed');
  });

  it('tries all addresses of a name', async () => {
    ask({ host: 'localhost' });

    expect(await told('leg-opened')).toMatchObject({ leg: 'x' });
  });

  it.each([
    ['nobody listens', async () => ({ port: await freePort() }), 'ECONNREFUSED'],
    ['there is no such host', async () => ({ host: 'nobody.invalid' }), 'nobody.invalid'],
    ['it cannot carry the format', async () => ({ format: 'ulaw' }), 'ulaw'],
  ])('is not opened when %s', async (_why, request, reason) => {
    ask(await request());

    expect(await told('leg-failed')).toMatchObject({ leg: 'x', reason: expect.stringContaining(reason) as string });
    expect(rig.statistics?.legs).toBe(0);
  });

  it('that is closed while it is being opened closes its connection too', async () => {
    ask();
    rig.send({ do: 'close-leg', leg: 'x' });
    const call = await peer.next();

    expect(await call.ended).toBe('closed');
    expect(rig.all('leg-opened')).toEqual([]);
    expect(rig.statistics?.legs).toBe(0);
  });

  it('gives its connection back, whichever side ends it', async () => {
    const before = openFiles('socket:');
    for (const end of ['ours', 'theirs'] as const) {
      const call = await open();
      if (end === 'theirs') call.close();
      else rig.send({ do: 'close-leg', leg: 'x' });
      expect(await call.ended).toBe('closed');
      rig.send({ do: 'close-leg', leg: 'x' });
    }
    while (peer.size > 0) await new Promise(setImmediate);
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);

    expect(openFiles('socket:')).toBeLessThanOrEqual(before);
  });
});

/** One that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
