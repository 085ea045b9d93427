import { causes } from '../../../../src/engine/calls/channel/hangup-cause';
import { aDialplan, after, lines, ran, told, value } from '../../run-rig';

describe('Answer', () => {
  it('is up before the far end hears of it, and waits half a second for audio', async () => {
    const { aChannel, start, happened, pass } = aDialplan(lines('Answer()', 'NoOp()'));
    const channel = aChannel();
    const run = start(channel);

    expect(told(happened)).toEqual([
      'channel-dialplan @ default,s,1 Answer()',
      'channel-state-changed Up @ default,s,1 Answer()',
    ]);
    expect(channel.line.sent).toEqual([{ type: 'answer' }]);
    await pass(499);
    expect(ran(happened)).toHaveLength(1);
    await pass(1);
    await run;
    expect(ran(happened)).toHaveLength(2);
  });

  it.each([
    ['a longer delay waits as long', 'Answer(2000)', 2_000],
    ['a shorter delay waits no shorter', 'Answer(10)', 500],
  ])('%s', async (_title, step, milliseconds) => {
    const { aChannel, start, happened, pass } = aDialplan(lines(step, 'NoOp()'));
    const run = start(aChannel());

    await pass(milliseconds - 1);
    expect(ran(happened)).toHaveLength(1);
    await pass(1);
    await run;
    expect(ran(happened)).toHaveLength(2);
  });

  it('returns at once when the call is up already, or when it is told to', async () => {
    const { aChannel, start, happened, clock } = aDialplan(lines('Answer(,i)', 'Answer()', 'NoOp()'));
    const channel = aChannel();

    await start(channel);

    expect(ran(happened)).toHaveLength(3);
    expect(channel.line.sent).toEqual([{ type: 'answer' }]);
    expect(clock.running).toBe(0);
  });
});

describe('ending a call', () => {
  it.each([
    ['Hangup()', causes.normal],
    ['Hangup(17)', 17],
    ['Hangup(USER_BUSY)', 17],
    ['Hangup(AST_CAUSE_NORMAL_CLEARING)', 16],
    ['Hangup(nonsense)', causes.normal],
  ])('%s ends with cause %d', async (step, cause) => {
    expect((await after(step)).ending.cause).toBe(cause);
  });

  it.each([
    ['Busy', 'busy', 17],
    ['Congestion', 'congestion', 34],
  ])('%s shows itself, tells the far end and ends after the time it was given', async (name, type, cause) => {
    const { aChannel, start, happened, pass } = aDialplan(lines(`${name}(5)`, 'NoOp()'));
    const channel = aChannel();
    const run = start(channel);

    expect(told(happened)).toEqual([
      `channel-dialplan @ default,s,1 ${name}(5)`,
      `channel-state-changed Busy @ default,s,1 ${name}(5)`,
    ]);
    expect(channel.line.sent).toEqual([{ type }]);
    await pass(5_000);
    await run;
    channel.destroy();
    expect(told(happened).slice(2)).toEqual([
      `channel-hangup-requested 16 soft @ default,s,1 ${name}(5)`,
      `channel-destroyed ${cause} @ default,s,1 ()`,
    ]);
  });

  it('Busy without a time waits for the hangup, and keeps its cause', async () => {
    const { aChannel, start, pass } = aDialplan(lines('Busy()'));
    const channel = aChannel();
    const run = start(channel);

    await pass(3_600_000);
    expect(channel.isEnding).toBe(false);
    channel.farEndHungUp({ cause: 0 });
    await run;

    expect(channel.ending.cause).toBe(17);
  });

  it.each([
    ['SoftHangup(c2)', []],
    ['SoftHangup(Test/c2-00000001)', ['c2']],
    ['SoftHangup(test/C2)', ['c2']],
    ['SoftHangup(test/c2,a)', ['c2']],
    ['SoftHangup()', []],
  ])('%s ends %j', async (step, ended) => {
    const { aChannel, start } = aDialplan(lines(step));
    const others = [aChannel('c2'), aChannel('c3')];

    await start(aChannel('c1'));

    expect(others.filter(({ isEnding }) => isEnding).map(({ id }) => id)).toEqual(ended);
  });
});

describe('progress', () => {
  it.each(['Ringing', 'Progress', 'Proceeding'])('%s tells the far end and changes nothing else', async (name) => {
    const { aChannel, start, happened } = aDialplan(lines(`${name}()`));
    const channel = aChannel();

    await start(channel);

    expect(channel.line.sent).toEqual([{ type: name.toLowerCase() }]);
    expect(happened.map(({ type }) => type)).toEqual(['channel-dialplan', 'channel-hangup-requested']);
  });
});

describe('what passes along the line', () => {
  it('Echo sends back digits and hold until # comes', async () => {
    const { aChannel, start, happened } = aDialplan(lines('Echo()', 'NoOp()'));
    const channel = aChannel();
    const run = start(channel);

    channel.receive({ type: 'digit', digit: '1', milliseconds: 80 });
    channel.receive({ type: 'hold', musicClass: undefined });
    channel.receive({ type: 'ringing' });
    channel.receive({ type: 'digit', digit: '#', milliseconds: 80 });
    await run;

    expect(channel.line.sent).toEqual([
      { type: 'digit', digit: '1', milliseconds: 80 },
      { type: 'hold', musicClass: undefined },
    ]);
    expect(ran(happened)).toHaveLength(2);
  });

  it('SendDTMF sends each digit when it ends, with gaps in between', async () => {
    const { aChannel, start, pass } = aDialplan(lines('SendDTMF(1w#,200,100)'));
    const channel = aChannel();
    const run = start(channel);

    await pass(100);
    expect(channel.line.sent).toEqual([{ type: 'digit', digit: '1', milliseconds: 100 }]);
    await pass(200);
    await pass(500);
    await pass(99);
    expect(channel.line.sent).toHaveLength(1);
    await pass(1);
    expect(channel.line.sent).toHaveLength(2);
    await pass(200);
    await run;
  });
});

describe('what the dialplan says', () => {
  it('UserEvent raises an event with its keys, blanks after the colon trimmed', async () => {
    const { aChannel, start, happened } = aDialplan(lines('UserEvent(FromDialplan,colour: red,size: 3)'));

    await start(aChannel());

    expect(happened.find(({ type }) => type === 'channel-user-event')).toMatchObject({
      name: 'FromDialplan',
      fields: { colour: 'red', size: '3' },
      channel: { id: 'c1', application: { name: 'UserEvent' } },
    });
  });

  it('Verbose and Log write to the log at their levels', async () => {
    const {
      aChannel,
      start,
      lines: log,
    } = aDialplan(lines('Verbose(1,one, two)', 'Verbose(plain)', 'Log(WARNING,three)'));

    await start(aChannel());

    const texts = log.map((line) => `${line.split(' ')[0]} ${/"text":"([^"]*)"/.exec(line)?.[1]}`);
    expect(texts).toEqual(['info one, two', 'info plain', 'warn three']);
  });

  it.each([
    ['MessageSend(pjsip:alice,bob)', 'hello', 'SUCCESS'],
    ['MessageSend(pjsip:alice)', '', 'FAILURE'],
    ['MessageSend(pigeon:alice)', 'hello', 'INVALID_PROTOCOL'],
    ['MessageSend(alice)', 'hello', 'INVALID_URI'],
  ])('%s with the body "%s" ends in %s', async (step, body, status) => {
    const { aChannel, start } = aDialplan(lines(`Set(MESSAGE(body)=${body})`, step));
    const channel = aChannel();

    await start(channel);

    expect(value(channel, 'MESSAGE_SEND_STATUS')).toBe(status);
  });
});

describe('programs of the machine', () => {
  it.each([
    ['System(true)', 'SUCCESS'],
    ['System(exit 3)', 'APPERROR'],
    ['System(/no/such/program)', 'FAILURE'],
  ])('%s ends in %s', async (step, status) => {
    const { aChannel, start } = aDialplan(lines(step));
    const channel = aChannel();

    await start(channel);

    expect(value(channel, 'SYSTEMSTATUS')).toBe(status);
  });

  it('end with their call', async () => {
    const { aChannel, start } = aDialplan(lines('System(exec sleep 60)'));
    const channel = aChannel();
    const run = start(channel);

    channel.hangUp(causes.normal);

    await expect(run).resolves.toBeUndefined();
  });
});

describe('applications with audio on a line that carries none', () => {
  it('fail, keep the plan running and say why once', async () => {
    const { aChannel, start, lines: log } = aDialplan(lines('Playback(hello)', 'SayDigits(12)', 'Record(a.wav)'));
    const channel = aChannel();

    await start(channel);

    expect(channel.state).toBe('Up');
    expect(value(channel, 'PLAYBACKSTATUS')).toBe('FAILED');
    expect(value(channel, 'RECORD_STATUS')).toBe('ERROR');
    expect(log.filter((line) => line.includes('prompt could not be played'))).toHaveLength(1);
  });

  it.each([
    ['without a UUID', 'AudioSocket(x,127.0.0.1:4000)', 'uuid'],
    ['without a place', 'AudioSocket(40325ec2-5efd-4bd3-805f-53576e581d13,127.0.0.1)', 'uuid'],
    ['before the call is answered', 'AudioSocket(40325ec2-5efd-4bd3-805f-53576e581d13,127.0.0.1:4000)', 'answered'],
  ])('AudioSocket ends the plan %s, and says why', async (_when, step, reason) => {
    const { aChannel, start, happened, lines: log } = aDialplan(lines(step, 'NoOp()'));

    await start(aChannel());

    expect(ran(happened)).toHaveLength(1);
    expect(log.filter((line) => line.startsWith('warn') && line.includes(reason))).toHaveLength(1);
  });

  it('Playback does not answer when told not to', async () => {
    expect((await after('Playback(hello,noanswer)')).state).toBe('Ring');
  });

  it('MusicOnHold lasts as long as it is told, or until the call ends', async () => {
    const { aChannel, start, happened, pass } = aDialplan(lines('MusicOnHold(default,2)', 'MusicOnHold()'));
    const channel = aChannel();
    const run = start(channel);

    await pass(2_000);
    expect(ran(happened)).toHaveLength(2);
    channel.hangUp(causes.normal);
    await run;
    expect(ran(happened)).toHaveLength(2);
  });
});
