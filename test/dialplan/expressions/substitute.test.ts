import { aVariablesRig, real } from './variables-rig';

function aRig() {
  const rig = aVariablesRig();
  const set = { NAME: 'value', NUM: '5551234', WHICH: 'NAME', IDX: '2', EMPTY: '', PART: 'AM', N: '3', FN: 'LEN' };
  for (const [name, value] of Object.entries(set)) rig.channel.variables.set(name, value);
  return rig;
}

describe('a text with variables', () => {
  const { variables, channel } = aRig();

  it.each([
    ['nothing to do', 'nothing to do'],
    ['costs 5$ and {x}', 'costs 5$ and {x}'],
    ['%{NAME}', 'value'],
    ['a%{NAME}b%{NUM}c', 'avaluebc'.replace('bc', 'b5551234c')],
    ['%{UNSET}', ''],
    ['%{%{WHICH}}', 'value'],
    ['%{N%{PART}E}', 'value'],
    ['%{NUM:3}', '1234'],
    ['%{NUM:0:3}', '555'],
    ['%{NUM:-4}', '1234'],
    ['%{NUM:-4:2}', '12'],
    ['%{NUM:1:-2}', '5512'],
    ['%{NUM:-100}', '5551234'],
    ['%{NUM:100}', ''],
    ['%{NUM:%{IDX}:1}', '5'],
    ['%{NUM::3}', '555'],
    ['%{EXTEN}@%{CONTEXT},%{PRIORITY}', '100@default,3'],
    ['%{CHANNEL}', 'Local/100@default-c1;1'],
    ['%{UNIQUEID}', 'c1'],
    ['%{HANGUPCAUSE}', '0'],
    ['%{HINT}', 'Custom:lamp&Custom:other'],
    ['%{GREETING}', 'hello from globals'],
    ['%{EPOCH}', '1794746096'],
  ])('%s becomes %s', (text, wanted) => {
    expect(variables.substitute(channel, real(text))).toBe(wanted);
  });

  it.each([
    ['%{LEN(%{NAME})}', '5'],
    ['%{%{FN}(abc)}', '3'],
    ['%{TOUPPER(%{NAME}):1:2}', 'AL'],
    ['%{CUT(WHICH,A,1)}', 'N'],
    ['%{LEN(a(b)c:d)}', '7'],
    ['%{NOSUCH(x)}', ''],
    ['%[1 + %{IDX}]', '3'],
    ['%[%{NUM:0:3} = 555]', '1'],
    ['%[%{UNSET} = 1]', '0'],
    ['%["%{UNSET}" = ""]', '1'],
    ['%{IF(%[%{N} > 2]?big:small)}', 'big'],
    ['%{NUM:%[1+2]}', '1234'],
    ['%[%[1+1] * %{LEN(%{NAME})}]', '10'],
    ['%{NAME', real('%{NAME')],
    ['%[1+1', real('%[1+1')],
    ['%{A%[}]', real('%{A%[}]').replace(real('%{A%[}'), '')],
    ['%{}', ''],
    ['%{:1}', ''],
  ])('%s works out as %s', (text, wanted) => {
    expect(variables.substitute(channel, real(text))).toBe(wanted);
  });

  it('keeps what a value contains from being taken for syntax', () => {
    channel.variables.set('EVIL', `a)b:1}${real('%{NAME}')}`);

    expect(variables.substitute(channel, real('%{LEN(%{EVIL})}'))).toBe('13');
    expect(variables.substitute(channel, real('%{EVIL}'))).toBe(`a)b:1}${real('%{NAME}')}`);
  });

  it('knows global variables without a channel', () => {
    expect(variables.substitute(undefined, real('%{GREETING} %{EXTEN}%{CALLERID(num)}'))).toBe('hello from globals ');
  });

  it('warns once about a malformed expression', () => {
    const rig = aRig();

    for (let times = 0; times < 3; times += 1) rig.variables.substitute(rig.channel, real('%[1 +]'));

    expect(rig.logged).toEqual(['malformed expression, evaluated as 0']);
  });
});
