import type { MediaDirection } from '../../src/media/protocol';
import { amplitudeAt, files, leg, MediaRig, tone } from './engine-rig';

describe('a leg that is listened to', () => {
  let rig: MediaRig;

  beforeEach(() => {
    rig = new MediaRig();
    rig.conference('room', ['a', 'b']);
  });

  afterEach(() => rig.close());

  const tap = (spy: MediaDirection, whisper: MediaDirection) =>
    rig.send({ do: 'open-tap', leg: 'spy', spied: 'a', spy, whisper });

  const levels = (heard: Int16Array = new Int16Array(0)) =>
    [440, 1000, 1600].map((frequency) => (amplitudeAt(heard, frequency) > 5000 ? frequency : 0)).filter(Boolean);

  it.each([
    ['in', [440]],
    ['out', [1000]],
    ['both', [440, 1000]],
    ['none', []],
  ] as const)('gives a tap what it says and hears: %s', async (spy, want) => {
    tap(spy, 'none');
    rig.play(leg('a-far'), tone(440));
    rig.play(leg('b-far'), tone(1000));
    rig.pass(100);

    expect(levels(await rig.hear(leg('spy'), 400))).toEqual(want);
  });

  it.each([
    ['in', { a: [1000], b: [440, 1600] }],
    ['out', { a: [1000, 1600], b: [440] }],
    ['both', { a: [1000, 1600], b: [440, 1600] }],
    ['none', { a: [1000], b: [440] }],
  ] as const)('is whispered to, or spoken for: %s', async (whisper, want) => {
    tap('both', whisper);
    rig.play(leg('a-far'), tone(440));
    rig.play(leg('b-far'), tone(1000));
    rig.play(leg('spy'), tone(1600));
    rig.pass(100);

    const [a, b, spy] = await rig.hearAll([leg('a-far'), leg('b-far'), leg('spy')], 400);

    expect({ a: levels(a), b: levels(b) }).toEqual(want);
    expect(levels(spy)).toEqual([440, 1000]);
  });

  it('is whispered to while all others are silent', async () => {
    tap('none', 'both');
    rig.play(leg('spy'), tone(1600));
    rig.pass(100);

    const [a, b] = await rig.hearAll([leg('a-far'), leg('b-far')], 400);

    expect([levels(a), levels(b)]).toEqual([[1600], [1600]]);
  });

  it('may be a tap itself', async () => {
    tap('in', 'none');
    rig.send({ do: 'open-tap', leg: 'spy on spy', spied: 'spy', spy: 'both', whisper: 'none' });
    rig.play(leg('a-far'), tone(440));
    rig.pass(100);

    expect(levels(await rig.hear(leg('spy on spy'), 400))).toEqual([440]);
  });

  it('is heard by a tap although it is muted', async () => {
    tap('both', 'none');
    rig.send({ do: 'mute-leg', leg: 'a', muted: 'both' });
    rig.play(leg('a-far'), tone(440));
    rig.play(leg('b-far'), tone(1000));
    rig.pass(100);

    expect(levels(await rig.hear(leg('spy'), 400))).toEqual([440, 1000]);
  });

  it('may go before its tap, which then hears nothing', async () => {
    tap('both', 'both');
    rig.play(leg('spy'), tone(1600));
    rig.pass(100);
    rig.send({ do: 'close-leg', leg: 'a' });

    const heard = await rig.hear(leg('spy'), 400);

    expect(heard.some((sample) => sample !== 0)).toBe(false);
    expect(rig.losses).toEqual([]);
  });
});

describe('detectors on a leg', () => {
  let rig: MediaRig;

  beforeEach(() => {
    rig = new MediaRig();
    rig.pair('one', 'caller');
  });

  afterEach(() => rig.close());

  it('tell within two frames when talking starts, and how long it was when it ended', () => {
    rig.send({ do: 'detect-talk', leg: 'one', silence: 500, threshold: 256 });
    rig.play(leg('caller'), files(rig.sineFile('talk.sln', { frequency: 440, duration: 600 })));
    rig.pass(40);
    const started = rig.all('talk-started').length;
    rig.pass(2000);

    expect(started).toBe(1);
    expect(rig.all('talk-ended')).toEqual([{ tell: 'talk-ended', leg: 'one', duration: 600 }]);
  });

  it('find digits and tones, of a muted leg too, until they are taken away', () => {
    const digit = { once: false, frequencies: [697, 1209] as const, isModulated: false, duration: 100 };
    const pause = { once: false, frequencies: [0, 0] as const, isModulated: false, duration: 100 };
    rig.send({ do: 'detect-digits', leg: 'one' }, { do: 'detect-tone', leg: 'one', frequency: 2100, duration: 200 });
    rig.send({ do: 'mute-leg', leg: 'one', muted: 'both' });
    const dialling = rig.play(leg('caller'), { kind: 'tone', steps: [digit, pause] });
    rig.pass(620);
    rig.send({ do: 'stop-play', play: dialling });
    rig.play(leg('caller'), tone(2100));
    rig.pass(400);
    rig.send({ do: 'stop-detecting', leg: 'one', what: 'digits' }, { do: 'stop-detecting', leg: 'one', what: 'tone' });
    rig.play(leg('caller'), { kind: 'tone', steps: [digit, pause] });
    rig.pass(400);

    expect(rig.all('digit').map(({ digit: text }) => text)).toEqual(['1', '1', '1']);
    expect(rig.all('tone-detected')).toEqual([{ tell: 'tone-detected', leg: 'one' }]);
  });
});
