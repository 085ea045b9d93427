import type { GlobalVariablesDeps } from '../../src/engine/global-variables';
import { builtInVariables, GlobalVariables } from '../../src/engine/global-variables';
import { anEngine, someTime } from './engine-rig';

const directories = { config: '/etc/pb', data: '/var/lib/pb', spool: '/var/spool/pb', log: '/var/log/pb' };

function someVariables(options: Partial<GlobalVariablesDeps> = {}) {
  const engine = anEngine();
  const builtIn = builtInVariables({ now: engine.now, systemName: 'desk', entityId: '02:00:00:00:00:01', directories });
  const configured = { GREETING: 'hello from globals', EMPTY: '' };
  const variables = new GlobalVariables({ ...engine, configured, builtIn, ...options });
  return { ...engine, variables };
}

describe('global variables', () => {
  it('begin as the configuration says', () => {
    const { variables } = someVariables();

    expect(variables.get('GREETING')).toBe('hello from globals');
    expect(variables.get('EMPTY')).toBe('');
  });

  it.each(['NOSUCH', 'greeting', 'MATH(2*21,int)', 'GLOBAL(GREETING)', 'ENV(PATH)', 'constructor', '__proto__', ''])(
    'are empty when nobody has set them: %s',
    (name) => {
      expect(someVariables().variables.get(name)).toBe('');
    },
  );

  it.each([
    ['EPOCH', '1794704129'],
    ['SYSTEMNAME', 'desk'],
    ['ENTITYID', '02:00:00:00:00:01'],
    ['ASTETCDIR', '/etc/pb'],
    ['ASTLOGDIR', '/var/log/pb'],
  ])('include the built-in %s', (name, value) => {
    expect(someVariables().variables.get(name)).toBe(value);
  });

  it('are set and removed, and every write is reported', () => {
    const { variables, happened } = someVariables();

    expect(variables.set('FRESH', 'a b,c & d')).toEqual({ outcome: 'set' });
    expect(variables.get('FRESH')).toBe('a b,c & d');
    expect(variables.set('FRESH', undefined)).toEqual({ outcome: 'set' });
    expect(variables.get('FRESH')).toBe('');
    expect(happened).toEqual([
      { type: 'global-variable-set', at: someTime, name: 'FRESH', value: 'a b,c & d' },
      { type: 'global-variable-set', at: someTime, name: 'FRESH', value: '' },
    ]);
  });

  it('can be written by the function of their name, too', () => {
    const { variables, happened } = someVariables();

    expect(variables.set('GLOBAL(VIAFUNC)', 'yes')).toEqual({ outcome: 'set' });
    expect(variables.get('VIAFUNC')).toBe('yes');
    expect(happened).toMatchObject([{ name: 'VIAFUNC', value: 'yes' }]);
    expect(variables.set('GLOBAL()', 'x')).toEqual({ outcome: 'name-missing' });
  });

  it('lose the underscores that ask for inheritance', () => {
    const { variables } = someVariables();
    variables.set('__DEEP', '1');
    variables.set('_', '2');

    expect(variables.get('DEEP')).toBe('1');
    expect(variables.get('_')).toBe('2');
  });

  it.each(['SHELL(ls)', 'DB(a/b)', 'NOFUNC(1)'])('leave the function %s to others', (name) => {
    const { variables, happened } = someVariables();

    expect(variables.set(name, 'x')).toEqual({ outcome: 'other-function' });
    expect(variables.get(name)).toBe('');
    expect(happened).toEqual([]);
  });
});
