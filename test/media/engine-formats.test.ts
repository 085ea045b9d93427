import { makeCodec } from '../../src/media/codecs/make-codec';
import { amplitudeAt, bridge, files, leg, MediaRig, tone } from './engine-rig';

let rig: MediaRig;
beforeEach(() => {
  rig = new MediaRig();
});
afterEach(() => rig.close());

/** Whether a format could have carried just these samples: coded once more, they stay as they are. */
function isOf(format: string, samples: Int16Array): boolean {
  const codec = makeCodec(format);
  if (codec === undefined) throw new Error(`there is no codec ${format}`);
  const again = codec.decode(codec.encode(samples));
  return samples.every((sample, at) => sample === again[at]);
}

describe('a pair', () => {
  test.each(['ulaw', 'alaw'])('in %s hands over what that leaves of the audio', async (format) => {
    rig.pair('near', 'far', 8000, format);
    rig.play(leg('far'), tone(1000));
    const heard = await rig.hear(leg('near'), 400);
    expect(amplitudeAt(heard.subarray(800), 1000)).toBeGreaterThan(1000);
    expect(isOf(format, heard.subarray(800))).toBe(true);
  });

  test('in signed linear hands over the samples as they are', async () => {
    rig.pair('near', 'far', 8000, 'slin');
    rig.play(leg('far'), tone(1000));
    const heard = await rig.hear(leg('near'), 400);
    expect(isOf('ulaw', heard)).toBe(false);
  });

  test('in G.722 carries what a narrow band could not, in both directions', async () => {
    rig.pair('near', 'far', 16_000, 'g722');
    rig.play(leg('far'), tone(6000));
    rig.play(leg('near'), tone(700));
    const [near, far] = await rig.hearAll([leg('near'), leg('far')], 400, 'sln16');
    expect(amplitudeAt(near?.subarray(1600) ?? new Int16Array(0), 6000, 16_000)).toBeGreaterThan(1000);
    expect(amplitudeAt(far?.subarray(1600) ?? new Int16Array(0), 700, 16_000)).toBeGreaterThan(1000);
  });

  test('in a format without a codec still carries audio', async () => {
    rig.pair('near', 'far', 8000, 'gsm');
    rig.play(leg('far'), tone(1000));
    expect(amplitudeAt(await rig.hear(leg('near'), 400), 1000)).toBeGreaterThan(1000);
  });
});

describe('what is played to a bridge', () => {
  test('is heard in full by those who can hear it', async () => {
    rig.conference('b', ['a'], 16_000);
    rig.play(bridge('b'), tone(6000));
    const heard = await rig.hear(leg('a-far'), 400, 'sln16');
    expect(amplitudeAt(heard.subarray(1600), 6000, 16_000)).toBeGreaterThan(1000);
  });

  test('loses what the form of its announcer cannot carry', async () => {
    rig.conference('b', ['a'], 16_000);
    rig.play(bridge('b'), tone(3000), { viaCodec: { format: 'slin', rate: 8000 } });
    const low = await rig.hear(leg('a-far'), 400, 'sln16');
    expect(amplitudeAt(low.subarray(1600), 3000, 16_000)).toBeGreaterThan(1000);
    rig.play(bridge('b'), files(rig.sineFile('six.sln16', { frequency: 6000, duration: 2000 })), {
      viaCodec: { format: 'slin', rate: 8000 },
    });
    const high = await rig.hear(leg('a-far'), 400, 'sln16');
    expect(amplitudeAt(high.subarray(1600), 6000, 16_000)).toBeLessThan(20);
  });

  test('sounds like the codec of its announcer, and keeps its form when the bridge gets better', async () => {
    rig.conference('b', ['a']);
    rig.play(bridge('b'), tone(1000), { viaCodec: { format: 'ulaw', rate: 8000 } });
    expect(isOf('ulaw', await rig.hear(leg('a-far'), 400))).toBe(true);
    rig.pair('wide', 'wide-far', 16_000);
    rig.send({ do: 'join-bridge', bridge: 'b', leg: 'wide', role: { isMuted: false, isAnnouncer: false } });
    const heard = await rig.hear(leg('wide-far'), 400, 'sln16');
    expect(amplitudeAt(heard.subarray(1600), 1000, 16_000)).toBeGreaterThan(1000);
  });
});

describe('a recording of a bridge', () => {
  test('loses what the form of its recorder cannot carry, whatever the file could hold', async () => {
    rig.conference('b', ['a'], 16_000);
    rig.play(leg('a-far'), files(rig.sineFile('six.sln16', { frequency: 6000, duration: 2000 })));
    const narrow = rig.record(bridge('b'), 'sln16', { viaCodec: { format: 'ulaw', rate: 8000 } });
    const wide = rig.record(bridge('b'), 'sln16');
    rig.pass(400);
    const [lossy, full] = await rig.stopAll([narrow, wide]);
    expect(amplitudeAt(full?.subarray(1600) ?? new Int16Array(0), 6000, 16_000)).toBeGreaterThan(1000);
    expect(amplitudeAt(lossy?.subarray(1600) ?? new Int16Array(0), 6000, 16_000)).toBeLessThan(50);
  });

  test('in the form of µ-law holds only what µ-law can say', async () => {
    rig.conference('b', ['a']);
    rig.play(leg('a-far'), tone(1000));
    const record = rig.record(bridge('b'), 'sln', { viaCodec: { format: 'ulaw', rate: 8000 } });
    rig.pass(400);
    const [heard] = await rig.stopAll([record]);
    expect(heard?.length).toBe(3200);
    expect(isOf('ulaw', heard ?? new Int16Array(0))).toBe(true);
  });
});
