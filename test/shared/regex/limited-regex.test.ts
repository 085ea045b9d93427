import { readLimitedRegex } from '../../../src/shared/regex/limited-regex';

const nested = (depth: number, inner: string): string => `${'('.repeat(depth)}${inner}${')'.repeat(depth)}`;
const alternatives = (alternations: number): string => Array.from({ length: alternations + 1 }, () => 'a').join('|');

describe('an expression that is held to narrow limits', () => {
  it.each([
    ['256 characters', 'a'.repeat(256)],
    ['10 levels of groups', nested(10, 'a')],
    ['3 groups that are repeated', '(a)+(b)*(c)?d+e*'],
    ['100 repetitions', 'a{100}'],
    ['20 alternations deep inside', nested(3, alternatives(20))],
    ['many alternations further out', `${alternatives(60)}|${nested(2, alternatives(60))}`],
    ['what would be too much, but stands for itself', '\\('.repeat(20) + '[(|+]'.repeat(30)],
  ])('takes %s', (_what, text) => {
    expect(typeof readLimitedRegex(text)).toBe('object');
  });

  it.each([
    ['a'.repeat(257), 'it has more than 256 characters'],
    [nested(11, 'a'), 'its groups are nested deeper than 10 levels'],
    ['(a)+(b)*(c)?(d){2}', 'it repeats more than 3 groups'],
    ['((a+b)+c)+((d)*)*', 'it repeats more than 3 groups'],
    ['a{101}', 'it repeats something more than 100 times'],
    ['a{0,101}', 'it repeats something more than 100 times'],
    [nested(3, alternatives(21)), 'a group deeper than 2 levels has more than 20 alternations'],
    ['(', 'a ( without its )'],
  ])('refuses %s', (text, reason) => {
    expect(readLimitedRegex(text)).toBe(reason);
  });
});
