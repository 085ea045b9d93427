import { existsSync, statSync } from 'node:fs';
import { amplitudeAt } from '../../media/engine-rig';
import type { AgiConnection } from '../../support/agi-server';
import { AgiServer } from '../../support/agi-server';
import { lines, value } from '../run-rig';
import type { TestCall } from '../applications/audio/sound-rig';
import { nothing, SoundRig } from '../applications/audio/sound-rig';

const loud = 6000;

describe('AGI commands that the caller hears', () => {
  let server: AgiServer;
  let rig: SoundRig;
  let call: TestCall;
  let agi: AgiConnection;
  beforeAll(async () => {
    server = await AgiServer.start();
  });
  beforeEach(async () => {
    rig = new SoundRig(lines('Answer(,i)', `AGI(${server.url})`));
    call = rig.call();
    agi = await server.connection();
    await agi.environment();
  });
  afterEach(async () => {
    call.phone.destroy();
    agi.end();
    expect(await rig.leftOvers()).toEqual(nothing);
    await rig.close();
  });
  afterAll(() => server.close());

  /** Time passes until the answer has come. */
  const answer = async (): Promise<string | undefined> => {
    let line: string | undefined;
    const come = agi.line().then((text) => (line = text ?? 'closed'));
    for (let count = 0; line === undefined && count < 2000; count += 1) await rig.pass(20);
    return come;
  };
  const parts = (line: string | undefined): [string, number] => {
    const [, start = '', position = ''] = /^(.*) endpos=(\d+)$/.exec(line ?? '') ?? [];
    return [start, Number(position)];
  };

  it('STREAM FILE plays a sound to its end', async () => {
    agi.send('STREAM FILE low ""');
    await rig.playing();
    expect(amplitudeAt((await rig.hear(call, 200)).subarray(320), 400)).toBeGreaterThan(loud);

    const [start, position] = parts(await answer());

    expect(start).toBe('200 result=0');
    expect(position / 8).toBeGreaterThanOrEqual(380);
    expect(position / 8).toBeLessThan(1000);
  });

  it('STREAM FILE ends at a digit that counts, and begins at an offset', async () => {
    agi.send('STREAM FILE long 1# 16000');
    await rig.playing();
    await rig.pass(200);
    rig.press(call, '2');
    await rig.pass(200);
    rig.press(call, '1');

    const [start, position] = parts(await answer());

    expect(start).toBe('200 result=49');
    expect(position).toBeGreaterThanOrEqual(16_000 + 8 * 380);
    expect(rig.media.plays.size).toBe(0);
  });

  it.each([
    ['STREAM FILE nosuch "" 800', '200 result=0 endpos=800'],
    ['GET OPTION nosuch 1', '200 result=0 endpos=0'],
    ['CONTROL STREAM FILE nosuch ""', '200 result=-1 endpos=0'],
    ['SAY PHONETIC x ""', '200 result=0'],
  ])('%s of what is not there is answered with %s, and logged', async (command, expected) => {
    agi.send(command);

    expect(await answer()).toBe(expected);
    expect(rig.dialplan.lines.filter((line) => line.startsWith('warn'))).toHaveLength(1);
  });

  it('STREAM FILE gives way to the next command', async () => {
    agi.send('STREAM FILE long ""');
    await rig.playing();

    agi.send('STREAM FILE low ""');
    await rig.until(() => rig.media.plays.size === 0);
    await rig.playing();

    expect(parts(await answer())[0]).toBe('200 result=0');
  });

  it('STREAM FILE ends when the program goes, and so does the conversation', async () => {
    agi.send('STREAM FILE long ""');
    await rig.playing();

    agi.end();

    await rig.until(() => value(call.channel, 'AGISTATUS') === 'SUCCESS');
    expect(rig.media.plays.size).toBe(0);
  });

  it('STREAM FILE ends with the call', async () => {
    agi.send('STREAM FILE long ""');
    await rig.playing();

    call.phone.destroy();

    expect(parts(await answer())[0]).toBe('200 result=-1');
    expect(await agi.line()).toBe('HANGUP');
  });

  it.each([
    ['GET DATA long 2000 3', ['1', '2', '3'], '200 result=123'],
    ['GET DATA long 2000', ['1', '#'], '200 result=1'],
    ['GET DATA long 2000', ['#'], '200 result='],
    ['GET DATA long 2000', ['4'], '200 result=4 (timeout)'],
    ['GET DATA long', ['4', '5'], '200 result=45 (timeout)'],
  ])('%s takes %j', async (command, digits, expected) => {
    agi.send(command);
    await rig.playing();

    rig.press(call, ...digits);

    expect(await answer()).toBe(expected);
    expect(rig.media.plays.size).toBe(0);
  });

  it('GET DATA plays its sound first, and then waits', async () => {
    agi.send('GET DATA low 1000');
    await rig.playing();

    expect(await answer()).toBe('200 result= (timeout)');
    expect(rig.dialplan.clock.now()).toBeGreaterThanOrEqual(1380);
  });

  it('GET OPTION waits for one of its digits after the sound', async () => {
    agi.send('GET OPTION low 12 1000');
    await rig.playing();
    rig.press(call, '3');
    await rig.until(() => rig.media.plays.size > 0);
    await rig.pass(800);
    rig.press(call, '2');

    expect(parts(await answer())[0]).toBe('200 result=50');
  });

  it('CONTROL STREAM FILE obeys the keys, and tells the dialplan', async () => {
    agi.send('CONTROL STREAM FILE long 9 1000 # * 0');
    await rig.playing();
    rig.press(call, '#', '#');
    await rig.pass(40);
    rig.press(call, '0');
    await rig.pass(400);
    rig.press(call, '9');

    const [start, position] = parts(await answer());

    expect(start).toBe('200 result=57');
    expect(position).toBeGreaterThanOrEqual(2000);
    expect(position).toBeLessThan(2400);
    expect(['STATUS', 'STOPKEY', 'OFFSET'].map((name) => value(call.channel, `CPLAYBACK${name}`))).toEqual([
      'USERSTOPPED',
      '9',
      String(position),
    ]);
  });

  it('SAY DIGITS says them, until a digit that counts', async () => {
    agi.send('SAY DIGITS 12 #');
    await rig.playing();
    expect(amplitudeAt((await rig.hear(call, 180)).subarray(320), 600)).toBeGreaterThan(loud);
    await rig.pass(40);
    expect(amplitudeAt(await rig.hear(call, 140), 900)).toBeGreaterThan(loud);
    expect(await answer()).toBe('200 result=0');

    agi.send('SAY DIGITS 111111111111 #');
    await rig.playing();
    rig.press(call, '#');
    expect(await answer()).toBe('200 result=35');
  });

  it.each(['SAY ALPHA a ""', 'SAY NUMBER 22 ""'])('%s is heard', async (command) => {
    agi.send(command);
    await rig.playing();

    expect(await answer()).toBe('200 result=0');
    expect(rig.dialplan.lines.filter((line) => !line.startsWith('debug'))).toEqual([]);
  });

  it('SET MUSIC starts and stops music', async () => {
    expect(await agi.command('SET MUSIC on')).toBe('200 result=0');
    await rig.playing();
    expect(await agi.command('SET MUSIC off')).toBe('200 result=0');
    await rig.until(() => rig.media.plays.size === 0);
  });

  it('RECORD FILE records until a digit, the timeout or silence', async () => {
    const stop = rig.speak(call, { kind: 'tone', steps: [tone] });
    agi.send('RECORD FILE said wav # 60000');
    await rig.recording();
    await rig.pass(500);
    rig.press(call, '1', '#');
    const [start, position] = parts(await answer());
    expect(start).toBe('200 result=35 (dtmf)');
    expect(position).toBeGreaterThanOrEqual(8 * 460);
    expect(statSync(rig.recorded('said.wav')).size).toBeGreaterThan(2 * 8 * 460);

    agi.send('RECORD FILE timed wav "" 400');
    expect(parts(await answer())[0]).toBe('200 result=0 (timeout)');
    stop();

    agi.send('RECORD FILE silent wav "" -1 s=1');
    expect(parts(await answer())[0]).toBe('200 result=0 (timeout)');
    expect(existsSync(rig.recorded('silent.wav'))).toBe(true);
  });

  it('RECORD FILE is ended by a digit during the beep, and leaves no file', async () => {
    agi.send('RECORD FILE early wav 0123456789 -1 0 BEEP');
    await rig.recording();
    rig.press(call, '5');

    expect(await answer()).toBe('200 result=53 (randomerror) endpos=0');
    expect(existsSync(rig.recorded('early.wav'))).toBe(false);
  });

  it('RECORD FILE keeps what was said until a hangup', async () => {
    agi.send('RECORD FILE kept wav # -1');
    await rig.recording();
    await rig.pass(400);
    call.phone.destroy();

    expect(parts(await answer())[0]).toBe('200 result=-1 (hangup)');
    expect(existsSync(rig.recorded('kept.wav'))).toBe(true);
    expect(await agi.line()).toBe('HANGUP');
  });

  it('RECORD FILE refuses what it cannot write', async () => {
    expect(await agi.command('RECORD FILE ../../x wav # 1000')).toBe('200 result=-1 (writefile)');
    expect(await agi.command('RECORD FILE x nosuch # 1000')).toBe('200 result=-1 (writefile)');
  });

  it('GET DATA ends with the call', async () => {
    agi.send('GET DATA long -1');
    await rig.playing();
    call.phone.destroy();

    expect(await answer()).toBe('200 result=-1');
    expect(await agi.line()).toBe('HANGUP');
  });
});

const tone = { once: false, frequencies: [700, 0], isModulated: false, duration: undefined } as const;
