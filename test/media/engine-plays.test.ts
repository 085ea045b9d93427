import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { amplitudeAt, bridge, correlation, files, leg, MediaRig, noise, placeIn, tone } from './engine-rig';

describe('a play', () => {
  let rig: MediaRig;

  beforeEach(() => {
    rig = new MediaRig();
    rig.pair('one', 'other');
  });

  afterEach(() => rig.close());

  const noiseFile = (name = 'noise.sln', seconds = 2) => rig.file(name, (rate) => noise(rate * seconds));

  it('of a file is heard as the file, told when it starts and when it ends, and where', async () => {
    const whole = noise(16_000);
    const play = rig.play(leg('one'), files(noiseFile()));

    const heard = await rig.hear(leg('other'), 2200);

    expect(correlation(heard.subarray(160, 160 + 16_000), whole)).toBeCloseTo(1, 6);
    expect(rig.notices.filter((notice) => 'play' in notice)).toEqual([
      { tell: 'play-started', play },
      { tell: 'play-ended', play, position: 2000 },
    ]);
  });

  it.each(['ulaw', 'alaw', 'wav', 'wav16', 'g722', 'sln24', 'sln48', 'sln44', 'sln192'])(
    'of a %s file has the pitch and level of the file',
    async (format) => {
      rig.play(leg('one'), files(rig.sineFile(`sine.${format}`, { frequency: 440, duration: 1000 })));
      rig.pass(100);

      const level = amplitudeAt(await rig.hear(leg('other'), 800), 440);

      expect(level).toBeGreaterThan(7700);
      expect(level).toBeLessThan(8300);
    },
  );

  it('of several files goes from one to the next without a gap', async () => {
    const whole = noise(1000);
    const paths = [
      rig.file('first.sln', () => whole.subarray(0, 333)),
      rig.file('empty.sln', () => new Int16Array(0)),
      rig.file('second.sln', () => whole.subarray(333)),
    ];
    const play = rig.play(leg('one'), files(...paths));

    const heard = await rig.hear(leg('other'), 200);

    expect([...heard.subarray(160, 1160)]).toEqual([...whole]);
    expect(rig.all('play-ended')).toMatchObject([{ play }]);
  });

  it('of files at different rates goes on with the next one at its own', async () => {
    const low = rig.sineFile('low.sln', { frequency: 400, duration: 500 });
    const high = rig.sineFile('high.sln16', { frequency: 1200, duration: 500 });
    rig.play(leg('one'), files(low, high));

    const heard = await rig.hear(leg('other'), 1040);

    expect(amplitudeAt(heard.subarray(160, 4000), 400)).toBeGreaterThan(7500);
    expect(amplitudeAt(heard.subarray(4400, 8000), 1200)).toBeGreaterThan(7500);
    expect(rig.all('play-ended')).toMatchObject([{ position: 1000 }]);
  });

  it('without an end starts over', async () => {
    const path = noiseFile('loop.sln', 1);
    rig.play(leg('one'), { kind: 'files', files: [path], isEndless: true });

    const heard = await rig.hear(leg('other'), 5020);

    expect(placeIn(noise(8000), heard.subarray(160 + 3 * 8000))).toBe(0);
    expect(rig.all('play-ended')).toEqual([]);
  });

  it('without an end may start over with a later file, and is found there by its place', async () => {
    const first = rig.sineFile('first.sln', { frequency: 400, duration: 500 });
    const last = rig.sineFile('last.sln', { frequency: 1200, duration: 500 });
    const source = { kind: 'files', files: [first, last], isEndless: true, loopsFrom: 1 } as const;
    rig.play(leg('one'), source);
    const heard = await rig.hear(leg('other'), 2020);
    rig.play(leg('one'), source, { offset: 1700 });
    const later = await rig.hear(leg('other'), 520);

    expect(amplitudeAt(heard.subarray(320, 4000), 400)).toBeGreaterThan(7500);
    for (const from of [4320, 8320, 12_320])
      expect(amplitudeAt(heard.subarray(from, from + 3600), 1200)).toBeGreaterThan(7500);
    expect(amplitudeAt(later.subarray(320), 1200)).toBeGreaterThan(7500);
  });

  it('begins at its offset, and ends at once behind the end', async () => {
    rig.play(leg('one'), files(noiseFile()), { offset: 1500 });
    const heard = await rig.hear(leg('other'), 200);
    const late = rig.play(leg('one'), files(noiseFile()), { offset: 5000 });
    rig.pass(40);

    expect(placeIn(noise(16_000), heard)).toBe(1500);
    expect(rig.all('play-ended').at(-1)).toEqual({ tell: 'play-ended', play: late, position: 2000 });
  });

  it('is silent while it is paused and goes on from there', async () => {
    const play = rig.play(leg('one'), files(noiseFile()));
    rig.pass(500);
    rig.send({ do: 'pause-play', play });
    rig.pass(20);
    const paused = await rig.hear(leg('other'), 1000);
    rig.send({ do: 'resume-play', play });
    const resumed = await rig.hear(leg('other'), 200);

    expect(paused.some((sample) => sample !== 0)).toBe(false);
    expect(placeIn(noise(16_000), resumed)).toBe(500);
  });

  it('goes forward, back and to its start, never before it', async () => {
    const play = rig.play(leg('one'), files(noiseFile()));
    const placeAfter = async (
      command: { do: 'seek-play'; play: string; by: number } | { do: 'restart-play'; play: string },
    ) => {
      rig.send(command);
      rig.pass(20);
      return placeIn(noise(16_000), await rig.hear(leg('other'), 80));
    };

    expect(await placeAfter({ do: 'seek-play', play, by: 1000 })).toBe(1000);
    expect(await placeAfter({ do: 'seek-play', play, by: -500 })).toBe(600);
    expect(await placeAfter({ do: 'seek-play', play, by: -5000 })).toBe(0);
    expect(await placeAfter({ do: 'restart-play', play })).toBe(0);
    rig.send({ do: 'seek-play', play, by: 9000 });
    rig.pass(20);
    expect(rig.all('play-ended')).toEqual([{ tell: 'play-ended', play, position: 2000 }]);
  });

  it('goes back into the file before', async () => {
    const whole = noise(16_000);
    const [first, second] = [whole.subarray(0, 8000), whole.subarray(8000)];
    const play = rig.play(
      leg('one'),
      files(
        rig.file('1.sln', () => first),
        rig.file('2.sln', () => second),
      ),
    );
    rig.pass(1500);

    rig.send({ do: 'seek-play', play, by: -1000 });
    rig.pass(20);

    expect(placeIn(whole, await rig.hear(leg('other'), 100))).toBe(500);
  });

  it('tells where it was stopped, and that only once', () => {
    const play = rig.play(leg('one'), files(noiseFile()));
    rig.pass(300);
    rig.send({ do: 'stop-play', play }, { do: 'stop-play', play }, { do: 'pause-play', play });
    rig.pass(40);

    expect(rig.all('play-ended')).toEqual([{ tell: 'play-ended', play, position: 300 }]);
  });

  it('stops the one before it on the same target', async () => {
    const first = rig.play(leg('one'), tone(440));
    rig.pass(100);
    rig.play(leg('one'), tone(1000));
    rig.pass(40);

    const heard = await rig.hear(leg('other'), 400);

    expect(rig.all('play-ended')).toEqual([{ tell: 'play-ended', play: first, position: 100 }]);
    expect(amplitudeAt(heard, 440)).toBeLessThan(1);
    expect(amplitudeAt(heard, 1000)).toBeGreaterThan(5000);
  });

  it('to a member of a bridge is heard only by that one, instead of the others', async () => {
    rig.conference('room', ['a', 'b', 'c']);
    rig.play(leg('a-far'), tone(440));
    rig.play(leg('b'), tone(1000));
    rig.pass(100);

    const [b, c] = await rig.hearAll([leg('b-far'), leg('c-far')], 400);

    expect(amplitudeAt(b ?? new Int16Array(0), 440)).toBeLessThan(1);
    expect(amplitudeAt(b ?? new Int16Array(0), 1000)).toBeGreaterThan(5000);
    expect(amplitudeAt(c ?? new Int16Array(0), 440)).toBeGreaterThan(5000);
    expect(amplitudeAt(c ?? new Int16Array(0), 1000)).toBeLessThan(1);
  });

  it('to a bridge is heard by all in it, at any rate', async () => {
    rig.conference('room', ['a', 'b']);
    rig.play(bridge('room'), files(rig.sineFile('sine.sln16', { frequency: 440, duration: 4000 })));
    rig.pass(100);
    const [a, b] = await rig.hearAll([leg('a-far'), leg('b-far')], 400);
    rig.conference('room', ['wide'], 16_000);
    rig.pass(100);
    const [stillA, wide] = await rig.hearAll([leg('a-far'), leg('wide-far')], 400);

    for (const heard of [a, b, stillA, wide])
      expect(amplitudeAt(heard ?? new Int16Array(0), 440)).toBeGreaterThan(7700);
  });

  it('in the background gives way to one in the foreground, and goes on from where it was', async () => {
    const music = rig.play(leg('one'), files(noiseFile('music.sln', 4)), { inBackground: true });
    rig.pass(500);
    rig.play(leg('one'), files(rig.sineFile('hello.sln', { frequency: 440, duration: 400 })));
    rig.pass(20);
    const hello = await rig.hear(leg('other'), 380);
    rig.pass(20);
    const after = await rig.hear(leg('other'), 100);
    rig.send({ do: 'stop-play', play: music });
    rig.pass(20);

    expect(amplitudeAt(hello, 440)).toBeGreaterThan(7700);
    expect(placeIn(noise(32_000), after)).toBe(500);
    expect(rig.all('play-ended').map(({ position }) => position)).toEqual([400, 620]);
  });

  it('of silence in the background leaves a leg able to hear its bridge, and music does not', async () => {
    rig.conference('room', ['a', 'b']);
    rig.play(leg('a-far'), tone(440));
    const silence = rig.play(leg('b'), { kind: 'silence' }, { inBackground: true });
    rig.pass(100);
    const heardWithSilence = await rig.hear(leg('b-far'), 400);
    rig.play(leg('b'), files(noiseFile()), { inBackground: true });
    rig.pass(40);
    const heardWithMusic = await rig.hear(leg('b-far'), 400);

    expect(amplitudeAt(heardWithSilence, 440)).toBeGreaterThan(5000);
    expect(amplitudeAt(heardWithMusic, 440)).toBeLessThan(1500);
    expect(rig.all('play-ended')).toMatchObject([{ play: silence }]);
  });

  it.each([
    ['that is not there', () => 'nothing.wav'],
    ['whose header lies', () => 'RIFF\u00ff\u00ff\u00ff\u00ffWAVEfmt '],
    ['of a format that cannot be played', () => ''],
  ])('of a file %s fails, and nothing else does', async (title, make) => {
    const path = join(rig.folder, title.includes('format') ? 'x.mp3' : 'x.wav');
    if (!title.includes('not there')) writeFileSync(path, make(), 'latin1');
    rig.play(leg('other'), tone(440));
    const bad = rig.play(leg('one'), files(path));

    const heard = await rig.hear(leg('one'), 400);

    expect(rig.all('play-ended')).toEqual([
      { tell: 'play-ended', play: bad, position: 0, failed: expect.stringMatching(/./) as string },
    ]);
    expect(amplitudeAt(heard, 440)).toBeGreaterThan(5000);
    expect(rig.losses).toEqual([]);
  });

  it('fails as a whole when a later file cannot be played, or when endless files hold no audio', () => {
    rig.play(
      leg('one'),
      files(rig.sineFile('ok.sln', { frequency: 440, duration: 100 }), join(rig.folder, 'gone.sln')),
    );
    rig.play(leg('other'), { kind: 'files', files: [rig.file('empty.sln', () => new Int16Array(0))], isEndless: true });
    rig.pass(400);

    expect(rig.all('play-ended')).toMatchObject([
      { position: 0, failed: 'there is no audio in these files' },
      { position: 100, failed: expect.stringContaining('gone.sln') as string },
    ]);
  });

  it('to an unknown target fails', () => {
    rig.play(leg('nobody'), tone(440));
    rig.pass(20);

    expect(rig.all('play-ended')).toMatchObject([{ position: 0, failed: 'there is no target to play to' }]);
  });
});
