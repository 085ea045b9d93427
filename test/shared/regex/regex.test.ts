import * as fc from 'fast-check';
import { PatternError } from '../../../src/shared/regex/pattern';
import { Regex } from '../../../src/shared/regex/regex';
import { tryRegex } from '../../../src/shared/regex/try-regex';
import { computingTime } from '../../support/computing-time';

describe('a regular expression', () => {
  it.each([
    ['abc', 'xabcx', 'abc'],
    ['^abc$', 'abc', 'abc'],
    ['a|ab', 'xab', 'ab'],
    ['[0-9]{3}', 'a1234', '123'],
    ['[0-9]{2,}', 'a1234', '1234'],
    ['x{0,2}y', 'xxxy', 'xxy'],
    ['[^0-9]+', '12ab3', 'ab'],
    ['[]a]+', 'x]a]', ']a]'],
    ['[[:digit:][:space:]]+', 'a1 2b', '1 2'],
    ['\\d+\\.\\d+', 'v1.20', '1.20'],
    ['(a*)*b', 'aaab', 'aaab'],
    ['', 'abc', ''],
    ['colou?r', 'color', 'color'],
  ])('%s finds in %s the leftmost and longest: %s', (pattern, text, wanted) => {
    const found = new Regex(pattern).search(text);

    expect(found && text.slice(found.start, found.end)).toBe(wanted);
  });

  it.each(['(', ')', 'a{2,1}', '*a', '[a', 'a\\', '[[:nope:]]', '('.repeat(200), 'a'.repeat(2000)])(
    'is refused when it reads %s',
    (pattern) => {
      expect(() => new Regex(pattern)).toThrow(PatternError);
      expect(tryRegex(pattern)).toBeUndefined();
    },
  );

  it('does not stand still on what makes others try every combination', () => {
    const milliseconds = computingTime(() => {
      expect(new Regex('^(a+)+$').matches(`${'a'.repeat(5000)}!`)).toBe(false);
      expect(() => new Regex('(a{255}){255}')).toThrow(PatternError);
      expect(new Regex(`(x)?(${'()'}{255}${'{255}'.repeat(40)})`).matches('')).toBe(true);
    });

    expect(milliseconds).toBeLessThan(2000);
  });

  it('agrees with the engine of the language on simple patterns', () => {
    const piece = fc.constantFrom('a', 'b', 'c', '.', '[ab]', '[^a]', '(a|b)', '(ab)?', 'a*', 'b+', '^', '$');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), fc.stringMatching(/^[abc]{0,8}$/), (pieces, text) => {
        const pattern = pieces.join('');

        expect(new Regex(pattern).matches(text)).toBe(new RegExp(pattern).test(text));
      }),
    );
  });
});
