import { aVariablesRig, real } from './variables-rig';

describe('variables that a client asks for', () => {
  it('are the channel’s own, built-in and global ones, under exactly their names', () => {
    const { variables, channel } = aVariablesRig();
    channel.variables.set('SP', '  padded  ');
    channel.variables.set('EMPTY', '');

    expect(variables.read(channel, 'SP')).toEqual({ outcome: 'read', value: '  padded  ' });
    expect(variables.read(channel, 'EMPTY')).toEqual({ outcome: 'read', value: '' });
    expect(variables.read(channel, 'EXTEN')).toEqual({ outcome: 'read', value: '100' });
    expect(variables.read(channel, 'GREETING')).toEqual({ outcome: 'read', value: 'hello from globals' });
    for (const name of ['NOPE', ' SP ', 'sp', 'SP:2:3', real('%{SP}'), '', '(', ')']) {
      expect(variables.read(channel, name)).toEqual({ outcome: 'missing' });
    }
  });

  it('have no value when they are unknown functions', () => {
    const { variables, channel } = aVariablesRig();

    expect(variables.read(channel, 'BOGUS(x)')).toMatchObject({ outcome: 'unreadable' });
    expect(variables.read(undefined, 'CHANNEL(name)')).toMatchObject({ outcome: 'unreadable' });
    expect(variables.read(undefined, 'LEN(abc)')).toEqual({ outcome: 'read', value: '3' });
  });

  it('do not reach out of the telephone system by any detour', () => {
    const { variables, channel } = aVariablesRig();
    variables.write(channel, { name: 'DB(a/b)', value: 'secret' });

    for (const name of ['DB(a/b)', 'DB_EXISTS(a/b)', 'SHELL(ls)', 'ENV(HOME)']) {
      expect(variables.read(channel, name, 'outside')).toMatchObject({ outcome: 'forbidden' });
    }
    for (const name of [
      real('EVAL(%{DB(a/b)})'),
      'IMPORT(c1,DB(a/b))',
      'CUT(DB(a/b),-,1)',
      'MASTER_CHANNEL(DB(a/b))',
    ]) {
      expect(variables.read(channel, name, 'outside')).not.toMatchObject({ value: 'secret' });
    }
    expect(variables.read(channel, 'DB(a/b)')).toEqual({ outcome: 'read', value: 'secret' });
    expect(variables.read(channel, 'SHELL(ls)')).toEqual({ outcome: 'read', value: 'ran ls' });
    expect(variables.substitute(channel, real('%{SHELL(ls)}'))).toBe('ran ls');
    expect(variables.write(channel, { name: 'DB(a/b)', value: '' }, 'outside').outcome).toBe('forbidden');
    const shown = { name: 'MASTER_CHANNEL(DB(a/b))', value: '', isShown: true };
    expect(variables.write(channel, shown, 'outside').outcome).toBe('forbidden');
  });

  it('reach out when the configuration says so', () => {
    const { variables, channel } = aVariablesRig({ liveDangerously: true });

    expect(variables.read(channel, 'SHELL(ls)', 'outside')).toEqual({ outcome: 'read', value: 'ran ls' });
  });
});

describe('variables that a client has shown', () => {
  it('show it no more than it may read', () => {
    const { variables, channel } = aVariablesRig();
    variables.write(channel, { name: 'DB(a/b)', value: 'secret' });
    for (const name of ['DB(a/b)', 'SHELL(ls)', real('EVAL(%{DB(a/b)})'), 'LEN(abc)'])
      channel.variables.show(name, true);

    expect(channel.snapshot().variables).toEqual({
      'DB(a/b)': '',
      'SHELL(ls)': '',
      [real('EVAL(%{DB(a/b)})')]: '',
      'LEN(abc)': '3',
    });
  });
});

describe('variables that a client sets', () => {
  it('are kept without the signs that say who inherits them', () => {
    const { variables, channel } = aVariablesRig();

    variables.write(channel, { name: '__INH', value: 'kid' });

    expect(variables.read(channel, 'INH')).toEqual({ outcome: 'read', value: 'kid' });
    expect(variables.read(channel, '__INH')).toEqual({ outcome: 'missing' });
  });

  it('are gone without a value', () => {
    const { variables, channel } = aVariablesRig();
    variables.write(channel, { name: 'FOO', value: 'bar' });

    variables.write(channel, { name: 'FOO', value: undefined });

    expect(variables.read(channel, 'FOO')).toEqual({ outcome: 'missing' });
  });

  it('show a function’s new value in the very event that its change raises', () => {
    const { variables, channel, seen } = aVariablesRig();

    variables.write(channel, { name: 'CALLERID(num)', value: '123', isShown: true });

    expect(seen).toMatchObject([
      { type: 'channel-caller-changed', channel: { caller: { number: '123' }, variables: { 'CALLERID(num)': '123' } } },
    ]);
  });

  it('show nothing of a function that swallows what it is given', () => {
    const { variables, channel } = aVariablesRig();

    expect(variables.write(channel, { name: 'BOGUS(x)', value: '1', isShown: true }).outcome).toBe('ignored');
    expect(channel.snapshot().variables).toBeUndefined();
  });

  it('end, even when a shown function changes variables whenever it is read', () => {
    const { variables, channel } = aVariablesRig();

    variables.write(channel, { name: 'DB_DELETE(a/b)', value: '', isShown: true });
    variables.write(channel, { name: 'X', value: '1' });

    expect(channel.snapshot().variables).toEqual({ 'DB_DELETE(a/b)': '' });
  });

  it('outlive a function that fails', () => {
    const { variables, channel, logged } = aVariablesRig();
    const fail = (): never => {
      throw new Error('faulty');
    };
    variables.functions.add({ FAULTY: { read: fail, write: fail } });

    expect(variables.read(channel, 'FAULTY()')).toMatchObject({ outcome: 'unreadable' });
    expect(variables.write(channel, { name: 'FAULTY()', value: '' })).toEqual({ outcome: 'ignored' });
    expect(logged).toEqual(['a dialplan function failed', 'a dialplan function failed']);
  });
});
