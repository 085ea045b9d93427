import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Dialplan } from '../../../src/dialplan/plan/dialplan';
import { planOf, soundPlan } from '../dialplan-rig';

const everything = readFileSync(join(__dirname, '../../data/extensions.conf'), 'utf8');
const wednesday =
  (time: string): (() => number) =>
  () =>
    new Date(`2025-01-15T${time}`).getTime();
const dataOf = (dialplan: Dialplan, extension: string, priority = 1): string | undefined =>
  dialplan.step('default', extension, priority)?.data;

describe('a dialplan', () => {
  const dialplan = soundPlan(everything, { now: wednesday('10:00') });

  it('keeps contexts, extensions and steps with the lines they come from', () => {
    const found = dialplan.find('default', 'arguments');

    expect(dialplan.contexts.map(({ name }) => name)).toEqual(['default', 'elsewhere', 'night', 'hints']);
    expect(found).toMatchObject({ name: 'arguments', line: 22 });
    expect([...(found?.steps.values() ?? [])].map(({ application, data }) => [application, data])).toEqual([
      ['Stasis', 'tapp,one,two words,,four'],
      ['Set', 'CALLERID(name)=New Name'],
      ['SendDTMF', '12#*A,200,100'],
      ['StasisBroadcast', '1500,(((,,'],
      ['GotoIf', '$["$' + '{STASISSTATUS}" = "FAILED"]?gone'],
      ['UserEvent', 'FromDialplan,colour: red;blue,size: 3'],
      ['Dial', 'Local/late-answer@default/n,10'],
    ]);
    expect(dialplan.step('default', 'arguments', 7)).toMatchObject({ priority: 7, label: 'gone', line: 28 });
    expect(dialplan.step('default', 'quick', 1)).toMatchObject({ application: 'Answer', data: '' });
  });

  it.each([
    ['211', 'exact'],
    ['222', 'set'],
    ['299', 'class'],
    ['2999', 'some'],
    ['2', 'any'],
    ['21-1', 'exact'],
    ['911', 'emergency,s,1'],
  ])('finds for %s the extension that fits best', (extension, data) => {
    expect(dataOf(dialplan, extension)).toBe(data);
  });

  it.each([
    ['default', 'nothing'],
    ['nowhere', 's'],
    ['hints', '700'],
    ['spoken', '500'],
    ['general', 's'],
  ])('has in %s no extension %s', (context, extension) => {
    expect(dialplan.find(context, extension)).toBeUndefined();
    expect(dialplan.step(context, extension, 1)).toBeUndefined();
  });

  it('counts priorities from numbers, from the line above and from labels', () => {
    expect([...(dialplan.find('default', '1')?.steps ?? [])].map(([priority, { data }]) => [priority, data])).toEqual([
      [1, 'first'],
      [2, 'second'],
      [3, 'third'],
      [103, 'a hundred later'],
    ]);
    expect(dialplan.labelled('default', '1', 'third')).toBe(3);
    expect(dialplan.labelled('default', '1', 'fourth')).toBeUndefined();
    expect(dialplan.labelled('default', '100', 'here')).toBe(2);
  });

  it('searches included contexts after its own extensions, and special extensions like all others', () => {
    expect(dialplan.step('default', '100', 2)).toMatchObject({ data: 'WHERE=here' });
    expect(dialplan.find('default', 'h')).toMatchObject({ name: 'h' });
    expect(dialplan.find('elsewhere', 's')).toBeUndefined();
  });

  it('includes a context only at its times', () => {
    const at = (time: string) => soundPlan(everything, { now: wednesday(time) }).find('default', '501') !== undefined;

    expect(['10:00', '12:30', '17:59', '18:00', '23:00', '08:00', '08:01'].filter(at)).toEqual([
      '12:30',
      '18:00',
      '23:00',
      '08:00',
    ]);
  });

  it('lets the lines of a section win over those it inherits', () => {
    expect(
      [...(dialplan.find('night', '500')?.steps.values() ?? [])].map(({ application, data }) => [application, data]),
    ).toEqual([
      ['Answer', ''],
      ['NoOp', 'own'],
      ['Busy', ''],
    ]);
  });

  it('tells callers apart where an extension is for some of them only', () => {
    expect(dataOf(dialplan.forCaller('5551'), '300')).toBe('from 5551');
    expect(dataOf(dialplan.forCaller(''), '300')).toBe('from nobody');
    expect(dataOf(dialplan.forCaller('7'), '300')).toBe('from anybody');
    expect(dataOf(dialplan.forCaller('5551'), '211')).toBe('exact');
  });

  it('knows hints, also by pattern and through includes', () => {
    expect(dialplan.hint('hints', '700')).toMatchObject({ devices: ['Stasis:hinted'], presence: undefined });
    expect(dialplan.hint('hints', '701')).toMatchObject({
      devices: ['Custom:a', 'Custom:b'],
      presence: 'CustomPresence:c',
    });
    expect(dialplan.hintsOf('hints').map(({ extension }) => extension)).toEqual(['700', '_70X']);
    const including = soundPlan('[a]\ninclude => b\n[b]\nexten => 1,hint,Stasis:x\n');
    expect(including.hintsOf('a')).toHaveLength(1);
    expect(including.hint('a', '1')).toBeDefined();
  });

  it('knows whether more digits could be on their way, and when the dial tone goes on', () => {
    expect(['9', '91', '10', '2'].filter((digits) => dialplan.couldMatchMore('default', digits))).toEqual([
      '9',
      '91',
      '10',
      '2',
    ]);
    expect(['911', '100', '6'].filter((digits) => dialplan.couldMatchMore('default', digits))).toEqual([]);
    expect(['9', '99', '8'].filter((digits) => dialplan.isIgnored('default', digits))).toEqual(['9']);
  });

  it('finds its way through contexts that include each other in circles', () => {
    const circle = soundPlan(
      '[a]\ninclude => b\n[b]\ninclude => a\ninclude => b\ninclude => c\n[c]\nexten => 1,1,NoOp()\n',
    );

    expect(circle.find('a', '1')).toBeDefined();
    expect(circle.find('a', '2')).toBeUndefined();
  });

  it('takes a priority that the best extension lacks from the next one that fits', () => {
    const { dialplan: mixed } = planOf(
      '[default]\nexten => _X.,1,NoOp(wide)\nexten => _X.,2,NoOp(wide)\nexten => 12,2,NoOp(own)\n',
    );

    expect([dataOf(mixed, '12', 1), dataOf(mixed, '12', 2)]).toEqual(['wide', 'own']);
  });

  it('is empty without a file', () => {
    const { dialplan: empty, problems } = planOf('');

    expect([empty.contexts, problems]).toEqual([[], []]);
    expect(empty.settings).toEqual({ autofallthrough: true, clearGlobals: false });
  });

  it('keeps the settings of its file', () => {
    expect(soundPlan('[general]\nautofallthrough = no\nclearglobalvars = yes\n').settings).toEqual({
      autofallthrough: false,
      clearGlobals: true,
    });
  });
});
