import * as fc from 'fast-check';
import { computingTime } from '../../support/computing-time';
import { aVariablesRig, real } from './variables-rig';
import { cases } from '../../support/effort';

const word = fc.constantFrom(
  ...[
    '${',
    '$[',
    '}',
    ']',
    '(',
    ')',
    ':',
    ',',
    '"',
    '\\',
    '&',
    '|',
    '?',
    '::',
    '=~',
    '+',
    '-',
    '@',
    '%',
    '/',
    '*',
    ' ',
  ],
  ...['A', 'B', '1', '-3', '99999999999999999999', 'x', '[', '{', '$', '\n', '\0', 'é', '\ud800'],
);
const name = fc.constantFrom(...aVariablesRig().variables.functions.names());
const text = fc.array(fc.oneof(word, name, fc.string()), { maxLength: 30 }).map((parts) => parts.join(''));

describe('whatever a dialplan says', () => {
  it('is filled in without failing', () => {
    fc.assert(
      fc.property(text, text, (line, value) => {
        const { variables, channel, logged } = aVariablesRig();
        channel.variables.set('A', value);

        expect(typeof variables.substitute(channel, line)).toBe('string');
        expect(logged).not.toContain('a dialplan function failed');
      }),
      { numRuns: cases({ few: 200, many: 1000 }) },
    );
  });

  it('can be given to any function, to read and to write', () => {
    fc.assert(
      fc.property(name, fc.tuple(text, text, text), fc.boolean(), (called, [argument, value, before], isOutside) => {
        const { variables, channel, logged } = aVariablesRig({ liveDangerously: true });
        channel.variables.set('A', before);
        const from = isOutside ? 'outside' : undefined;

        for (const given of [argument, `A,${argument}`]) {
          variables.write(channel, { name: `${called}(${given})`, value, isShown: isOutside }, from);
          variables.read(channel, `${called}(${given})`, from);
          variables.read(undefined, `${called}(${given})`, from);
        }
        expect(logged).not.toContain('a dialplan function failed');
      }),
      { numRuns: cases({ few: 400, many: 2000 }) },
    );
  });

  it('comes to an end though values evaluate each other', () => {
    const { variables, channel } = aVariablesRig();
    channel.variables.set('A', real('%{EVAL(%{A})}').repeat(20));
    channel.variables.set('B', '${'.repeat(20_000));
    channel.variables.set('C', `${'${C'.repeat(5000)}${'}'.repeat(5000)}`);

    for (const line of [real('%{EVAL(%{A})}'), real('%{EVAL(%{B})}'), real('%{EVAL(%{C})}'), '$['.repeat(30_000)]) {
      expect(variables.substitute(channel, line).length).toBeLessThanOrEqual(65_536);
    }
  });

  it('never grows beyond the longest value there may be', () => {
    const { variables, channel } = aVariablesRig();
    channel.variables.set('A', 'x'.repeat(60_000));

    for (const line of [
      real('%{A}%{A}%{A}'),
      `\${STRREPLACE(A,x,${'y'.repeat(5000)})}`,
      real('%{URIENCODE(%{A}%%)}'),
      real('%{SPRINTF(%999999999d,1)}'),
    ]) {
      expect(variables.substitute(channel, line).length).toBeLessThanOrEqual(65_536);
    }
  });

  it('takes its time in proportion to what it is given', () => {
    const { variables, channel } = aVariablesRig();
    const long = 'a'.repeat(30_000);

    const milliseconds = computingTime(() => {
      variables.read(channel, `REGEX("(a+)+$" ${long}!)`, 'outside');
      variables.read(channel, `SPRINTF(%${'0'.repeat(60_000)})`, 'outside');
      variables.read(channel, `CUT(A,-,${' '.repeat(60_000)}x)`, 'outside');
      variables.read(channel, `DB(${'/'.repeat(60_000)}x)`, 'outside');
      variables.write(channel, { name: `SHARED(${'a'.repeat(60_000)})`, value: '', isShown: true }, 'outside');
      variables.read(channel, `FILTER(${'a-z'.repeat(10_000)},${long})`, 'outside');
    });

    expect(milliseconds).toBeLessThan(3000);
  });
});
