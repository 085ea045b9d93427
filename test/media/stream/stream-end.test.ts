import { optimalFrameSize } from '../../../src/drivers/websocket/frame-size';
import { codecNames, makeCodec } from '../../../src/media/codecs/make-codec';
import { audioForm } from '../../../src/engine/calls/channel/formats';
import { goertzel, rms } from '../../../src/media/samples/levels';
import { startMediaThread } from '../../../src/media/thread/media-thread';
import type { MediaCommand, MediaNotice } from '../../../src/media/protocol';
import { MediaRig, leg, tone } from '../engine-rig';
import { legId } from '../../../src/shared/ids';
import { listenToAll } from '../../support/media/media-notices';
import { mediaProgram } from '../../support/media/media-program';

const open = (id: string, format: string, frameSize = optimalFrameSize(format)): MediaCommand => ({
  do: 'open-stream',
  leg: legId(id),
  form: audioForm(format),
  frameSize,
  orders: [],
  flow: { takes: true, gives: true },
});
const play = (id: string): MediaCommand => ({
  do: 'play',
  play: 'p',
  target: leg(id),
  source: tone(1000),
  offset: 0,
  inBackground: false,
});
const bytesTo = (id: string, notices: readonly MediaNotice[]): readonly Uint8Array[] =>
  notices.flatMap((notice) => (notice.tell === 'stream-bytes' && notice.leg === id ? [notice.bytes] : []));

/** How much of all that is heard is a tone of 1000 Hz; 1 for nothing else. */
function purity(samples: Int16Array, rate: number): number {
  return goertzel(samples, 1000, rate) / Math.SQRT2 / rms(samples);
}

describe('a stream', () => {
  let rig: MediaRig;
  beforeEach(() => {
    rig = new MediaRig();
  });
  afterEach(() => rig.close());

  const linear = codecNames.filter((format) => optimalFrameSize(format) > 0);

  it.each(linear)('carries %s in frames of the size that is told, there and back', (format) => {
    rig.send(open('a', format), open('b', 'slin'), play('a'));
    rig.pass(600);
    const frames = bytesTo('a', rig.notices);
    expect(new Set(frames.map(({ length }) => length))).toEqual(new Set([optimalFrameSize(format)]));

    rig.send({ do: 'stop-play', play: 'p' });
    rig.send({ do: 'open-bridge', bridge: 'x', mixes: 'all' });
    for (const id of ['a', 'b'])
      rig.send({ do: 'join-bridge', bridge: 'x', leg: id, role: { isMuted: false, isAnnouncer: false } });
    rig.send({ do: 'stream-bytes', leg: 'a', bytes: Uint8Array.from(frames.flatMap((frame) => [...frame])) });
    rig.pass(600);
    const codec = makeCodec('slin');
    const heard = bytesTo('b', rig.notices).flatMap((frame) => [...(codec?.decode(frame) ?? [])]);
    expect(purity(Int16Array.from(heard.slice(800, 3200)), 8000)).toBeGreaterThan(0.95);
  });

  it('plays messages of any length without a gap where they are passed through', () => {
    rig.send(open('a', 'ulaw', 0), { do: 'echo-leg', leg: 'a', on: true });
    const bytes = Uint8Array.from({ length: 1600 }, (_, at) => at % 256);
    for (const [from, to] of [
      [0, 80],
      [80, 240],
      [240, 1600],
    ])
      rig.send({ do: 'stream-bytes', leg: 'a', bytes: bytes.slice(from, to) });
    rig.pass(240);

    const codec = makeCodec('ulaw');
    const heard = bytesTo('a', rig.notices).flatMap((frame) => [...frame]);
    const samples = (all: Uint8Array): number[] => [...(codec?.decode(all) ?? [])];
    expect(samples(Uint8Array.from(heard))).toEqual(samples(bytes));
  });

  it('gives nothing to who does not want it, and takes nothing from who shall not speak', () => {
    rig.send(open('a', 'ulaw'), { do: 'echo-leg', leg: 'a', on: true });
    rig.send({ do: 'stream-bytes', leg: 'a', bytes: new Uint8Array(320) });
    rig.send({ do: 'stream-flow', leg: 'a', flow: { takes: false, gives: true } });
    rig.send({ do: 'stream-bytes', leg: 'a', bytes: new Uint8Array(320) });
    rig.pass(100);
    rig.send({ do: 'stream-flow', leg: 'a', flow: { takes: true, gives: false } });
    rig.send({ do: 'stream-bytes', leg: 'a', bytes: new Uint8Array(320) });
    rig.pass(100);
    expect(bytesTo('a', rig.notices)).toEqual([]);

    rig.send({ do: 'stream-flow', leg: 'a', flow: { takes: true, gives: true } });
    rig.send({ do: 'stream-bytes', leg: 'a', bytes: new Uint8Array(320) });
    rig.pass(100);
    expect(bytesTo('a', rig.notices)).toHaveLength(2);
  });

  it('is not opened for a format without a codec, nor twice', () => {
    rig.send(open('a', 'gsm', 33), open('b', 'ulaw'), open('b', 'ulaw'));
    rig.pass(20);

    expect(rig.notices).toEqual([
      { tell: 'leg-failed', leg: 'a', reason: 'there is no codec for the format gsm' },
      { tell: 'leg-failed', leg: 'b', reason: 'there is a leg b already' },
    ]);
    rig.send({ do: 'stream-order', leg: 'a', order: { order: 'status' } });
    rig.pass(20);
    expect(rig.losses).toEqual([]);
  });

  it('crosses between threads, in pieces small and large', async () => {
    const media = startMediaThread({
      program: mediaProgram(),
    });
    try {
      const notices: MediaNotice[] = [];
      const enough = new Promise<void>((resolve) =>
        listenToAll(media, (notice) => {
          notices.push(notice);
          if (bytesTo('a', notices).length === 4) resolve();
        }),
      );
      media.send(open('a', 'slin192'));
      media.send({ do: 'echo-leg', leg: legId('a'), on: true });
      media.send({ do: 'stream-bytes', leg: legId('a'), bytes: new Uint8Array(4 * 7680) });
      await enough;

      expect(bytesTo('a', notices).map(({ length }) => length)).toEqual([7680, 7680, 7680, 7680]);
    } finally {
      await media.close();
    }
  });
});
