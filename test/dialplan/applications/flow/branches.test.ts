import { aDialplan, after, lines, value } from '../../run-rig';

describe('If', () => {
  /** What was taken of a choice among three branches, and whether the dialplan goes on behind it. */
  const choice = async (first: string, second: string): Promise<string | undefined> => {
    const channel = await after(
      ...[`Set(SECOND=${second})`, 'Set(TAKEN=)', `If(${first})`, 'Set(TAKEN=%{TAKEN}one)', 'ElseIf(%{SECOND})'],
      ...['Set(TAKEN=%{TAKEN}two)', 'Else()', 'Set(TAKEN=%{TAKEN}three)', 'EndIf()', 'Set(TAKEN=%{TAKEN} end)'],
    );
    return value(channel, 'TAKEN');
  };

  it.each([
    ['1', '1', 'one end'],
    ['1', '0', 'one end'],
    ['0', '1', 'two end'],
    ['', '$[1 = 1]', 'two end'],
    ['0', '0', 'three end'],
  ])('with %s, else if %s takes one branch: %s', async (first, second, expected) => {
    expect(await choice(first, second)).toBe(expected);
  });

  it('needs no other branch', async () => {
    const channel = await after('If(0)', 'Set(TAKEN=yes)', 'EndIf()', 'Set(AFTER=yes)');

    expect([value(channel, 'TAKEN'), value(channel, 'AFTER')]).toEqual([undefined, 'yes']);
  });

  it('passes over choices inside of a branch that is not taken', async () => {
    const channel = await after(
      ...['If(0)', 'If(1)', 'Set(TAKEN=inner)', 'Else()', 'Set(TAKEN=inner else)', 'EndIf()', 'Else()'],
      ...['If(0)', 'Set(TAKEN=a)', 'Else()', 'Set(TAKEN=b)', 'EndIf()', 'EndIf()'],
    );

    expect(value(channel, 'TAKEN')).toBe('b');
  });

  it('is left by ExitIf', async () => {
    const channel = await after(
      ...['If(1)', 'If(1)', 'ExitIf()', 'Set(INNER=no)', 'EndIf()', 'Set(OUTER=yes)', 'ExitIf()', 'Set(LATE=no)'],
      ...['EndIf()', 'Set(AFTER=yes)'],
    );

    expect(['INNER', 'OUTER', 'LATE', 'AFTER'].map((name) => value(channel, name))).toEqual([
      undefined,
      'yes',
      undefined,
      'yes',
    ]);
  });

  it('without an end goes on, and says so', async () => {
    const { aChannel, start, lines: logged } = aDialplan(lines('If(0)', 'Set(TAKEN=yes)'));
    const channel = aChannel();
    await start(channel);

    expect(value(channel, 'TAKEN')).toBe('yes');
    expect(logged).toEqual([expect.stringContaining('an If() of the dialplan has no EndIf()')]);
  });
});
