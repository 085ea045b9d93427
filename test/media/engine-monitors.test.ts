import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedSides } from '../../src/media/protocol';
import { amplitudeAt, plainMember, leg, MediaRig, samplesOf, tone } from './engine-rig';

const both: RecordedSides = { in: 0, out: 0, isStereo: false, skipsGaps: false };
const caller = 400;
const callee = 1000;

describe('a recording of both directions of a leg', () => {
  let rig: MediaRig;
  beforeEach(() => {
    rig = new MediaRig();
    rig.pair('one', 'caller');
  });
  afterEach(() => rig.close());

  /** Both talk, and the recording of the leg between them is stopped after so long. */
  async function recordBoth(sides: Partial<RecordedSides>, format = 'sln', milliseconds = 1000): Promise<Int16Array> {
    rig.play(leg('caller'), tone(caller));
    rig.play(leg('one'), tone(callee));
    rig.pass(100);
    const recording = rig.record(leg('one'), format, { sides: { ...both, ...sides } });
    rig.pass(milliseconds);
    const [samples = new Int16Array(0)] = await rig.stopAll([recording]);
    return samples;
  }
  const amplitudes = (samples: Int16Array, rate = 8000) =>
    [caller, callee].map((frequency) => Math.round(amplitudeAt(samples.subarray(rate / 10), frequency, rate) / 100));

  it('has what comes and what goes', async () => {
    const plain = amplitudes(await recordBoth({}));

    expect(plain[0]).toBeGreaterThan(50);
    expect(plain[1]).toBeGreaterThan(50);
  });

  it.each([
    ['what comes', { out: undefined }, [true, false]],
    ['what goes', { in: undefined }, [false, true]],
  ])('has only %s where the other direction is left out', async (_title, sides, expected) => {
    expect(amplitudes(await recordBoth(sides)).map((amplitude) => amplitude > 50)).toEqual(expected);
  });

  it('makes each direction as loud as it is told', async () => {
    const [first = 0, second = 0] = amplitudes(await recordBoth({}));
    const [louder = 0, softer = 0] = amplitudes(await recordBoth({ in: 6.02, out: -6.02 }));

    expect(louder / first).toBeCloseTo(2, 0);
    expect(softer / second).toBeCloseTo(0.5, 1);
  });

  it('hears a muted party without other effects', async () => {
    rig.send({ do: 'mute-leg', leg: 'one', muted: 'both' });

    expect(amplitudes(await recordBoth({})).every((amplitude) => amplitude > 50)).toBe(true);
    expect(amplitudeAt(await rig.hear(leg('caller'), 200), callee)).toBeLessThan(50);
  });

  it('goes on through bridges, and ends with the leg', async () => {
    rig.pair('two', 'other');
    rig.send({ do: 'open-bridge', bridge: 'b', mixes: 'all' });
    const recording = rig.record(leg('one'), 'sln', { sides: both });
    rig.pass(500);
    for (const id of ['one', 'two']) rig.send({ do: 'join-bridge', bridge: 'b', leg: id, role: plainMember });
    rig.play(leg('other'), tone(callee));
    rig.play(leg('caller'), tone(caller));
    rig.pass(1000);
    rig.send({ do: 'close-bridge', bridge: 'b' });
    rig.pass(500);
    rig.send({ do: 'close-leg', leg: 'one' });
    await rig.stored();

    const heard = samplesOf(recording.path);
    expect(rig.all('record-ended')).toMatchObject([{ why: 'target-gone', duration: 2000 }]);
    expect(amplitudes(heard.subarray(0, 4000))).toEqual([0, 0]);
    expect(amplitudes(heard.subarray(4800, 12_000)).every((amplitude) => amplitude > 50)).toBe(true);
    expect(amplitudeAt(heard.subarray(13_000), callee)).toBeLessThan(50);
  });

  it('is as long as time has passed, or as long as there was something to hear', async () => {
    const full = rig.record(leg('one'), 'sln', { sides: both });
    const tight = rig.record(leg('one'), 'sln', { sides: { ...both, skipsGaps: true } });
    rig.pass(400);
    const play = rig.play(leg('caller'), tone(caller));
    rig.pass(600);
    rig.send({ do: 'stop-play', play });
    rig.pass(400);
    const [whole, heard] = await rig.stopAll([full, tight]);

    expect(whole).toHaveLength(1400 * 8);
    expect(heard?.length).toBe(600 * 8);
  });

  it.each(['wav', 'wav16', 'raw'])('keeps both apart in the two channels of a %s file', async (format) => {
    const rate = format === 'wav16' ? 16_000 : 8000;
    rig.play(leg('caller'), tone(caller));
    rig.play(leg('one'), tone(callee));
    rig.pass(100);
    const { record, path } = rig.record(leg('one'), format, { sides: { ...both, isStereo: true } });
    rig.pass(1000);
    rig.send({ do: 'stop-record', record });
    await rig.stored();

    const bytes = readFileSync(path);
    const samples = new Int16Array(new Uint8Array(bytes.subarray(format === 'raw' ? 0 : 44)).buffer);
    const channel = (number: number): Int16Array => samples.filter((_, at) => at % 2 === number);
    expect(samples).toHaveLength(2 * rate);
    expect(amplitudes(channel(0), rate).map((amplitude) => amplitude > 50)).toEqual([true, false]);
    expect(amplitudes(channel(1), rate).map((amplitude) => amplitude > 50)).toEqual([false, true]);
    if (format !== 'raw')
      expect([bytes.readUInt16LE(22), bytes.readUInt32LE(24), bytes.readUInt16LE(32)]).toEqual([2, rate, 4]);
  });

  it('continues a file of two channels, and none of one', async () => {
    const sides = { ...both, isStereo: true };
    const path = join(rig.folder, 'take.wav');
    const file = { path, format: 'wav', appends: true };
    for (let round = 0; round < 2; round += 1) {
      const { record } = rig.record(leg('one'), 'wav', { sides, file });
      rig.pass(500);
      rig.send({ do: 'stop-record', record });
      await rig.stored();
    }
    const mono = rig.file('mono.wav', () => new Int16Array(800));
    rig.record(leg('one'), 'wav', { sides, file: { ...file, path: mono } });
    await rig.stored();

    expect(readFileSync(path)).toHaveLength(44 + 2 * 2 * 8000);
    expect(rig.all('record-ended')).toMatchObject([
      { why: 'stopped', duration: 500 },
      { why: 'stopped', duration: 1000 },
      { why: 'failed', failed: expect.stringContaining('its audio is of another kind') as string },
    ]);
  });

  it('of two channels is refused where samples are packed', async () => {
    rig.record(leg('one'), 'ulaw', { sides: { ...both, isStereo: true } });
    await rig.stored();

    expect(rig.all('record-ended')).toMatchObject([
      { why: 'failed', failed: expect.stringContaining("two channels cannot be recorded as 'ulaw'") as string },
    ]);
  });
});
