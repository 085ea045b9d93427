import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { planOf } from '../dialplan-rig';

const inDefault = (...lines: readonly string[]): string => ['[default]', ...lines].join('\n');

describe('reading extensions.conf', () => {
  it('takes all that dialplans are made of, and says what has no effect', () => {
    const { problems, notices, isSound } = planOf(readFileSync(join(__dirname, '../../data/extensions.conf'), 'utf8'));

    expect([problems, isSound]).toEqual([[], true]);
    expect(notices).toEqual(['extensions.conf: without effect here: static, writeprotect']);
  });

  it.each([
    [
      'a line without anything',
      'exten => ',
      'the extension has no name; write a name or number before the first comma',
    ],
    ['an extension without a priority', 'exten => s', 'there is no priority; write 1 for the first line'],
    ['an impossible pattern', 'exten => _[12,1,NoOp()', "the [ in '_[12' is never closed; write a set like [1-5]"],
    ['an impossible caller', 'exten => 1/_,1,NoOp()', "the pattern '_' fits nothing"],
    ['a priority that is none', 'exten => s,1 2,NoOp()', "'1 2' is not a priority"],
    ['a priority below 1', 'exten => s,0,NoOp()', 'there is no priority 0; priorities count from 1'],
    ['a word that is no label', 'exten => s,first,NoOp()', "'first' is neither a priority nor a label above of 's'"],
    [
      'n at the very beginning',
      'exten => s,n,NoOp()',
      'there is no line above for n to count from; start with priority 1',
    ],
    ['s at the very beginning', 'exten => s,s,NoOp()', 'there is no line above for s to count from'],
    ['an empty label', 'exten => s,1(),NoOp()', "'' cannot be a label"],
    ['a number as a label', 'exten => s,1(2),NoOp()', "'2' cannot be a label; write a name that is not a number"],
    ['no application', 'exten => s,1', 'no application follows the priority; write one, for example NoOp()'],
    ['nothing but arguments', 'exten => s,1,(x)', 'no application follows the priority'],
    ['an impossible application', 'exten => s,1,No Op()', "'No Op' cannot be the name of an application"],
    [
      'arguments in the old style',
      'exten => s,1,Dial,Local/1@a|20',
      'the arguments of Dial do not stand in parentheses; write Dial(Local/1@a,20)',
    ],
    ['same without exten', 'same => n,NoOp()', 'there is no exten line above for same to continue'],
    ['a hint without a device', 'exten => 1,hint,', 'the hint names no device'],
    ['an include without a name', 'include => ', 'the include names no context; write include => context'],
    ['an impossible time', 'include => a,25:00-26:00', "'25:00-26:00' is not a time; write times like 9:00-17:00"],
    ['an impossible weekday', 'include => a,*,mon-fry', "'mon-fry' is not a day of the week"],
    ['an impossible time zone', 'include => a,*,*,*,*,Mars/Base', "there is no time zone 'Mars/Base'"],
    ['an ignorepat that fits nothing', 'ignorepat => _', "the pattern '_' fits nothing"],
    ['a misspelt line', 'extne => s,1,NoOp()', "unknown line 'extne' in the context [default]; did you mean 'exten'?"],
  ])('reports %s', (_, line, problem) => {
    const { problems, isSound, notices } = planOf(inDefault(line));

    expect(problems).toEqual([expect.stringContaining(`extensions.conf:2: ${problem}`)]);
    expect(isSound).toBe(false);
    expect(notices.filter((notice) => !notice.includes('no context'))).toEqual([]);
  });

  it.each([
    ['an open parenthesis', 'exten => s,1,Wait(1', 'Wait(1)', 'the parenthesis after Wait is never closed'],
    [
      'text after the arguments',
      'exten => s,1,Wait(1) now',
      'Wait(1)',
      "'now' after the arguments of Wait does nothing",
    ],
  ])('understands %s as existing servers do, and says so', (_, line, call, notice) => {
    const { dialplan, problems, notices } = planOf(inDefault(line));

    const step = dialplan.find('default', 's')?.steps.get(1);
    expect(`${step?.application}(${step?.data})`).toBe(call);
    expect([problems, notices]).toEqual([[], [`extensions.conf:2: ${notice}`]]);
  });

  it.each([
    [
      'a second line at a priority',
      ['exten => s,1,NoOp()', 'exten => s,1,Answer()'],
      "exten => s,1,Answer() in [default]: 's' already has a priority 1, on line 2",
    ],
    [
      'a second label',
      ['exten => s,1(a),NoOp()', 'same => n(a),NoOp()'],
      "label 'a' of 's': it is at priority 1 already",
    ],
    [
      'a second hint',
      ['exten => 1,hint,Stasis:a', 'exten => 1,hint,Stasis:b'],
      "exten => 1,hint,Stasis:b in [default]: '1' already has a hint, on line 2; & joins devices",
    ],
    [
      'the same extension with dashes',
      ['exten => 5-5,1,NoOp()', 'exten => 55,1,Answer()'],
      "exten => 55,1,Answer() in [default]: '55' already has a priority 1, on line 2",
    ],
    [
      'a switch to an engine that is not here',
      ['exten => s,1,NoOp()', 'switch => IAX2/user:[key]@host/plan'],
      "switch => IAX2/user:[key]@host/plan in [default]: there is no engine 'IAX2' here to look extensions up",
    ],
    [
      'a switch that evaluates late',
      ['exten => s,1,NoOp()', 'eswitch => Realtime/phones@table'],
      "eswitch => Realtime/phones@table in [default]: there is no engine 'Realtime' here to look extensions up",
    ],
    [
      'a literal switch',
      ['exten => s,1,NoOp()', 'lswitch => Loopback/other@other'],
      "lswitch => Loopback/other@other in [default]: there is no engine 'Loopback' here to look extensions up",
    ],
    ['a directive nobody knows', ['[default]', '#pragma once'], "'#pragma once': '#pragma' is not a directive"],
    ['a comment of another language', ['[default]', '// see below'], "'// see below': the line has no ="],
    [
      'a line nobody knows',
      ['[default]', 'name = value'],
      "name => value in [default]: not known here; did you mean 'same'?",
    ],
    ['text behind a header', ['[a]', '[b] c'], "'c': it stands behind a section header"],
    ['a command that may not run', ['[a]', '#exec date'], "'#exec date': #exec is not allowed"],
  ])('ignores %s, with its place', (_, lines, notice) => {
    const { problems, notices } = planOf(inDefault(...lines));

    expect([problems, notices]).toEqual([[], [`extensions.conf:3: ignored ${notice}`]]);
  });

  it('keeps the first of two lines at a priority, two labels and two hints', () => {
    const { dialplan } = planOf(
      inDefault(
        'exten => s,1(a),NoOp()',
        'exten => s,1,Answer()',
        'exten => s,2(a),NoOp()',
        'exten => s,hint,Stasis:a',
        'exten => s,hint,Stasis:b',
      ),
    );

    const found = dialplan.find('default', 's');
    expect(found?.steps.get(1)?.application).toBe('NoOp');
    expect(found?.labels.get('a')).toBe(1);
    expect(dialplan.contexts[0]?.hints.map(({ devices }) => devices)).toEqual([['Stasis:a']]);
  });

  it.each([
    ['a step without its sign', 'exten s,1,NoOp()', 'the line has no ='],
    ['an include without its sign', 'include other', 'the line has no ='],
    ['a misspelt directive', '#inclde "more.conf"', "'#inclde' is not a directive; did you mean #include?"],
  ])('refuses %s, because calls would change', (_, line, problem) => {
    expect(planOf(inDefault(line)).problems).toEqual([expect.stringContaining(`extensions.conf:2: ${problem}`)]);
  });

  it('reports every faulty line, once and together with those of the other files', () => {
    const { problems } = planOf(
      inDefault(
        'exten => s,1,Wai t(',
        ' same => n,NoOp()',
        ' same => m,NoOp()',
        ' same => n,',
        'exten => _,1,NoOp()',
        ' same => n,NoOp()',
      ),
      {},
      { 'http.conf': '[general]\nenabled = perhaps\n' },
    );

    expect(problems.map((problem) => problem.split(': ')[0])).toEqual([
      'http.conf:2',
      'extensions.conf:2',
      'extensions.conf:4',
      'extensions.conf:5',
      'extensions.conf:6',
    ]);
  });

  it('reports a fault of a template once, however many contexts inherit it', () => {
    expect(planOf('[t](!)\nexten => s,1,\n[a](t)\n[b](t)\n').problems).toHaveLength(1);
  });

  it('names included files and their lines', () => {
    const { problems } = planOf('[default]\n#include "more.conf"\n', {}, { 'more.conf': '\nexten => s,1,\n' });

    expect(problems).toEqual([expect.stringMatching(/^more\.conf:2: no application/)]);
  });

  it('knows applications in any letter case, and asks what a misspelt one should be', () => {
    const applications = ['NoOp', 'Hangup'];
    const text = inDefault('exten => s,1,noop()', 'same => n,Hagnup()', 'same => n,Fly()');

    const { problems, notices } = planOf(text, { applications });
    expect(problems).toEqual([]);
    expect(notices).toEqual([
      "extensions.conf:3: there is no application 'Hagnup'; did you mean 'Hangup'?",
      "extensions.conf:4: there is no application 'Fly'; a call that comes here ends",
    ]);
    expect(planOf(text).notices).toEqual([]);
  });

  it('lets n count on from the last line, whichever extension that had', () => {
    const { dialplan, notices } = planOf(
      inDefault('exten => 1,1,NoOp()', 'exten => 2,n,NoOp()', 'exten => 2,n+2(x),NoOp()'),
    );

    expect([...(dialplan.find('default', '2')?.steps.keys() ?? [])]).toEqual([2, 5]);
    expect(notices).toEqual(["extensions.conf:3: '2' has no priority 1: only a jump leads to priority 2"]);
  });

  it('notices includes that lead nowhere, and patterns that promise what they do not keep', () => {
    const { notices, isSound } = planOf(
      inDefault('include => defualt', 'include => stasis-demo', 'exten => _X.5,1,NoOp()', 'exten => _.,1,NoOp()'),
    );

    expect(notices).toEqual([
      "extensions.conf:4: '5' in the pattern '_X.5' is ignored: . and ! end a pattern",
      "extensions.conf:5: '_.' fits the special extensions h, i and t too; _X. fits numbers only",
      "extensions.conf:2: there is no context 'defualt' to include; did you mean 'default'?",
    ]);
    expect(isSound).toBe(true);
  });

  it('reports unknown settings', () => {
    expect(planOf('[general]\nautofalltrough = yes\n').problems).toEqual([
      "extensions.conf:2: unknown option 'autofalltrough' in [general]; did you mean 'autofallthrough'?",
    ]);
  });
});
