import { existsSync, readdirSync } from 'node:fs';
import { amplitudeAt, samplesOf, tone } from '../../../media/engine-rig';
import { lines, value } from '../../run-rig';
import type { TestCall } from './sound-rig';
import { nothing, SoundRig } from './sound-rig';

const loud = 1000;

describe('Record', () => {
  let rig: SoundRig;
  const aCall = (...steps: readonly string[]) => {
    rig = new SoundRig(lines(...steps));
    return rig.call();
  };
  const status = ({ channel }: TestCall): string | undefined => value(channel, 'RECORD_STATUS');
  const isOver = (call: TestCall) => rig.until(() => status(call) !== undefined);
  afterEach(() => rig.close());

  it('beeps, takes down what the caller says until a digit, and leaves a file that can be played', async () => {
    const call = aCall('Record(greetings/mine.wav)', 'Playback(%{RECORDED_FILE})', 'Wait(60)');
    await rig.recording();
    const beep = await rig.hear(call, 240);
    rig.speak(call, tone(800));
    await rig.pass(1000);
    rig.press(call, '1', '#');
    await rig.pass(40);

    expect(amplitudeAt(beep.subarray(160, 1600), 1000)).toBeGreaterThan(loud);
    expect(status(call)).toBe('DTMF');
    expect(value(call.channel, 'RECORDED_FILE')).toBe('greetings/mine');
    const written = samplesOf(rig.recorded('greetings/mine.wav'));
    expect(written.length / 8).toBeCloseTo(1050, -2);
    expect(amplitudeAt(written.subarray(800), 800)).toBeGreaterThan(loud);
    await rig.playing();
    expect(amplitudeAt((await rig.hear(call, 600)).subarray(1600), 800)).toBeGreaterThan(loud);
  });

  it('ends after silence, most of which it leaves out', async () => {
    const call = aCall('Record(quiet.wav,2,,q)', 'Wait(60)');
    await rig.recording();
    const stop = rig.speak(call, tone(800));
    await rig.pass(1000);
    stop();
    await rig.pass(2100);

    expect(status(call)).toBe('SILENCE');
    expect(samplesOf(rig.recorded('quiet.wav')).length / 8).toBeCloseTo(2000, -2);
  });

  it('keeps all of the silence when told to', async () => {
    const call = aCall('Record(quiet.wav,2,,qu)', 'Wait(60)');
    await rig.recording();
    await rig.pass(2100);

    expect(status(call)).toBe('SILENCE');
    expect(samplesOf(rig.recorded('quiet.wav')).length / 8).toBeCloseTo(2000, -2);
  });

  it('lasts no longer than it may', async () => {
    const call = aCall('Record(short.sln,0,1,q)', 'Wait(60)');
    await rig.recording();
    await rig.pass(1100);

    expect(status(call)).toBe('TIMEOUT');
    expect(samplesOf(rig.recorded('short.sln'))).toHaveLength(8000);
  });

  it('counts up where the name has room for a number, and goes on in a file where it is told to', async () => {
    const call = aCall(
      ...[
        'Record(n%d.wav,0,1,q)',
        'Set(FIRST=%{RECORDED_FILE})',
        'Record(n%d.wav,0,1,q)',
        'Set(SECOND=%{RECORDED_FILE})',
      ],
      ...['Record(n1.wav,0,1,qa)', 'Wait(60)'],
    );
    for (let count = 0; count < 3; count += 1) {
      await rig.recording();
      await rig.pass(1020);
    }
    await rig.until(() => call.channel.position.application.name === 'Wait');

    expect([value(call.channel, 'FIRST'), value(call.channel, 'SECOND')]).toEqual(['n0', 'n1']);
    expect(samplesOf(rig.recorded('n0.wav'))).toHaveLength(8000);
    expect(samplesOf(rig.recorded('n1.wav'))).toHaveLength(16_000);
  });

  it.each([
    ['', '#', 'DTMF'],
    ['t', '*', 'DTMF'],
    ['y', '7', 'DTMF'],
    ['o', '0', 'OPERATOR'],
  ])('with the options "%s" ends on %s: %s', async (options, digit, expected) => {
    const call = aCall(`Record(r.wav,,,q${options})`, 'Wait(60)');
    await rig.recording();
    await rig.pass(100);
    rig.press(call, digit);
    await rig.pass(40);

    expect(status(call)).toBe(expected);
    expect(existsSync(rig.recorded('r.wav'))).toBe(true);
  });

  it('with the option x ends on no digit', async () => {
    const call = aCall('Record(r.wav,,,qx)', 'Wait(60)');
    await rig.recording();
    await rig.pass(100);
    rig.press(call, '#', '*', '0', '5');
    await rig.pass(100);

    expect(call.channel.position.application.name).toBe('Record');
  });

  it.each([
    ['Record(../outside.wav)', 'ERROR'],
    ['Record(/tmp/outside.wav)', 'ERROR'],
    ['Record(r.mp3)', 'ERROR'],
    ['Record(noformat)', 'ERROR'],
    ['Record()', 'ERROR'],
    ['Record(r.wav,,,s)', 'SKIP'],
  ])('%s records nothing: %s', async (step, expected) => {
    const call = aCall(step, 'Wait(60)');
    await isOver(call);

    expect(status(call)).toBe(expected);
    expect(rig.media.records.size).toBe(0);
  });

  it('takes a path into the folder of recordings', async () => {
    rig = new SoundRig(lines('Record(%{FOLDER}/here.wav,0,1,q)', 'Wait(60)'));
    const call = rig.call();
    await rig.until(() => status(call) === 'ERROR');
    call.channel.variables.set('FOLDER', rig.recorded(''));
    call.channel.variables.set('RECORD_STATUS', undefined);
    rig.dialplan.runner.redirect(call.channel, { context: 'default', extension: 's', priority: 1 });
    await rig.recording();
    await rig.pass(1020);
    await isOver(call);

    expect(status(call)).toBe('TIMEOUT');
    expect(readdirSync(rig.recorded(''))).toEqual(['here.wav']);
  });

  it.each(['before', 'behind'])('hangup %s the beep leaves nothing, not even the file', async (when) => {
    const call = aCall('Record(r.wav)', 'NoOp(never)');
    await rig.recording();
    await rig.pass(when === 'before' ? 60 : 600);

    call.phone.destroy();

    expect(await rig.leftOvers()).toEqual(nothing);
    expect(readdirSync(rig.recorded(''))).toEqual([]);
    expect(status(call)).toBe('HANGUP');
  });

  it('hangup keeps the file where it is told to', async () => {
    const call = aCall('Record(r.wav,,,qk)');
    await rig.recording();
    await rig.pass(600);

    call.phone.destroy();
    await rig.pass(40);

    expect(await rig.leftOvers()).toEqual(nothing);
    expect(samplesOf(rig.recorded('r.wav')).length / 8).toBeCloseTo(600, -2);
    expect(status(call)).toBe('HANGUP');
  });

  it('a redirect ends it as well', async () => {
    const call = aCall('Record(r.wav,,,q)');
    await rig.recording();
    await rig.pass(100);

    rig.dialplan.runner.redirect(call.channel, { context: 'default', extension: 'nowhere', priority: 1 });

    expect(await rig.leftOvers()).toEqual(nothing);
    expect(readdirSync(rig.recorded(''))).toEqual([]);
  });
});
