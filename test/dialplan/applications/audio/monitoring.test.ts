import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { amplitudeAt, samplesOf, tone } from '../../../media/engine-rig';
import { eventually } from '../../../support/eventually';
import type { RigOptions } from '../../run-rig';
import { lines, value } from '../../run-rig';
import type { TestCall } from './sound-rig';
import { nothing, SoundRig } from './sound-rig';

const spoken = 800;
/** The sound `long`. */
const played = 500;

describe('MixMonitor', () => {
  let rig: SoundRig;
  const aCall = (steps: readonly string[], options: Omit<RigOptions, 'sound'> = {}) => {
    rig = new SoundRig(lines(...steps), options);
    return rig.call();
  };
  afterEach(() => rig.close());

  const monitored = (name: string): string => join(rig.config.directories.monitor, name);
  /** The caller talks while he hears something. */
  async function talk(call: TestCall, milliseconds = 1000): Promise<void> {
    await rig.playing();
    const stop = rig.speak(call, tone(spoken));
    await rig.pass(milliseconds);
    stop();
  }
  async function hangUp(call: TestCall): Promise<void> {
    call.phone.destroy();
    expect(await rig.leftOvers()).toEqual(nothing);
  }
  /** The disk is asked meanwhile: what it has done is told with the next frame. */
  async function reach({ channel }: TestCall, priority: number): Promise<void> {
    const isThere = async (): Promise<boolean> => {
      if (channel.position.place.priority < priority) await rig.pass(20);
      return channel.position.place.priority >= priority;
    };
    await eventually(isThere, () => `the call stays at priority ${channel.position.place.priority}`);
    expect(channel.position.place.priority).toBe(priority);
  }
  const levels = (samples: Int16Array): number[] =>
    [spoken, played].map((frequency) => Math.round(amplitudeAt(samples.subarray(1600, 7200), frequency) / 100));
  const isHeard = (samples: Int16Array): boolean[] => levels(samples).map((level) => level > 20);

  it('records what the caller says and hears, and leaves a file when the call is over', async () => {
    const call = aCall(['Answer(,i)', 'MixMonitor(calls/one.wav)', 'Playback(long)']);
    await talk(call);
    const path = monitored('calls/one.wav');
    expect(existsSync(path)).toBe(false);
    expect(value(call.channel, 'MIXMONITOR_FILENAME')).toBe(path);
    await hangUp(call);

    expect(isHeard(samplesOf(path))).toEqual([true, true]);
    expect(readdirSync(dirname(path))).toEqual(['one.wav']);
  });

  it.each([
    ['v(1)', [2, 1]],
    ['V(-1)', [1, 0.5]],
    ['W(1)', [2, 2]],
    ['W(1)v(-1)', [0.5, 2]],
    ['V(99)', [1, 16]],
  ])('with the options %s makes the caller and what he hears %j times as loud', async (options, factors) => {
    const call = aCall(['MixMonitor(plain.wav)', `MixMonitor(changed.wav,${options})`, 'Playback(quiet)']);
    rig.audio.sineFile('sounds/en/quiet.wav', { frequency: played, duration: 5000, amplitude: 1000 });
    await rig.playing();
    const stop = rig.speak(call, {
      kind: 'files',
      files: [rig.audio.sineFile('voice.wav', { frequency: spoken, duration: 5000, amplitude: 1000 })],
      isEndless: false,
    });
    await rig.pass(1000);
    stop();
    await hangUp(call);

    const [plain, changed] = ['plain', 'changed'].map((name) => samplesOf(monitored(`${name}.wav`)));
    const level = (samples: Int16Array | undefined, frequency: number): number =>
      amplitudeAt(samples?.subarray(1600, 7200) ?? new Int16Array(0), frequency);
    for (const [index, frequency] of [spoken, played].entries())
      expect(level(changed, frequency) / level(plain, frequency)).toBeCloseTo(factors[index] ?? 0, 0.3);
  });

  it('records the directions into files of their own, with or without the mix', async () => {
    const call = aCall(['MixMonitor(mix.wav,r(in.wav)t(out.sln))', 'MixMonitor(,r(alone.wav))', 'Playback(long)']);
    await talk(call);
    await hangUp(call);

    expect(['mix.wav', 'in.wav', 'out.sln', 'alone.wav'].map((name) => isHeard(samplesOf(monitored(name))))).toEqual([
      [true, true],
      [true, false],
      [false, true],
      [true, false],
    ]);
  });

  it('records the directions as two channels', async () => {
    const call = aCall(['MixMonitor(both.raw,D)', 'Playback(long)']);
    await talk(call);
    await hangUp(call);

    const samples = new Int16Array(new Uint8Array(readFileSync(monitored('both.raw'))).buffer);
    const [left, right] = [0, 1].map((channel) => samples.filter((_, at) => at % 2 === channel));
    expect([left, right].map((one) => isHeard(one ?? samples))).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it('leaves out the moments without sound in files of one direction where it is told to', async () => {
    const call = aCall(['MixMonitor(,nr(tight.wav))', 'MixMonitor(,r(full.wav))', 'Wait(60)']);
    await rig.until(() => rig.media.records.size === 2);
    await rig.pass(400);
    const stop = rig.speak(call, tone(spoken));
    await rig.pass(600);
    stop();
    await rig.pass(400);
    await hangUp(call);

    expect(samplesOf(monitored('tight.wav')).length / 8).toBeCloseTo(600, -2);
    expect(samplesOf(monitored('full.wav')).length / 8).toBeCloseTo(1400, -2);
  });

  it('continues a file where it is told to, and is complete when it is stopped', async () => {
    const call = aCall(['MixMonitor(one.sln)', 'Wait(1)', 'StopMixMonitor()', 'MixMonitor(one.sln,a)', 'Wait(60)']);
    await rig.recording();
    await rig.pass(1000);
    await reach(call, 5);
    const first = samplesOf(monitored('one.sln'));
    await rig.pass(500);
    await hangUp(call);

    expect(first.length / 8).toBeCloseTo(1000, -2);
    expect(samplesOf(monitored('one.sln')).length / 8).toBeCloseTo(1500, -2);
  });

  it('records only while the channel is in a bridge where it is told to', async () => {
    const call = aCall(['MixMonitor(bridged.sln,b)', 'Wait(60)']);
    await rig.recording();
    await rig.pass(500);
    const bridge = rig.bridges.make({
      id: undefined,
      name: '',
      creator: '',
      governedBy: 'basic',
      type: { kind: 'mixing', videoMode: 'none', attributes: 'mixing' },
    });
    if (bridge === undefined) throw new Error('there is no bridge');
    rig.bridges.move(call.channel, bridge);
    const stop = rig.speak(call, tone(spoken));
    await rig.pass(600);
    rig.bridges.leave(call.channel);
    await rig.pass(500);
    stop();
    bridge.destroy();
    await hangUp(call);

    const written = samplesOf(monitored('bridged.sln'));
    expect(written.length / 8).toBeCloseTo(600, -2);
    expect(amplitudeAt(written.subarray(800), spoken)).toBeGreaterThan(2000);
  });

  it('stops the one whose id it is given, and otherwise all', async () => {
    const call = aCall([
      ...['MixMonitor(one.sln,i(FIRST))', 'MixMonitor(two.sln,i(SECOND))', 'MixMonitor(three.sln)'],
      ...['StopMixMonitor(nonsense)', 'StopMixMonitor(%{SECOND})', 'Wait(1)', 'StopMixMonitor()', 'Wait(60)'],
    ]);
    await reach(call, 6);
    expect(readdirSync(monitored(''))).toContain('two.sln');
    expect(rig.media.records.size).toBe(2);
    await rig.pass(1000);
    await reach(call, 8);

    expect(rig.media.records.size).toBe(0);
    expect(readdirSync(monitored('')).sort()).toEqual(['one.sln', 'three.sln', 'two.sln']);
    expect(value(call.channel, 'FIRST')).not.toBe(value(call.channel, 'SECOND'));
    expect(rig.dialplan.lines).toEqual([expect.stringContaining('there is no such recording of this channel')]);
  });

  it('runs a command when the file is complete, with the variables of the beginning', async () => {
    const call = aCall([
      'Set(WHO=anna)',
      'MixMonitor(one.wav,d,test -s %{FOLDER}/one.wav && echo ^{WHO}, hello > %{FOLDER}/done)',
      'Wait(60)',
    ]);
    call.channel.variables.set('FOLDER', monitored(''));
    await rig.recording();
    await rig.pass(200);
    call.channel.variables.set('WHO', 'ben');
    await hangUp(call);
    await rig.until(() => existsSync(monitored('done')) && readFileSync(monitored('done'), 'utf8') !== '');
    await rig.until(() => !existsSync(monitored('one.wav')));

    expect(readFileSync(monitored('done'), 'utf8')).toBe('anna, hello\n');
  });

  it.each([
    ['', 'a file is needed, with its format: name.wav'],
    ['noformat', "'noformat' is not <name>.<format>"],
    ['call.mp3', "nothing can be recorded as 'mp3'"],
    ['../outside.wav', 'recordings are not written outside of their folder'],
    ['/tmp/../outside.wav', 'recordings are not written outside of their folder'],
    ['one.wav,r(one.wav)', 'a recording of that name is being made'],
    ['one.ulaw,D', "two channels cannot be recorded as 'ulaw'"],
  ])('says why it does not record: %s', async (data, reason) => {
    const call = aCall([`MixMonitor(${data})`, 'Wait(60)']);
    await rig.until(() => call.channel.position.application.name === 'Wait');
    await rig.pass(100);

    expect(rig.dialplan.lines).toEqual([expect.stringContaining(reason)]);
    expect(rig.media.records.size).toBe(0);
    expect(existsSync(monitored('one.wav'))).toBe(false);
  });

  it('takes a path into the folder of calls, into that of recordings, or elsewhere', async () => {
    const call = aCall([
      ...['MixMonitor(%{CALLS}/a.wav)', 'MixMonitor(%{RECORDINGS}/b.wav)'],
      ...['MixMonitor(%{ELSEWHERE}/new/c.wav)', 'Wait(60)'],
    ]);
    call.channel.variables.set('ELSEWHERE', rig.audio.folder);
    call.channel.variables.set('CALLS', monitored(''));
    call.channel.variables.set('RECORDINGS', rig.recorded(''));
    mkdirSync(monitored(''), { recursive: true });
    await rig.until(() => rig.media.records.size === 3);
    await rig.pass(100);
    await hangUp(call);

    const folders = [monitored(''), rig.recorded(''), join(rig.audio.folder, 'new')];
    expect(folders.map((folder) => readdirSync(folder))).toEqual([['a.wav'], ['b.wav'], ['c.wav']]);
  });

  it('beeps at the beginning, at the end and in between where it is told to', async () => {
    const call = aCall(['MixMonitor(one.wav,pPB(2))', 'Wait(2.6)', 'StopMixMonitor()', 'Wait(60)']);
    await rig.playing();
    const beeps = async (milliseconds: number): Promise<boolean> =>
      amplitudeAt(await rig.hear(call, milliseconds), 1000) > 500;

    expect(await beeps(400)).toBe(true);
    expect(await beeps(1400)).toBe(false);
    await rig.pass(220);
    await rig.playing();
    expect(await beeps(380)).toBe(true);
    await rig.pass(200);
    await reach(call, 4);
    await rig.playing();
    expect(await beeps(400)).toBe(true);
    expect(await beeps(3000)).toBe(false);
  });
});
