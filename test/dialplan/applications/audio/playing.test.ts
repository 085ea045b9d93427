import { amplitudeAt, tone } from '../../../media/engine-rig';
import { lines, ran, value } from '../../run-rig';
import { nothing, SoundRig } from './sound-rig';

/** The sounds of the rig have this amplitude; what is there is well above it, what is not well below. */
const loud = 6000;
const quiet = 300;

describe('what the dialplan plays', () => {
  let rig: SoundRig;
  const aCall = (...steps: readonly string[]) => {
    rig = new SoundRig(lines(...steps));
    return rig.call();
  };
  afterEach(() => rig.close());

  it('Playback is heard at the far end, one sound after another', async () => {
    const call = aCall('Playback(low&high)', 'Wait(60)');
    await rig.playing();

    const first = await rig.hear(call, 420);
    await rig.playing();
    const second = await rig.hear(call, 380);

    expect(amplitudeAt(first, 400)).toBeGreaterThan(loud);
    expect(amplitudeAt(first, 1600)).toBeLessThan(quiet);
    expect(amplitudeAt(second, 1600)).toBeGreaterThan(loud);
    await rig.pass(100);
    expect(value(call.channel, 'PLAYBACKSTATUS')).toBe('SUCCESS');
    expect(call.channel.state).toBe('Up');
  });

  it('Playback goes on behind a sound that is missing, and says that it failed', async () => {
    const call = aCall('Playback(nosuch&high)', 'Wait(60)');
    await rig.playing();

    expect(amplitudeAt(await rig.hear(call, 400), 1600)).toBeGreaterThan(loud);
    await rig.pass(100);
    expect(value(call.channel, 'PLAYBACKSTATUS')).toBe('FAILED');
    expect(rig.dialplan.lines.filter((line) => line.includes('prompt could not be played'))).toHaveLength(1);
  });

  it('Playback with noanswer is early audio, and with skip does not wait', async () => {
    const call = aCall('Playback(low,skip)', 'Playback(low,noanswer)', 'Wait(60)');
    await rig.playing();

    expect(value(call.channel, 'PLAYBACKSTATUS')).toBe('SUCCESS');
    expect(amplitudeAt(await rig.hear(call, 400), 400)).toBeGreaterThan(loud);
    expect(call.channel.state).toBe('Ring');
  });

  it('Playback says what it is told to say among the sounds', async () => {
    const call = aCall('Playback(low&num:21,say)', 'Wait(60)');
    await rig.playing();
    await rig.pass(420);
    await rig.playing();

    const said = await rig.hear(call, 400);
    expect(amplitudeAt(said.subarray(320, 1280), 1200)).toBeGreaterThan(loud);
    expect(amplitudeAt(said.subarray(1920, 2880), 600)).toBeGreaterThan(loud);
  });

  it.each([
    ['SayDigits(12)', [600, 900]],
    ['SayNumber(21)', [1200, 600]],
    ['SayAlpha(a1)', [1300, 600]],
  ])('%s is heard prompt by prompt', async (step, frequencies) => {
    const call = aCall(step, 'Wait(60)');
    await rig.playing();
    await rig.pass(20);

    for (const frequency of frequencies)
      expect(amplitudeAt(await rig.hear(call, 200), frequency)).toBeGreaterThan(loud * 0.8);
  });

  it('a sound is heard in the language of the channel', async () => {
    const call = aCall('Set(CHANNEL(language)=fr)', 'Playback(low)', 'Wait(60)');
    await rig.playing();

    expect(amplitudeAt(await rig.hear(call, 400), 800)).toBeGreaterThan(loud);
  });

  it('hangup in the middle ends it immediately and leaves nothing', async () => {
    const call = aCall('Playback(long)', 'NoOp(never)');
    await rig.playing();
    await rig.pass(200);

    call.phone.destroy();

    expect(await rig.leftOvers()).toEqual(nothing);
    expect(ran(rig.dialplan.happened)).toHaveLength(1);
  });

  it('a redirect in the middle ends it immediately', async () => {
    const call = aCall('Playback(long)');
    await rig.playing();

    rig.dialplan.runner.redirect(call.channel, { context: 'default', extension: 's', priority: 1 });
    await rig.until(() => ran(rig.dialplan.happened).length === 1 && rig.media.plays.size === 1);

    expect(value(call.channel, 'PLAYBACKSTATUS')).toBe('FAILED');
  });

  it('ControlPlayback moves, stops and says where', async () => {
    const call = aCall('Answer(,i)', 'ControlPlayback(long,1000,#,*,9,5)', 'Wait(60)');
    await rig.playing();
    await rig.pass(500);
    rig.press(call, '#');
    await rig.pass(500);
    rig.press(call, '5');
    const paused = await rig.hear(call, 200);
    rig.press(call, '5');
    await rig.pass(20);
    rig.press(call, '9');
    await rig.pass(20);

    expect(amplitudeAt(paused.subarray(320), 500)).toBeLessThan(quiet);
    expect(value(call.channel, 'CPLAYBACKSTATUS')).toBe('USERSTOPPED');
    expect(value(call.channel, 'CPLAYBACKSTOPKEY')).toBe('9');
    expect(Number(value(call.channel, 'CPLAYBACKOFFSET'))).toBeCloseTo(2020, -2);
  });

  it('ControlPlayback ends by itself, or fails', async () => {
    const call = aCall('ControlPlayback(nosuch)', 'Set(FIRST=%{CPLAYBACKSTATUS})', 'ControlPlayback(low)', 'Wait(60)');
    await rig.playing();
    await rig.pass(500);

    expect(value(call.channel, 'FIRST')).toBe('ERROR');
    expect(value(call.channel, 'CPLAYBACKSTATUS')).toBe('SUCCESS');
  });
});

describe('music and tones of the dialplan', () => {
  let rig: SoundRig;
  const aCall = (...steps: readonly string[]) => {
    rig = new SoundRig(lines(...steps));
    return rig.call();
  };
  afterEach(() => rig.close());

  it('MusicOnHold is heard as long as it lasts, and not longer', async () => {
    const call = aCall('MusicOnHold(,1)', 'Wait(60)');
    await rig.playing();

    expect(amplitudeAt((await rig.hear(call, 500)).subarray(320), 700)).toBeGreaterThan(loud * 0.8);
    await rig.pass(520);
    expect(rig.media.backgrounds.size).toBe(0);
    expect(amplitudeAt(await rig.hear(call, 200), 700)).toBeLessThan(quiet);
    expect(call.channel.state).toBe('Ring');
  });

  it('StartMusicOnHold goes on behind other steps until it is stopped', async () => {
    const call = aCall('StartMusicOnHold(default)', 'Wait(1)', 'StopMusicOnHold()', 'Wait(60)');
    await rig.playing();

    expect(amplitudeAt((await rig.hear(call, 400)).subarray(320), 700)).toBeGreaterThan(loud * 0.8);
    await rig.pass(700);
    expect(rig.media.plays.size).toBe(0);
  });

  it('PlayTones goes on until it is stopped or something is played', async () => {
    const call = aCall('PlayTones(1300)', 'Wait(1)', 'Playback(low)', 'Wait(60)');
    await rig.playing();

    expect(amplitudeAt((await rig.hear(call, 400)).subarray(320), 1300)).toBeGreaterThan(1000);
    await rig.pass(620);
    await rig.until(() => rig.media.backgrounds.size === 0);
    const prompt = await rig.hear(call, 380);
    expect(amplitudeAt(prompt.subarray(800), 400)).toBeGreaterThan(loud);
    expect(amplitudeAt(prompt.subarray(800), 1300)).toBeLessThan(quiet);
    await rig.pass(100);
    expect(rig.media.plays.size).toBe(0);
  });

  it('StopPlayTones ends a tone', async () => {
    aCall('PlayTones(busy)', 'Wait(1)', 'StopPlayTones()', 'Wait(60)');
    await rig.playing();
    await rig.pass(1040);

    expect(rig.media.plays.size).toBe(0);
  });

  it('what is played to a call that is over is not heard, and does not keep it', async () => {
    rig = new SoundRig(
      `${lines('Wait(60)')}\nexten => h,1,Playback(long)\n same => n,MusicOnHold()\n same => n,Record(a.wav)`,
    );
    const call = rig.call();
    await rig.pass(20);

    call.phone.destroy();

    expect(await rig.leftOvers()).toEqual(nothing);
    expect(value(call.channel, 'PLAYBACKSTATUS')).toBe('FAILED');
    expect(value(call.channel, 'RECORD_STATUS')).toBe('ERROR');
  });

  it('an unknown tone is said to be none, and the plan goes on', async () => {
    const call = aCall('PlayTones(nonsense)', 'Wait(60)');
    await rig.until(() => call.channel.position.application.name === 'Wait');

    expect(rig.dialplan.lines.some((line) => line.includes('tone could not be played'))).toBe(true);
  });

  it.each([
    ['Milliwatt()', 1004],
    ['Milliwatt(o)', 1000],
  ])('%s is a tone until the call ends', async (step, frequency) => {
    const call = aCall(step);
    await rig.playing();
    await rig.pass(20);

    expect(amplitudeAt(await rig.hear(call, 2000), frequency)).toBeGreaterThan(1000);
    call.phone.destroy();
    expect(await rig.leftOvers()).toEqual(nothing);
  });

  it('hangup ends music and leaves nothing', async () => {
    const call = aCall('MusicOnHold()');
    await rig.playing();
    await rig.pass(100);

    call.phone.destroy();

    expect(await rig.leftOvers()).toEqual(nothing);
  });

  it('Echo sends back what the caller says, until the caller ends it', async () => {
    const call = aCall('Echo()', 'Wait(60)');
    rig.speak(call, tone(900));

    expect(amplitudeAt((await rig.hear(call, 400)).subarray(800), 900)).toBeGreaterThan(1000);
    rig.press(call, '#');
    await rig.pass(100);
    expect(amplitudeAt(await rig.hear(call, 200), 900)).toBeLessThan(quiet);
  });

  it('Answer waits no longer than until the caller says something', async () => {
    const call = aCall('Wait(1)', 'Answer()', 'Wait(60)');
    rig.media.legs.ofChannel(call.phone);
    await rig.pass(1100);
    expect(call.channel.position.application.name).toBe('Answer');

    rig.speak(call, tone(900));
    await rig.pass(60);

    expect(call.channel.position.application.name).toBe('Wait');
    expect(rig.dialplan.clock.running).toBe(1);
  });
});
