import { tone } from '../../../media/engine-rig';
import { aDialplan, lines, value } from '../../run-rig';
import type { TestCall } from './sound-rig';
import { nothing, SoundRig } from './sound-rig';

let rig: SoundRig;
const aCall = (...steps: readonly string[]) => {
  rig = new SoundRig(lines(...steps));
  return rig.call();
};
const running = (call: TestCall, application: string) =>
  rig.until(() => call.channel.position.application.name === application && rig.media.detection.size > 0);
afterEach(() => rig.close());

/** The caller talks for this many milliseconds, and is silent for negative ones. */
async function say(call: TestCall, ...rhythm: readonly number[]): Promise<void> {
  for (const stretch of rhythm) {
    const stop = stretch > 0 ? rig.speak(call, tone(440)) : undefined;
    await rig.pass(Math.abs(stretch));
    stop?.();
  }
}

describe('AMD', () => {
  const verdict = ({ channel }: TestCall) => [value(channel, 'AMDSTATUS'), value(channel, 'AMDCAUSE')];

  it.each([
    ['AMD()', [-200, 400, -1000], ['HUMAN', 'HUMAN-800-800']],
    ['AMD()', [-2600], ['MACHINE', 'INITIALSILENCE-2500-2500']],
    ['AMD(1000)', [-1200], ['MACHINE', 'INITIALSILENCE-1000-1000']],
    ['AMD(,600)', [-200, 1000], ['MACHINE', 'LONGGREETING-600-600']],
    ['AMD(,,400)', [-200, 400, -600], ['HUMAN', 'HUMAN-400-400']],
    ['AMD(,,,600)', [-800], ['NOTSURE', 'TOOLONG-600']],
    ['AMD(,,,,,,1)', [-200, 300, -200, 300], ['MACHINE', 'MAXWORDS-2-1']],
    ['AMD(,,,,,,,,300)', [-200, 1000], ['MACHINE', 'MAXWORDLENGTH-300-300']],
    ['AMD(1000,,,,,,,30000)', [400, -1000], ['MACHINE', 'INITIALSILENCE-1000-1000']],
    ['AMD(soon)', [-200, 400, -1000], ['HUMAN', 'HUMAN-800-800']],
  ] as const)('%s and a caller who says %j: %j', async (step, rhythm, expected) => {
    const call = aCall(step, 'Wait(60)');
    await running(call, 'AMD');
    await say(call, ...rhythm);

    expect(verdict(call)).toEqual(expected);
    expect(call.channel.position.application.name).toBe('Wait');
  });

  it('lets the caller hear a sound meanwhile, and stops it when it knows', async () => {
    const call = aCall('Answer(,i)', 'AMD(600,,,,,,,,,long)', 'Wait(60)');
    await running(call, 'AMD');
    await rig.playing();
    await say(call, -700);

    expect(verdict(call)).toEqual(['MACHINE', 'INITIALSILENCE-600-600']);
    expect(rig.media.plays.size).toBe(0);
  });

  it('tells of a hangup, and leaves nothing', async () => {
    const call = aCall('AMD()', 'NoOp(never)');
    await running(call, 'AMD');
    await say(call, -100);

    call.phone.destroy();

    expect(await rig.leftOvers()).toEqual(nothing);
    expect(verdict(call)).toEqual(['HANGUP', '']);
  });
});

describe('waiting for silence and noise', () => {
  const status = ({ channel }: TestCall) => value(channel, 'WAITSTATUS');

  it.each([
    ['WaitForSilence(500)', 'WaitForSilence', [300, -540], 'SILENCE'],
    ['WaitForSilence()', 'WaitForSilence', [-1040], 'SILENCE'],
    ['WaitForSilence(300,2)', 'WaitForSilence', [-320, 200, -340], 'SILENCE'],
    ['WaitForSilence(500,1,1)', 'WaitForSilence', [1100], 'TIMEOUT'],
    ['WaitForNoise(200)', 'WaitForNoise', [-500, 240], 'NOISE'],
    ['WaitForNoise(200,2,2)', 'WaitForNoise', [-500, 240, -1400], 'TIMEOUT'],
  ] as const)('%s in %s with a caller who says %j: %s', async (step, application, rhythm, expected) => {
    const call = aCall(step, 'Wait(60)');
    await running(call, application);
    await say(call, ...rhythm.slice(0, -1));
    expect(status(call)).toBeUndefined();
    await say(call, ...rhythm.slice(-1));

    expect(status(call)).toBe(expected);
    expect(call.channel.state).toBe('Up');
  });

  it('ends with the call, and leaves nothing', async () => {
    const call = aCall('WaitForNoise(200,1,30)');
    await running(call, 'WaitForNoise');
    await say(call, -100);

    call.phone.destroy();

    expect(await rig.leftOvers()).toEqual(nothing);
    expect(status(call)).toBe('HANGUP');
  });

  it('says that there is no audio where there is none', async () => {
    rig = new SoundRig(lines('NoOp()'));
    const { aChannel, start, lines: logged } = aDialplan(lines('WaitForNoise()', 'AMD()'));
    const channel = aChannel();
    await start(channel);

    expect(value(channel, 'WAITSTATUS')).toBe('TIMEOUT');
    expect(value(channel, 'AMDSTATUS')).toBe('');
    expect(logged).toEqual([
      expect.stringContaining('waiting for a sound: the channel carries no audio'),
      expect.stringContaining('AMD: the channel carries no audio'),
    ]);
  });
});

describe('BackgroundDetect', () => {
  const plan = (step: string): readonly string[] => [
    step,
    'Wait(60)',
    ...['talk', '5', '67'].map((extension) => `Wait(60)\nexten => ${extension},1,Wait(60)`),
  ];
  const place = ({ channel }: TestCall) => `${channel.position.place.extension},${channel.position.place.priority}`;

  it.each([
    ['is interrupted by what the caller says', 'long', [-200, 400, -1040], 'talk,1', '400'],
    ['is not interrupted by what is too short', 'long,300,500', [-200, 400, -400], 's,1', undefined],
    ['is not interrupted by what is too long', 'long,300,100,300', [-200, 400, -400], 's,1', undefined],
    ['is not interrupted by what comes too late', 'long,300,100,,500', [-200, 400, -400], 's,1', undefined],
    ['goes on when it has been heard', 'low', [-600], 's,2', undefined],
  ] as const)('%s', async (_title, data, rhythm, expected, said) => {
    const call = aCall(...plan(`BackgroundDetect(${data})`));
    await rig.playing();
    await say(call, ...rhythm);

    expect(place(call)).toBe(expected);
    expect(value(call.channel, 'TALK_DETECTED')).toBe(said);
  });

  it('goes on with the next step where there is no extension for those who talk', async () => {
    const call = aCall('BackgroundDetect(long)', 'Wait(60)');
    await rig.playing();
    await say(call, 400, -1040);

    expect(place(call)).toBe('s,2');
    expect(rig.media.plays.size).toBe(0);
  });

  it('goes where the caller dials, and passes over digits that lead nowhere', async () => {
    const call = aCall(...plan('BackgroundDetect(long)'));
    await rig.playing();
    rig.press(call, '9');
    await rig.pass(100);
    expect(place(call)).toBe('s,1');
    rig.press(call, '6', '7');
    await rig.pass(100);

    expect(place(call)).toBe('67,1');
  });

  it('leaves nothing when the caller hangs up', async () => {
    const call = aCall(...plan('BackgroundDetect(long)'));
    await rig.playing();
    await say(call, 200);

    call.phone.destroy();

    expect(await rig.leftOvers()).toEqual(nothing);
  });
});
