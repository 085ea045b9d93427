import type { Channel } from '../../../src/engine/calls/channel/channel';
import { ran, value } from '../run-rig';
import type { AgiRun } from './agi-rig';
import { AgiRig } from './agi-rig';

describe('AGI commands', () => {
  let rig: AgiRig;
  let call: AgiRun;
  beforeAll(async () => {
    rig = await AgiRig.start();
  });
  beforeEach(async () => {
    const prepare = (channel: Channel): void => channel.variables.set('EMPTY', '');
    call = await rig.run(['AGI(URL)', 'NoOp(next)'], { prepare });
  });
  afterEach(async () => {
    call.agi.end();
    await call.over;
  });
  afterAll(() => rig.close());

  const all = async (...commands: readonly string[]): Promise<(string | undefined)[]> => {
    const answers = [];
    for (const command of commands) answers.push(await call.agi.command(command));
    return answers;
  };
  /** The answer to a command that is not written as it has to be. */
  const isUsage = async (command: string): Promise<boolean> => {
    const lines = [await call.agi.command(command)];
    if (lines[0]?.startsWith('520-') !== true) return false;
    while (lines.at(-1) !== '520 End of proper usage.') lines.push(await call.agi.line());
    return true;
  };

  it('answer the call and tell its state', async () => {
    expect(await all('CHANNEL STATUS', 'ANSWER', 'channel status', 'ANSWER')).toEqual([
      '200 result=4',
      '200 result=0',
      '200 result=6',
      '200 result=0',
    ]);
    expect(call.channel.line.sent).toEqual([{ type: 'answer' }]);
    expect(await all(`CHANNEL STATUS ${call.channel.name}`, 'CHANNEL STATUS Test/nobody')).toEqual([
      '200 result=6',
      '200 result=-1',
    ]);
  });

  it('hang up another channel by its name', async () => {
    const other = call.dialplan.aChannel('c2');

    expect(await all(`HANGUP ${other.name}`, 'HANGUP nobody')).toEqual(['200 result=1', '200 result=-1']);
    expect([other.isEnding, call.channel.isEnding]).toEqual([true, false]);
  });

  it('read and write variables and functions', async () => {
    expect(
      await all(
        'GET VARIABLE COLOUR',
        'SET VARIABLE COLOUR "red and blue"',
        'GET VARIABLE COLOUR',
        'GET VARIABLE EMPTY',
        'SET VARIABLE CALLERID(name) Anna',
        'GET VARIABLE CALLERID(name)',
        'GET VARIABLE NOSUCH(x)',
        'SET VARIABLE NOSUCH(x) y',
        'SET VARIABLE COLOUR ""',
        'GET VARIABLE COLOUR',
      ),
    ).toEqual([
      '200 result=0',
      '200 result=1',
      '200 result=1 (red and blue)',
      '200 result=1 ()',
      '200 result=1',
      '200 result=1 (Anna)',
      '200 result=0',
      '200 result=0',
      '200 result=1',
      '200 result=1 ()',
    ]);
    expect(call.channel.parties.caller.name).toBe('Anna');
  });

  it('fill in expressions, on other channels too', async () => {
    const other = call.dialplan.aChannel('c2');
    other.variables.set('WHO', 'second');

    expect(
      await all(
        ...[
          'GET FULL VARIABLE %{EXTEN}@%{CONTEXT}',
          'GET FULL VARIABLE "$[1 + 2] of %{WHO}"',
          `GET FULL VARIABLE %{WHO} ${other.name}`,
          'GET FULL VARIABLE %{WHO} nobody',
        ].map((command) => command.replaceAll('%{', '${')),
      ),
    ).toEqual(['200 result=1 (s@default)', '200 result=1 (3 of )', '200 result=1 (second)', '200 result=0']);
  });

  it('change who calls, and how long', async () => {
    expect(await all('SET CALLERID "\\"Anna Bell\\" <100>"', 'SET AUTOHANGUP 10')).toEqual([
      '200 result=1',
      '200 result=0',
    ]);
    expect(call.channel.parties.caller).toMatchObject({ name: 'Anna Bell', number: '100' });
    expect(call.dialplan.limits.left(call.channel)).toBe(10_000);
    await all('SET AUTOHANGUP 0');
    expect(call.dialplan.limits.left(call.channel)).toBeUndefined();
  });

  it('run applications, with arguments as they are written', async () => {
    expect(await all('EXEC Set "A=$[1], two"', 'EXEC Nosuch x', 'EXEC NoOp', 'exec noop a b c', 'EXEC Goto 3')).toEqual(
      ['200 result=0', '200 result=-2', '200 result=0', '200 result=0', '200 result=0'],
    );
    expect(value(call.channel, 'A')).toBe('$[1], two');
    expect(call.channel.position.application.name).toBe('AGI');
  });

  it('send texts and wait for them', async () => {
    const { agi, channel, dialplan } = call;
    expect(await agi.command('SEND TEXT "hello there"')).toBe('200 result=0');
    expect(channel.line.sent).toEqual([{ type: 'text', text: 'hello there' }]);

    for (const [command, answer] of [
      ['RECEIVE TEXT 1000', '200 result=1 (héllo you)'],
      ['RECEIVE CHAR 1000', '200 result=104'],
    ] as const) {
      agi.send(command);
      await rig.until(() => dialplan.clock.running > 0);
      channel.receive({ type: 'text', text: 'héllo\nyou' });
      expect(await agi.line()).toBe(answer);
    }
    for (const [command, answer] of [
      ['RECEIVE TEXT 1000', '200 result=-1'],
      ['RECEIVE CHAR 1000', '200 result=0 (timeout)'],
    ] as const) {
      agi.send(command);
      await rig.until(() => dialplan.clock.running > 0);
      await dialplan.pass(1000);
      expect(await agi.line()).toBe(answer);
    }
  });

  it('wait for digits', async () => {
    const { agi, channel, dialplan } = call;
    agi.send('WAIT FOR DIGIT 5000');
    await rig.until(() => dialplan.clock.running > 0);
    channel.receive({ type: 'digit', digit: '#', milliseconds: 100 });
    expect(await agi.line()).toBe('200 result=35');
    agi.send('WAIT FOR DIGIT 5000');
    await rig.until(() => dialplan.clock.running > 0);
    await dialplan.pass(5000);
    expect(await agi.line()).toBe('200 result=0');
  });

  it('give way to the next command without an answer where they wait for the caller', async () => {
    const { agi, dialplan } = call;
    agi.send('WAIT FOR DIGIT -1');
    await rig.until(() => dialplan.clock.running > 0);

    expect(await agi.command('NOOP')).toBe('200 result=0');
    expect(dialplan.clock.running).toBe(0);
  });

  it.each([
    ['SEND IMAGE picture', '200 result=0'],
    ['TDD MODE on', '200 result=0'],
    ['SPEECH CREATE engine', '200 result=0'],
    ['SPEECH LOAD GRAMMAR a b', '200 result=0'],
    ['SPEECH RECOGNIZE hello 10', '200 result=0'],
    ['NOOP', '200 result=0'],
    ['NOOP with words', '200 result=0'],
    ['SET MUSIC off', '200 result=0'],
    ['VERBOSE "hello there" 1', '200 result=1'],
  ])('%s is answered with %s', async (command, answer) => {
    expect(await call.agi.command(command)).toBe(answer);
  });

  it.each([
    ...['ANSWER now', 'CHANNEL STATUS a b', 'SET VARIABLE', 'GET VARIABLE a b', 'GET DATA', 'GET DATA x y z'],
    ...['STREAM FILE x', 'STREAM FILE x "" y', 'GET OPTION x', 'WAIT FOR DIGIT', 'WAIT FOR DIGIT soon'],
    ...['SAY NUMBER x ""', 'SAY DATE x ""', 'SAY DIGITS 1', 'RECORD FILE a wav #', 'RECORD FILE a wav # x'],
    ...['SET MUSIC maybe', 'SET AUTOHANGUP x', 'TDD MODE x', 'DATABASE GET x', 'DATABASE PUT a b', 'GOSUB a b'],
    ...['RECEIVE TEXT x', 'CONTROL STREAM FILE a', 'SPEECH SET a', 'EXEC', 'SET CALLERID'],
  ])('%s shows how it is written', async (command) => {
    expect(await isUsage(command)).toBe(true);
  });

  it('write what a program says to the log', async () => {
    await all('VERBOSE "hello there" 1');

    expect(call.dialplan.lines).toEqual([
      'info an AGI program says {"channel":"c1","text":"hello there"}',
      expect.stringMatching(/^debug an AGI command .*"answer":"200 result=1"/),
    ]);
  });
});

describe('AGI commands that lead through the dialplan', () => {
  let rig: AgiRig;
  beforeAll(async () => {
    rig = await AgiRig.start();
  });
  afterAll(() => rig.close());

  const plan = `NoOp()
[sub]
exten => s,1,Set(GOT=%{ARG1}/%{ARG2})
 same => n,Return(%{ARG1}!)
 same => n(lost),NoOp(nowhere to return)
[other]
exten => 7,1,NoOp(one)
 same => n(label),NoOp(two)`;

  it('run subroutines', async () => {
    const { agi, over, channel } = await rig.run(['AGI(URL)', plan]);

    expect(await agi.command('GOSUB sub s 1 a,b')).toBe('100 result=0 Trying...');
    expect(await agi.line()).toBe('200 result=0 Gosub complete');
    expect([value(channel, 'GOT'), value(channel, 'GOSUB_RETVAL')]).toEqual(['a/b', 'a!']);
    expect(await agi.command('GOSUB sub s lost')).toBe('100 result=0 Trying...');
    expect(await agi.line()).toBe('200 result=0 Gosub complete (abnormal exit)');
    expect(await agi.command('GOSUB sub s nosuch')).toBe('200 result=-1 Gosub label not found');
    expect(await agi.command('GOSUB nosuch s 1')).toBe('200 result=-1 Gosub label not found');
    expect([channel.position.place.extension, channel.position.application.name]).toEqual(['s', 'AGI']);
    agi.end();
    await over;
  });

  it('choose where it goes on, piece by piece', async () => {
    const { agi, over, dialplan } = await rig.run(['AGI(URL)', plan]);

    for (const command of ['SET CONTEXT other', 'SET EXTENSION 7', 'SET PRIORITY label'])
      expect(await agi.command(command)).toBe('200 result=0');
    expect(await agi.command('GET VARIABLE EXTEN')).toBe('200 result=1 (7)');
    agi.end();
    await over;

    expect(ran(dialplan.happened)).toEqual([expect.stringMatching(/AGI/), 'other,7,2 NoOp(two)']);
  });

  it('go on with the next priority of another extension', async () => {
    const { agi, over, dialplan } = await rig.run(['AGI(URL)', plan]);
    await agi.command('SET EXTENSION 7');
    await agi.command('SET CONTEXT other');
    agi.end();
    await over;

    expect(ran(dialplan.happened).slice(1)).toEqual(['other,7,2 NoOp(two)']);
  });

  it('obey a Goto that the program runs', async () => {
    const { agi, over, dialplan } = await rig.run(['AGI(URL)', plan]);
    await agi.command('EXEC Goto other,7,1');
    agi.end();
    await over;

    expect(ran(dialplan.happened).slice(1)).toEqual(['other,7,1 NoOp(one)', 'other,7,2 NoOp(two)']);
  });
});
