import fc from 'fast-check';
import {
  bySpecificity,
  couldMatchMore,
  matches,
  parseExtensionPattern,
} from '../../../src/dialplan/plan/extension-pattern';
import type { ExtensionPattern } from '../../../src/dialplan/plan/extension-pattern';
import { cases } from '../../support/effort';

function pattern(text: string): ExtensionPattern {
  const parsed = parseExtensionPattern(text);
  if ('refused' in parsed) throw new Error(parsed.refused);
  return parsed.pattern;
}

describe('an extension', () => {
  it.each([
    ['100', ['100', '1-00'], ['10', '1000', '']],
    ['late-answer', ['late-answer', 'lateanswer'], ['Late-Answer', 'late']],
    ['X', ['X'], ['x', '1']],
    ['_X', ['0', '9'], ['', 'X', 'a', '10', '٣']],
    ['_Z', ['1', '9'], ['0']],
    ['_N', ['2', '9'], ['0', '1']],
    ['_xzn', ['012'], ['xzn', '002']],
    ['_[1-5a-c]', ['1', '5', 'a', 'c'], ['0', '6', 'd', 'A', '-']],
    ['_[13]X', ['10', '39'], ['20']],
    ['_[+]49X', ['+495'], ['495']],
    ['_555-12XX', ['5551234', '555-1234'], ['555']],
    ['_X.', ['12', '1abc', '1#'], ['1', '', 'ab']],
    ['_.', ['1', 'h', '日本'], ['']],
    ['_X!', ['1', '12', '1x'], ['', 'x']],
    ['_!', ['', 'anything'], []],
    ['_*9#', ['*9#'], ['*9', '9']],
    ['_X.5', ['12'], ['1']],
  ])('named %s is found by what it stands for and by nothing else', (text, fitting, others) => {
    expect(fitting.filter((dialled) => !matches(pattern(text), dialled))).toEqual([]);
    expect(others.filter((dialled) => matches(pattern(text), dialled))).toEqual([]);
  });

  it.each([
    ['', 'the extension has no name'],
    ['--', 'the extension has no name'],
    ['_', "the pattern '_' fits nothing"],
    ['_-', "the pattern '_-' fits nothing"],
    ['_[12', "the [ in '_[12' is never closed"],
    ['_X[]', "the set [] is empty in '_X[]'"],
    ['_[5-1]', "the range 5-1 runs backwards in '_[5-1]'"],
  ])("cannot be called '%s'", (text, refused) => {
    expect(parseExtensionPattern(text)).toMatchObject({ refused });
  });

  it('ends at the first . or !, and what follows is known to be ignored', () => {
    expect(parseExtensionPattern('_X.99')).toMatchObject({ ignored: '99' });
    expect(parseExtensionPattern('_X!')).toMatchObject({ ignored: '' });
  });

  it.each([
    ['100', '', true],
    ['100', '10', true],
    ['100', '1-0', true],
    ['100', '100', false],
    ['100', '11', false],
    ['_2XX', '2', true],
    ['_2XX', '29', true],
    ['_2XX', '299', false],
    ['_2XX', '3', false],
    ['_2.', '2', true],
    ['_2.', '2999', true],
    ['_2!', '', true],
    ['_2!', '2', false],
    ['_2!', '29', false],
  ])('named %s, after %s: waiting for another digit is worth it: %s', (text, digits, worth) => {
    expect(couldMatchMore(pattern(text), digits)).toBe(worth);
  });

  it('is the better match the fewer texts its signs stand for, from left to right', () => {
    const best = [
      '2',
      '_2',
      '_211',
      '_2[1-3]X',
      '_2[2-4]X',
      '_2NX',
      '_2ZX',
      '_2XX',
      '_2X.',
      '_2.',
      '_2!',
      '_X',
      '_.',
      '_!',
    ];

    expect(
      [...best]
        .reverse()
        .map(pattern)
        .sort(bySpecificity)
        .map(({ text }) => text),
    ).toEqual(best);
  });
});

const sign = fc.oneof(
  fc.constantFrom('X', 'Z', 'N', 'x', '-', '[1-5]', '[a-c7]', '*', '#'),
  fc.constantFrom(...'0123456789abc'),
);
const anyPattern = fc
  .tuple(fc.array(sign, { minLength: 1, maxLength: 6 }), fc.constantFrom('', '.', '!'))
  .map(([signs, rest]) => `_${signs.join('')}${rest}`)
  .filter((text) => /[^_-]/.test(text));
const dialled = fc.string({ unit: fc.constantFrom(...'0123456789abc*#-'), maxLength: 8 });

/** What the pattern means, said by a regular expression. */
function asRegExp(text: string): RegExp {
  const body = text
    .slice(1)
    .replace(/\[[^\]]*\]|[^]/g, (each) =>
      each.startsWith('[')
        ? each
        : ({ X: '[0-9]', Z: '[1-9]', N: '[2-9]', '-': '', '.': '[^]+', '!': '[^]*', '*': '\\*' }[each.toUpperCase()] ??
          each),
    );
  return new RegExp(`^${body}$`);
}

describe('any extension', () => {
  it('fits exactly what a regular expression of the same meaning fits', () => {
    fc.assert(
      fc.property(anyPattern, dialled, (text, number) => {
        expect(matches(pattern(text), number)).toBe(asRegExp(text).test(number.replaceAll('-', '')));
      }),
      { numRuns: cases({ few: 100, many: 500 }) },
    );
  });

  it('could match more after each beginning of what it fits', () => {
    const signAndFit = fc.constantFrom(
      ['X', '0'],
      ['Z', '1'],
      ['N', '9'],
      ['[1-5]', '3'],
      ['-', ''],
      ['*', '*'],
      ['7', '7'],
    );
    const end = fc.constantFrom(['', ''], ['.', '1'], ['.', 'ab#']);
    fc.assert(
      fc.property(fc.array(signAndFit, { minLength: 1, maxLength: 6 }), end, (pairs, last) => {
        fc.pre(pairs.some(([, fit]) => fit !== ''));
        const [text, digits] = [0, 1].map((side) => [...pairs, last].map((pair) => pair[side]).join(''));
        const parsed = pattern(`_${text}`);

        expect(matches(parsed, digits ?? '')).toBe(true);
        const beginnings = [...(digits ?? '')].map((_, length) => (digits ?? '').slice(0, length));
        expect(beginnings.filter((beginning) => !couldMatchMore(parsed, beginning))).toEqual([]);
      }),
    );
  });

  it('has one place in the order, whatever it is compared with', () => {
    fc.assert(
      fc.property(anyPattern, anyPattern, anyPattern, (...texts) => {
        const [one, two, three] = texts.map(pattern).sort(bySpecificity);
        if (one === undefined || two === undefined || three === undefined) throw new Error('three went in');
        expect(bySpecificity(one, three)).toBeLessThanOrEqual(0);
        expect(Math.sign(bySpecificity(one, two))).toBe(-Math.sign(bySpecificity(two, one)) || 0);
      }),
    );
  });

  it('is read or refused, and fits or not, without an exception', () => {
    const anyText = fc.string({ unit: 'binary', maxLength: 20 });
    fc.assert(
      fc.property(
        fc.oneof(
          anyText,
          anyText.map((text) => `_${text}`),
        ),
        anyText,
        (text, number) => {
          const parsed = parseExtensionPattern(text);
          if ('refused' in parsed) return;
          expect(typeof matches(parsed.pattern, number)).toBe('boolean');
          expect(typeof couldMatchMore(parsed.pattern, number)).toBe('boolean');
          expect(bySpecificity(parsed.pattern, parsed.pattern)).toBe(0);
        },
      ),
      { numRuns: cases({ few: 100, many: 500 }) },
    );
  });
});
