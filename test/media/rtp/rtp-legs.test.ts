import type { Socket } from 'node:dgram';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { makeCodec } from '../../../src/media/codecs/make-codec';
import { someRtpMedia } from '../../support/media/rtp-media';
import { amplitudeAt, bridge, leg, MediaRig, sine, tone } from '../engine-rig';

const ports = { first: 30_000, last: 39_999 };

/** Two neighbouring ports: one for audio, one for reports. */
async function peerSockets(): Promise<{ readonly audio: Socket; readonly reports: Socket; readonly port: number }> {
  for (;;) {
    const [audio, reports] = [createSocket('udp4'), createSocket('udp4')];
    audio.bind(0, '127.0.0.1');
    await once(audio, 'listening');
    const { port } = audio.address();
    try {
      reports.bind(port + 1, '127.0.0.1');
      await once(reports, 'listening');
      return { audio, reports, port };
    } catch {
      audio.close();
      reports.close();
    }
  }
}

describe('a leg that leads outside by RTP', () => {
  let rig: MediaRig;
  let peer: Awaited<ReturnType<typeof peerSockets>>;
  beforeEach(async () => {
    rig = new MediaRig();
    peer = await peerSockets();
  });
  afterEach(async () => {
    await rig.close();
    peer.audio.close();
    peer.reports.close();
  });

  const ask = (id: string, port = peer.port): void => {
    const remote = { host: '127.0.0.1', port };
    rig.send(
      { do: 'reserve-rtp', leg: id, rate: 8000, local: { kind: 'towards', remote }, ports },
      { do: 'configure-rtp', leg: id, media: someRtpMedia({ remote }) },
    );
  };

  /** The port at which the leg hears, once it is open. */
  async function opened(id: string): Promise<number> {
    for (;;) {
      rig.pass(20);
      const failed = rig.all('leg-failed').find((notice) => notice.leg === id);
      if (failed !== undefined) throw new Error(failed.reason);
      const told = rig.all('leg-opened').find((notice) => notice.leg === id);
      if (told !== undefined) return told.local.port;
      await new Promise(setImmediate);
    }
  }

  const arrived = async (socket: Socket): Promise<Buffer> => (await once(socket, 'message'))[0] as Buffer;

  it('ends alone when it meets a fault of ours: the others are heard on', async () => {
    ask('a');
    ask('b');
    const port = await opened('a');
    await opened('b');
    const now = performance.now.bind(performance);
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => {
      if (new Error().stack?.includes('rtp-end') === true) throw new Error('no time for a packet');
      return now();
    });
    peer.audio.send(
      Buffer.from([0x80, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 9, ...Array<number>(160).fill(0xff)]),
      port,
      '127.0.0.1',
    );

    while (rig.all('leg-broken').length === 0) {
      rig.pass(20);
      await new Promise(setImmediate);
    }
    clock.mockRestore();
    rig.play(leg('b'), tone(1000));
    rig.pass(100);
    await arrived(peer.audio);

    expect(rig.all('leg-broken')).toEqual([
      {
        tell: 'leg-broken',
        leg: 'a',
        reason: 'no time for a packet',
        stack: expect.stringContaining('rtp-end') as string,
      },
    ]);
    expect(rig.losses).toEqual([]);
  });

  it('plays what it was told to play while it was still being opened, and is where it was put', async () => {
    rig.send({ do: 'open-bridge', bridge: 'b', mixes: 'all' });
    ask('a');
    rig.play(leg('a'), tone(1000));
    rig.send({ do: 'join-bridge', bridge: 'b', leg: 'a', role: { isMuted: false, isAnnouncer: false } });
    await opened('a');

    const heard = arrived(peer.audio);
    rig.pass(20);

    expect((await heard).length).toBe(12 + 160);
    expect(rig.all('play-ended')).toEqual([]);
  });

  /** The types of the parts of a report, by RFC 3550: 200 of a sender, 201 of a receiver, 202 a description, 203 BYE. */
  function partsOf(bytes: Buffer): readonly number[] {
    const types: number[] = [];
    for (let at = 0; at < bytes.length; at += 4 * (bytes.readUInt16BE(at + 2) + 1)) types.push(bytes.readUInt8(at + 1));
    return types;
  }

  it('sends an RTCP BYE when it is closed, unless it has sent nothing at all', async () => {
    ask('silent');
    ask('heard');
    await opened('silent');
    await opened('heard');
    rig.play(leg('heard'), tone(1000));
    rig.pass(20);
    const first = arrived(peer.reports);
    rig.send({ do: 'close-leg', leg: 'silent' }, { do: 'close-leg', leg: 'heard' });

    expect(partsOf(await first)).toEqual([200, 202, 203]);
  });

  it('sends an RTCP BYE when it is closed after a report, although it has sent no audio', async () => {
    ask('a');
    await opened('a');
    const report = arrived(peer.reports);
    rig.pass(6000);
    expect(partsOf(await report)).toEqual([201, 202]);
    const last = arrived(peer.reports);
    rig.send({ do: 'close-leg', leg: 'a' });

    expect(partsOf(await last)).toEqual([201, 202, 203]);
  });

  it('does without reports where there is no port for them', async () => {
    ask('a', 65_535);
    await opened('a');
    rig.pass(6000);
    rig.send({ do: 'close-leg', leg: 'a' });
    rig.pass(20);

    expect(rig.losses).toEqual([]);
  });

  it('accepts the negotiated source, whatever another one sent before', async () => {
    ask('a');
    const port = await opened('a');
    rig.send({ do: 'open-bridge', bridge: 'b', mixes: 'all' });
    rig.send({ do: 'join-bridge', bridge: 'b', leg: 'a', role: { isMuted: false, isAnnouncer: false } });
    const stranger = createSocket('udp4');
    for (let count = 0; count < 8; count += 1) stranger.send(Buffer.from('x'), port, '127.0.0.1');
    const recording = rig.record(bridge('b'));
    const codec = makeCodec('ulaw');
    const voice = sine({ rate: 8000, frequency: 500, duration: 1000, amplitude: 8000 });
    for (let count = 0; count < 50; count += 1) {
      const payload = codec?.encode(voice.subarray(count * 160, (count + 1) * 160)) ?? new Uint8Array();
      const header = Buffer.from([0x80, 0, 0, count, 0, 0, (count * 160) >> 8, (count * 160) & 0xff, 0, 0, 0, 1]);
      await new Promise((sent) => peer.audio.send(Buffer.concat([header, payload]), port, '127.0.0.1', sent));
      await new Promise(setImmediate);
      rig.pass(20);
    }
    stranger.close();
    const [heard = new Int16Array()] = await rig.stopAll([recording]);

    expect(amplitudeAt(heard.subarray(2400, 6400), 500)).toBeGreaterThan(6000);
  });
});
