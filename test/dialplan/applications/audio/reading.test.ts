import { amplitudeAt } from '../../../media/engine-rig';
import { lines, ran, value } from '../../run-rig';
import type { TestCall } from './sound-rig';
import { nothing, SoundRig } from './sound-rig';

const quiet = 300;
const loud = 6000;

describe('Read', () => {
  let rig: SoundRig;
  const aCall = (...steps: readonly string[]) => {
    rig = new SoundRig(lines(...steps));
    return rig.call();
  };
  const result = ({ channel }: TestCall) => [value(channel, 'PIN'), value(channel, 'READSTATUS')];
  afterEach(() => rig.close());

  it('ends its prompt at the first digit and takes digits up to the one that ends them', async () => {
    const call = aCall('Read(PIN,long)', 'Wait(60)');
    await rig.playing();
    expect(amplitudeAt((await rig.hear(call, 200)).subarray(320), 500)).toBeGreaterThan(loud);

    rig.press(call, '1');
    await rig.pass(40);
    expect(amplitudeAt(await rig.hear(call, 200), 500)).toBeLessThan(quiet);
    rig.press(call, '2', '#');
    await rig.pass(20);

    expect(result(call)).toEqual(['12', 'OK']);
  });

  it.each([
    ['Read(PIN,,3)', ['1', '2', '3', '4'], '123', 'OK'],
    ['Read(PIN,,,t(*))', ['1', '#', '*'], '1#', 'OK'],
    ['Read(PIN,,2,t())', ['#', '#'], '##', 'OK'],
    ['Read(PIN)', ['#'], '', 'OK'],
    ['Read(PIN,,,e)', ['#'], '#', 'OK'],
    ['Read(PIN,,,,,1)', ['7'], '7', 'TIMEOUT'],
  ])('%s of %j', async (step, digits, pin, status) => {
    const call = aCall(step, 'Wait(60)');
    await rig.pass(20);
    rig.press(call, ...digits);
    await rig.pass(1200);

    expect(result(call)).toEqual([pin, status]);
  });

  it('asks again while nothing is pressed, and gives up in the end', async () => {
    const call = aCall('Read(PIN,low,,,2,1)', 'Wait(60)');
    await rig.playing();
    await rig.pass(1440);
    await rig.playing();
    expect(result(call)).toEqual(['', undefined]);
    await rig.pass(1500);

    expect(result(call)).toEqual(['', 'TIMEOUT']);
  });

  it('may use a tone to ask, which the first digit ends', async () => {
    const call = aCall('Read(PIN,1300,2,i)', 'Wait(60)');
    await rig.playing();
    expect(amplitudeAt((await rig.hear(call, 200)).subarray(320), 1300)).toBeGreaterThan(1000);

    rig.press(call, '1');
    await rig.until(() => rig.media.plays.size === 0);
    rig.press(call, '2');
    await rig.pass(20);

    expect(result(call)).toEqual(['12', 'OK']);
  });

  it('needs a variable, and an answered call where it is told so', async () => {
    const call = aCall('Read()', 'Set(FIRST=%{READSTATUS})', 'Read(PIN,,,s)', 'Wait(60)');
    await rig.until(() => call.channel.position.application.name === 'Wait');

    expect(value(call.channel, 'FIRST')).toBe('ERROR');
    expect(result(call)).toEqual(['', 'SKIPPED']);
    expect(call.channel.state).toBe('Ring');
  });

  it.each(['Read(PIN,long)', 'Read(PIN,1300,,i)', 'Read(PIN)', 'ReadExten(PIN,long)', 'BackGround(long)', 'Echo()'])(
    'hangup in %s ends it at once and leaves nothing',
    async (step) => {
      const call = aCall(step, 'NoOp(never)');
      await rig.pass(100);

      call.phone.destroy();

      expect(await rig.leftOvers()).toEqual(nothing);
      expect(ran(rig.dialplan.happened)).toHaveLength(1);
    },
  );

  it('says that a hangup ended it', async () => {
    const call = aCall('Read(PIN)');
    await rig.pass(20);
    rig.press(call, '4');
    await rig.pass(20);

    call.phone.destroy();
    await rig.until(() => rig.dialplan.channels.size === 0);

    expect(result(call)).toEqual(['4', 'HANGUP']);
  });
});

describe('prompts that callers may dial through', () => {
  let rig: SoundRig;
  const menu = (step: string): string => `[default]
exten => s,1,${step}
 same => n,Wait(60)
exten => 1,1,Wait(60)
exten => 22,1,Wait(60)
exten => 234,1,Wait(60)
exten => i,1,Wait(60)
[other]
exten => 5,1,Wait(60)
`;
  const aCall = (step: string) => {
    rig = new SoundRig(menu(step));
    return rig.call();
  };
  const place = ({
    channel: {
      position: { place: at },
    },
  }: TestCall) => `${at.context},${at.extension},${at.priority}`;
  afterEach(() => rig.close());

  it.each([
    ['BackGround(long)', ['1'], 'default,1,1'],
    ['BackGround(long)', ['2', '2'], 'default,22,1'],
    ['BackGround(long)', ['9'], 'default,i,1'],
    ['BackGround(long,m)', ['9', '1'], 'default,1,1'],
    ['BackGround(long,,,other)', ['5'], 'other,5,1'],
    ['BackGround(long,p)', ['1'], 'default,s,1'],
  ])('%s goes by %j to %s', async (step, digits, expected) => {
    const call = aCall(step);
    await rig.playing();
    rig.press(call, ...digits);
    await rig.pass(60);

    expect(place(call)).toBe(expected);
    expect(rig.media.plays.size).toBe(expected === 'default,s,1' ? 1 : 0);
  });

  it.each([
    ['WaitExten(5,m)', 700],
    ['WaitExten(5,d(1300))', 1300],
  ])('%s lets the caller hear something up to the first digit', async (step, frequency) => {
    const call = aCall(step);
    await rig.playing();
    expect(amplitudeAt((await rig.hear(call, 300)).subarray(320), frequency)).toBeGreaterThan(1000);
    rig.press(call, '2');
    expect(rig.media.plays.size).toBe(0);
    rig.press(call, '2');
    await rig.pass(20);

    expect(place(call)).toBe('default,22,1');
  });

  it('BackGround goes on in the plan behind its end', async () => {
    const call = aCall('BackGround(low,n,fr)');
    await rig.playing();
    expect(amplitudeAt(await rig.hear(call, 380), 800)).toBeGreaterThan(loud);
    await rig.pass(100);

    expect(value(call.channel, 'BACKGROUNDSTATUS')).toBe('SUCCESS');
    expect(place(call)).toBe('default,s,2');
    expect(call.channel.state).toBe('Ring');
  });

  it.each([
    [['1'], '1', 'OK'],
    [['2', '3', '4'], '234', 'OK'],
    [['2', '2', '#'], '22', 'OK'],
    [['9'], 'i', 'INVALID'],
    [[], 't', 'TIMEOUT'],
  ])('ReadExten takes %j for %s: %s', async (digits, extension, status) => {
    const call = aCall('ReadExten(EXT,,,,2)');
    await rig.pass(20);
    rig.press(call, ...digits);
    await rig.pass(2100);

    expect([value(call.channel, 'EXT'), value(call.channel, 'READEXTENSTATUS')]).toEqual([extension, status]);
  });
});
