import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { amplitudeAt, bridge, correlation, files, leg, MediaRig, noise, samplesOf, tone } from './engine-rig';

describe('a recording', () => {
  let rig: MediaRig;

  beforeEach(() => {
    rig = new MediaRig();
    rig.pair('one', 'caller');
  });

  afterEach(() => rig.close());

  it('of a leg is what its far end says, in real time, and on disk only when it is over', async () => {
    const whole = noise(8000);
    rig.play(leg('caller'), files(rig.file('noise.sln', () => whole)));
    const { record, path } = rig.record(leg('one'), 'wav');
    rig.pass(1500);
    const wasThere = existsSync(path);
    rig.send({ do: 'stop-record', record });
    await rig.stored();

    const heard = samplesOf(path);
    expect(wasThere).toBe(false);
    expect(heard).toHaveLength(12_000);
    expect(correlation(heard.subarray(160, 8160), whole)).toBeCloseTo(1, 6);
    expect(rig.notices.filter((notice) => 'record' in notice)).toEqual([
      { tell: 'record-started', record },
      { tell: 'record-ended', record, why: 'stopped', duration: 1500 },
    ]);
  });

  it.each(['wav16', 'ulaw', 'alaw', 'g722', 'sln48'])('is written as %s with pitch and level kept', async (format) => {
    rig.play(leg('caller'), tone(440));
    const { record, path } = rig.record(leg('one'), format);
    rig.pass(1000);
    rig.send({ do: 'stop-record', record });
    await rig.stored();

    const heard = samplesOf(path);
    const rate = heard.length;
    expect(amplitudeAt(heard.subarray(rate / 10), 440, rate)).toBeGreaterThan(5500);
    expect(amplitudeAt(heard.subarray(rate / 10), 440, rate)).toBeLessThan(6100);
  });

  it('ends by itself at its longest duration', async () => {
    const { record, path } = rig.record(leg('one'), 'sln', { maxDuration: 500 });
    rig.pass(2000);
    await rig.stored();

    expect(rig.all('record-ended')).toEqual([{ tell: 'record-ended', record, why: 'duration', duration: 500 }]);
    expect(samplesOf(path)).toHaveLength(4000);
  });

  it.each([
    ['stop-record', 800, 'both together'],
    ['cancel-record', 300, 'itself, and leaves the other one as it was'],
  ] as const)(
    'that continues another one is, after a %s of it, as long (%i ms) as %s',
    async (order, duration, _what) => {
      const path = rig.file('take.wav', () => new Int16Array(4000));
      const file = { path, format: 'wav', appends: true };
      const limits = { beep: undefined, maxDuration: undefined, maxSilence: undefined };
      rig.send({ do: 'record', record: 'second', target: leg('one'), file, ...limits });
      rig.pass(300);
      rig.send({ do: order, record: 'second' });
      await rig.stored();

      expect(rig.all('record-ended')).toMatchObject([{ record: 'second', duration }]);
      expect(samplesOf(path)).toHaveLength(order === 'stop-record' ? 6400 : 4000);
    },
  );

  it('ends by itself after too long a silence, and tells how much talking there was', async () => {
    rig.play(leg('caller'), files(rig.sineFile('talk.sln', { frequency: 440, duration: 600 })));
    const { record } = rig.record(leg('one'), 'sln', { maxSilence: 1000 });
    rig.pass(4000);
    await rig.stored();

    expect(rig.all('record-ended')).toEqual([
      { tell: 'record-ended', record, why: 'silence', duration: 1620, talking: 600, silence: 1020 },
    ]);
  });

  it('takes for silence what is below the level that counts as talking', async () => {
    rig.play(leg('caller'), tone(440));
    rig.pass(100);
    const { record } = rig.record(leg('one'), 'sln', { maxSilence: 1000, talkingLevel: 20_000 });
    rig.pass(2000);
    await rig.stored();

    expect(rig.all('record-ended')).toMatchObject([{ record, why: 'silence', duration: 1000, talking: 0 }]);
  });

  it('leaves out what is said while it is paused, and is silent while it is muted', async () => {
    rig.play(leg('caller'), tone(440));
    rig.pass(100);
    const { record, path } = rig.record(leg('one'), 'sln', { maxSilence: 400 });
    rig.pass(200);
    rig.send({ do: 'pause-record', record });
    rig.pass(1000);
    rig.send({ do: 'resume-record', record }, { do: 'mute-record', record });
    rig.pass(600);
    rig.send({ do: 'unmute-record', record });
    rig.pass(200);
    rig.send({ do: 'stop-record', record });
    await rig.stored();

    const heard = samplesOf(path);
    expect(rig.all('record-ended')).toMatchObject([{ why: 'stopped', duration: 1000, talking: 400 }]);
    expect(amplitudeAt(heard.subarray(0, 1600), 440)).toBeGreaterThan(5500);
    expect(heard.subarray(1600, 6400).some((sample) => sample !== 0)).toBe(false);
    expect(amplitudeAt(heard.subarray(6400), 440)).toBeGreaterThan(5500);
  });

  it('begins after its beep, which its target hears', async () => {
    const beep = rig.sineFile('beep.sln', { frequency: 1000, duration: 200 });
    const heardByCaller = rig.record(leg('caller'));
    const { record, path } = rig.record(leg('one'), 'sln', { beep });
    rig.pass(100);
    await rig.stored();
    const startedEarly = rig.all('record-started').some((notice) => notice.record === record);
    rig.pass(880);
    rig.send({ do: 'stop-record', record }, { do: 'stop-record', record: heardByCaller.record });
    await rig.stored();

    expect(startedEarly).toBe(false);
    expect(samplesOf(path).length).toBeGreaterThanOrEqual(6000);
    expect(samplesOf(path).length).toBeLessThanOrEqual(6400);
    expect(amplitudeAt(samplesOf(heardByCaller.path).subarray(160, 1760), 1000)).toBeGreaterThan(7700);
  });

  it('begins at once when its beep cannot be played, and never when it is stopped before', async () => {
    const missing = rig.record(leg('one'), 'sln', { beep: join(rig.folder, 'no-beep.wav') });
    const beep = rig.sineFile('beep.sln', { frequency: 1000, duration: 200 });
    const stopped = rig.record(leg('caller'), 'sln', { beep });
    rig.pass(40);
    rig.send({ do: 'stop-record', record: stopped.record });
    await rig.stored();

    expect(rig.all('record-started')).toEqual([{ tell: 'record-started', record: missing.record }]);
    expect(rig.all('record-ended')).toMatchObject([{ record: stopped.record, why: 'stopped', duration: 0 }]);
  });

  it('leaves nothing when it is cancelled', async () => {
    const { record } = rig.record(leg('one'));
    rig.pass(100);
    rig.send({ do: 'cancel-record', record });
    await rig.stored();

    expect(rig.all('record-ended')).toEqual([{ tell: 'record-ended', record, why: 'cancelled', duration: 100 }]);
    expect(readdirSync(rig.folder)).toEqual([]);
  });

  it.each(['leg', 'bridge'] as const)('is kept when its %s goes, beep or not', async (kind) => {
    rig.send({ do: 'open-bridge', bridge: 'room', mixes: 'all' });
    const target = kind === 'leg' ? leg('one') : bridge('room');
    const beep = rig.sineFile('beep.sln', { frequency: 1000, duration: 200 });
    const { path } = rig.record(target);
    rig.record(target, 'sln', { beep });
    rig.pass(100);
    rig.send(kind === 'leg' ? { do: 'close-leg', leg: 'one' } : { do: 'close-bridge', bridge: 'room' });
    await rig.stored();

    expect(samplesOf(path)).toHaveLength(800);
    expect(byName(rig.all('record-ended'))).toMatchObject([
      { why: 'target-gone', duration: 100 },
      { why: 'target-gone', duration: 0 },
    ]);
    expect(rig.all('record-started')).toHaveLength(1);
  });

  it('fails when it cannot be written, and nothing else does', async () => {
    writeFileSync(join(rig.folder, 'no-folder'), '');
    const path = join(rig.folder, 'no-folder', 'x.sln');
    const record = 'bad';
    const limits = { beep: undefined, maxDuration: undefined, maxSilence: undefined };
    rig.send({ do: 'record', record, target: leg('one'), file: { path, format: 'sln', appends: false }, ...limits });
    rig.send({
      do: 'record',
      record: 'mp3',
      target: leg('one'),
      file: { path, format: 'mp3', appends: false },
      ...limits,
    });
    const good = rig.record(leg('one'), 'sln', { maxDuration: 100 });
    await rig.link.settled();
    rig.pass(200);
    await rig.stored();

    expect(rig.all('record-started')).toEqual([{ tell: 'record-started', record: good.record }]);
    expect(byName(rig.all('record-ended'))).toMatchObject([
      { record, why: 'failed', duration: 0, failed: expect.stringContaining('x.sln') as string },
      { record: 'mp3', why: 'failed' },
      { record: good.record, why: 'duration' },
    ]);
  });

  it('that the disk is slow for is told when it has its name, and time goes on meanwhile', async () => {
    const { record, path } = rig.record(leg('one'), 'wav');
    rig.pass(100);
    const startedEarly = rig.all('record-started').length;
    rig.send({ do: 'stop-record', record });
    rig.pass(2000);
    const meanwhile = [
      existsSync(path),
      rig.all('record-ended').length,
      rig.all('statistics').at(-1)?.statistics.records,
    ];
    await rig.stored();

    expect(startedEarly).toBe(0);
    expect(meanwhile).toEqual([false, 0, 1]);
    expect(samplesOf(path)).toHaveLength(800);
    expect(rig.notices.filter((notice) => 'record' in notice)).toEqual([
      { tell: 'record-started', record },
      { tell: 'record-ended', record, why: 'stopped', duration: 100 },
    ]);
  });

  it('that the disk does not keep up with fails before it fills the memory, and leaves nothing', async () => {
    const slow = rig.record(leg('one'), 'sln');
    rig.pass(140_000);
    await rig.stored();

    expect(rig.all('record-ended')).toMatchObject([
      { record: slow.record, why: 'failed', failed: expect.stringContaining('the disk is too slow') as string },
    ]);
    expect(readdirSync(rig.folder)).toEqual([]);
  });

  it.each([
    ['while it is made', 100],
    ['before it has begun', 0],
  ])('whose folder goes %s fails, and nothing else does', async (_when, milliseconds) => {
    const path = join(rig.folder, 'gone', 'x.sln');
    const limits = { beep: undefined, maxDuration: undefined, maxSilence: undefined };
    const file = { path, format: 'sln', appends: false };
    rig.send({ do: 'record', record: 'lost', target: leg('one'), file, ...limits });
    const good = rig.record(leg('one'), 'sln');
    await rig.stored();
    rig.pass(milliseconds);
    rmSync(dirname(path), { recursive: true });
    rig.send({ do: 'stop-record', record: 'lost' }, { do: 'stop-record', record: good.record });
    await rig.stored();

    expect(byName(rig.all('record-ended'))).toMatchObject([
      { record: 'lost', why: 'failed', failed: 'x.sln: no such file or directory' },
      { record: good.record, why: 'stopped' },
    ]);
  });

  it('that continues one of another kind fails without having begun', async () => {
    const path = rig.file('take.wav', () => new Int16Array(4000));
    writeFileSync(path, readFileSync(path).fill(2, 22, 23));
    const limits = { beep: undefined, maxDuration: undefined, maxSilence: undefined };
    const file = { path, format: 'wav', appends: true };
    rig.send({ do: 'record', record: 'second', target: leg('one'), file, ...limits });
    rig.pass(100);
    await rig.stored();

    expect(rig.notices.filter((notice) => 'record' in notice)).toMatchObject([
      { tell: 'record-ended', why: 'failed', failed: 'take.wav: it cannot be continued: its audio is of another kind' },
    ]);
    expect(readdirSync(rig.folder)).toEqual(['take.wav']);
  });

  it('that was stopped is on disk when the audio side is closed, and is told', async () => {
    const stopped = rig.record(leg('one'), 'sln');
    const going = rig.record(leg('one'), 'sln');
    rig.pass(100);
    rig.send({ do: 'stop-record', record: stopped.record });

    await Promise.all([rig.link.close(), rig.link.close()]);

    expect([stopped, going].map(({ path }) => samplesOf(path).length)).toEqual([800, 800]);
    expect(byName(rig.all('record-ended'))).toMatchObject([
      { record: stopped.record, why: 'stopped' },
      { record: going.record, why: 'target-gone' },
    ]);
  });

  it('of an unknown target ends immediately', () => {
    const { record } = rig.record(leg('nobody'));
    rig.pass(20);

    expect(rig.all('record-ended')).toEqual([{ tell: 'record-ended', record, why: 'target-gone', duration: 0 }]);
  });
});

/** Several may be stored at the same time, and which of them is first is the disk's affair. */
function byName<Notice extends { readonly record: string }>(notices: readonly Notice[]): Notice[] {
  return [...notices].sort((one, other) => (one.record < other.record ? -1 : 1));
}
