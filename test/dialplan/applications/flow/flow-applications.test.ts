import { aDialplan, after, lines, ran, settled, told, value } from '../../run-rig';

describe('variables', () => {
  it('Set takes everything behind the first =, quotes included', async () => {
    expect(value(await after('Set(A="b=c", d)'), 'A')).toBe('"b=c", d');
  });

  it('Set raises one event, and fills in what was set before', async () => {
    const { aChannel, start, happened } = aDialplan(lines('Set(WHERE=100-1)', 'Set(B=%{WHERE}!)'));

    await start(aChannel());

    expect(told(happened).slice(0, 4)).toEqual([
      'channel-dialplan @ default,s,1 Set(WHERE=100-1)',
      'channel-variable-set WHERE=100-1 @ default,s,1 Set(WHERE=100-1)',
      'channel-dialplan @ default,s,2 Set(B=100-1!)',
      'channel-variable-set B=100-1! @ default,s,2 Set(B=100-1!)',
    ]);
  });

  it('MSet sets several', async () => {
    const channel = await after('MSet(A=1,B="2,3",C=x)');

    expect(['A', 'B', 'C'].map((name) => value(channel, name))).toEqual(['1', '2,3', 'x']);
  });

  it('Set without = says so and goes on', async () => {
    expect(value(await after('Set(nothing)', 'Set(A=1)'), 'A')).toBe('1');
  });
});

describe('jumps', () => {
  it.each([
    ['Goto(3)', ['s,1', 's,3', 's,4']],
    ['Goto(end)', ['s,1', 's,4']],
    ['Goto(+2)', ['s,1', 's,3', 's,4']],
    ['Goto(x,1)', ['s,1', 'x,1']],
    ['Goto(other,s,1)', ['s,1', 's,1']],
    ['GotoIf(1?end)', ['s,1', 's,4']],
    ['GotoIf(0?end)', ['s,1', 's,2', 's,3', 's,4']],
    ['GotoIf(?3:end)', ['s,1', 's,4']],
    ['GotoIf($["%{EXTEN}" = "s"]?default,s,end:x,1)', ['s,1', 's,4']],
    ['GotoIfTime(*,*,*,*?end:3)', ['s,1', 's,4']],
    ['GotoIfTime(00:01-00:02,*,*,*,UTC?end:3)', ['s,1', 's,3', 's,4']],
    ['Goto(nolabel)', ['s,1']],
    ['RaiseException(MINE)', ['s,1', 'e,1']],
  ])('%s goes %j', async (step, expected) => {
    const plan = [
      '[default]',
      `exten => s,1,${step}`,
      ' same => n,NoOp()',
      ' same => n,NoOp()',
      ' same => n(end),NoOp()',
      'exten => x,1,NoOp()',
      'exten => e,1,NoOp(%{EXCEPTION(reason)})',
      '[other]',
      'exten => s,1,NoOp()',
    ].join('\n');
    const { aChannel, start, happened } = aDialplan(plan);

    await start(aChannel());

    expect(ran(happened).map((line) => line.split(' ')[0]?.replace(/^(default|other),/, ''))).toEqual(expected);
  });
});

describe('subroutines', () => {
  it('get their arguments, hide what had those names, and give it back', async () => {
    const plan = [
      '[default]',
      'exten => s,1,Set(ARG1=mine)',
      ' same => n,Gosub(sub,s,1(one,two words))',
      ' same => n,Set(AFTER=%{ARG1}/%{ARG2}/%{GOSUB_RETVAL})',
      '[sub]',
      'exten => s,1,Set(SEEN=%{ARG1}/%{ARG2}/%{ARGC})',
      ' same => n,Set(LOCAL(own)=x)',
      ' same => n,Gosub(inner,1(only))',
      ' same => n,Return(back)',
      'exten => inner,1,Set(INNER=%{ARG1}/%{ARG2}/%{own})',
      ' same => n,Return()',
    ].join('\n');
    const { aChannel, start } = aDialplan(plan);
    const channel = aChannel();

    await start(channel);

    expect(value(channel, 'SEEN')).toBe('one/two words/2');
    expect(value(channel, 'INNER')).toBe('only//x');
    expect(value(channel, 'AFTER')).toBe('mine//back');
    expect(value(channel, 'own')).toBeUndefined();
  });

  it('are chosen by GosubIf', async () => {
    const plan = [
      '[default]',
      'exten => s,1,GosubIf($[1 > 2]?a,1(x):b,1(y:z))',
      ' same => n,Hangup()',
      'exten => a,1,Return()',
      'exten => b,1,Set(B=%{ARG1})',
      ' same => n,Return()',
    ].join('\n');
    const { aChannel, start } = aDialplan(plan);
    const channel = aChannel();

    await start(channel);

    expect(value(channel, 'B')).toBe('y:z');
  });

  it('that call themselves for ever end the call', async () => {
    const { aChannel, start, lines: log } = aDialplan('[default]\nexten => s,1,Gosub(s,1)\n');
    const channel = aChannel();

    await start(channel);

    expect(channel.isEnding).toBe(true);
    expect(log.join()).toContain('without end');
  });

  it.each(['Return()', 'Gosub(nowhere,1)'])('%s without anything to go to ends the call', async (step) => {
    expect(value(await after(step, 'Set(A=1)'), 'A')).toBeUndefined();
  });

  it('are forgotten by StackPop', async () => {
    const plan =
      '[default]\nexten => s,1,Gosub(a,1)\n same => n,Set(BACK=1)\nexten => a,1,StackPop()\n same => n,Return()\n';
    const { aChannel, start } = aDialplan(plan);
    const channel = aChannel();

    await start(channel);

    expect(value(channel, 'BACK')).toBeUndefined();
  });
});

describe('loops', () => {
  it('run while their condition holds, one inside the other', async () => {
    const channel = await after(
      'Set(I=0)',
      'While($[%{I} < 3])',
      'Set(I=$[%{I} + 1])',
      'Set(J=0)',
      'While($[%{J} < 2])',
      'Set(J=$[%{J} + 1])',
      'Set(SEEN=%{SEEN}%{I}%{J} )',
      'EndWhile()',
      'EndWhile()',
      'Set(DONE=yes)',
    );

    expect(value(channel, 'SEEN')).toBe('11 12 21 22 31 32 ');
    expect(value(channel, 'DONE')).toBe('yes');
  });

  it('can be left, and gone on with, in between', async () => {
    const channel = await after(
      'Set(I=0)',
      'While(1)',
      'Set(I=$[%{I} + 1])',
      'ExecIf($[%{I} = 2]?ContinueWhile())',
      'ExecIf($[%{I} = 4]?ExitWhile())',
      'Set(SEEN=%{SEEN}%{I})',
      'EndWhile()',
      'Set(DONE=%{I})',
    );

    expect(value(channel, 'SEEN')).toBe('13');
    expect(value(channel, 'DONE')).toBe('4');
  });

  it('without their counterpart are logged', async () => {
    const { aChannel, start, lines: log } = aDialplan(lines('EndWhile()', 'While(0)', 'Set(A=1)'));
    const channel = aChannel();

    await start(channel);

    expect(log.filter((line) => line.includes('dialplan loop:'))).toHaveLength(2);
    expect(value(channel, 'A')).toBe('1');
  });
});

describe('applications that run others', () => {
  it('ExecIf runs what its condition chooses, at the same place', async () => {
    const { aChannel, start, happened } = aDialplan(lines('ExecIf(0?Set(A=1):Set(B=x:y))', 'NoOp()'));

    await start(aChannel());

    expect(told(happened).slice(0, 3)).toEqual([
      'channel-dialplan @ default,s,1 ExecIf(0?Set(A=1):Set(B=x:y))',
      'channel-variable-set B=x:y @ default,s,1 Set(B=x:y)',
      'channel-dialplan @ default,s,2 NoOp()',
    ]);
  });

  it('Exec fills in what its text names', async () => {
    const channel = await after('Set(WHAT=Set(A=2))', 'Exec(%{WHAT})');

    expect(value(channel, 'A')).toBe('2');
  });

  it.each([
    ['TryExec(NoOp())', 'SUCCESS'],
    ['TryExec(Return())', 'FAILED'],
    ['TryExec(NoSuchThing())', 'NOAPP'],
  ])('%s leaves %s', async (step, status) => {
    expect(value(await after(step), 'TRYSTATUS')).toBe(status);
  });
});

describe('waiting', () => {
  it('takes fractions of seconds', async () => {
    const { aChannel, start, happened, pass } = aDialplan(lines('Wait(0.6)', 'NoOp()'));
    const run = start(aChannel());

    await pass(599);
    expect(ran(happened)).toHaveLength(1);
    await pass(1);
    await run;
    expect(ran(happened)).toHaveLength(2);
  });

  const menu = (...more: readonly string[]): string =>
    ['[default]', 'exten => s,1,WaitExten(5)', 'exten => 1,1,NoOp()', 'exten => 12,1,NoOp()', ...more].join('\n');

  it('for an extension takes digits until no longer one is possible', async () => {
    const { aChannel, start, happened } = aDialplan(menu());
    const channel = aChannel();
    const run = start(channel);

    for (const digit of '12') channel.receive({ type: 'digit', digit, milliseconds: 100 });
    await run;

    expect(ran(happened)).toEqual(['default,s,1 WaitExten(5)', 'default,12,1 NoOp()']);
  });

  it('for an extension gives up the longer one after the digit timeout', async () => {
    const { aChannel, start, happened, pass } = aDialplan(menu());
    const channel = aChannel();
    const run = start(channel);

    channel.receive({ type: 'digit', digit: '1', milliseconds: 100 });
    await settled();
    await pass(5_000);
    await run;

    expect(ran(happened)).toEqual(['default,s,1 WaitExten(5)', 'default,1,1 NoOp()']);
  });

  it.each([
    ['goes to t when nothing is dialled', ['exten => t,1,NoOp()'], 'default,t,1 NoOp()'],
    ['goes to e when there is no t', ['exten => e,1,NoOp(%{EXCEPTION(reason)})'], 'default,e,1 NoOp(RESPONSETIMEOUT)'],
  ])('for an extension %s', async (_title, more, expected) => {
    const { aChannel, start, happened, pass, clock } = aDialplan(menu(...more));
    const run = start(aChannel());

    await pass(5_000);
    await run;

    expect(ran(happened)[1]).toBe(expected);
    expect(clock.running).toBe(0);
  });

  it('for an extension sends what is none to i', async () => {
    const { aChannel, start, happened } = aDialplan(menu('exten => i,1,NoOp(%{INVALID_EXTEN})'));
    const channel = aChannel();
    const run = start(channel);

    channel.receive({ type: 'digit', digit: '9', milliseconds: 100 });
    await run;

    expect(ran(happened)[1]).toBe('default,i,1 NoOp(9)');
  });

  it('for the rest of an extension goes on where the digits lead', async () => {
    const plan = '[default]\nexten => 5,1,Incomplete()\nexten => 56,1,NoOp()\n';
    const { aChannel, start, happened } = aDialplan(plan);
    const channel = aChannel();
    const run = start(channel, '5');

    channel.receive({ type: 'digit', digit: '6', milliseconds: 100 });
    await run;

    expect(ran(happened)).toEqual(['default,5,1 Incomplete()', 'default,56,1 NoOp()']);
  });
});
