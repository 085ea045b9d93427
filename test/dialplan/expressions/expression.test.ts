import { evaluateExpression } from '../../../src/dialplan/expressions/expression';

const value = (text: string): string => {
  const result = evaluateExpression(text);
  return result.outcome === 'value' ? result.value : `malformed: ${result.reason}`;
};

describe('an expression', () => {
  it.each([
    ['1 + 2', '3'],
    ['1+2*3', '7'],
    ['(1+2)*3', '9'],
    ['7/2', '3.5'],
    ['7 % 4', '3'],
    ['0.1 + 0.2', '0.3'],
    ['10 - 4 - 3', '3'],
    ['-5 + 2', '-3'],
    ['- - 5', '5'],
    ['1/3', '0.33333333333333'],
    ['5 / 0', '0'],
    ['5 % 0', '0'],
    ['abc + 4', '4'],
    ['99999999999 + 1', '100000000000'],
    ['FLOOR(7.9)', '7'],
    ['POW(2,10) + 1', '1025'],
    ['ROUND(-2.5)', '-3'],
  ])('calculates %s as %s', (text, wanted) => {
    expect(value(text)).toBe(wanted);
  });

  it.each([
    ['1 = 1', '1'],
    ['1 == 1.0', '1'],
    ['"1" = 1', '1'],
    ['01 = 1', '1'],
    ['abc = abc', '1'],
    ['"a b" = "a b"', '1'],
    ['"" = ""', '1'],
    ['"x" != "y"', '1'],
    ['10 > 9', '1'],
    ['"b" > "a"', '1'],
    ['10 < 9', '0'],
    ['abc < abd', '1'],
    ['3 >= 3', '1'],
    ['3 <= 2', '0'],
    ['9007199254740993 = 9007199254740992', '0'],
    ['+491234567 = 491234567', 'malformed: something is missing before +'],
    ['"+491234567" = "491234567"', '1'],
    ['1 + 1 = 2', '1'],
    ['Local/100 = x', '0'],
  ])('compares %s as %s', (text, wanted) => {
    expect(value(text)).toBe(wanted);
  });

  it.each([
    ['1 & 1', '1'],
    ['5 & 0', '0'],
    ['5 & ""', '0'],
    ['0 | 7', '7'],
    ['"" | fallback', 'fallback'],
    ['first | second', 'first'],
    ['1 = 2 | 2 = 2', '1'],
    ['1 = 1 & 2 = 3', '0'],
    ['!0', '1'],
    ['!abc', '0'],
    ['!""', '1'],
    ['1 ? yes :: no', 'yes'],
    ['0 ? yes :: no', 'no'],
    ['"" ? a :: 1 ? b :: c', 'b'],
    ['2 > 1 ? "a b" :: c', 'a b'],
    ['a ~~ b', 'ab'],
    ['', ''],
    ['   ', ''],
    ['"quoted"', 'quoted'],
    ['"say \\"hi\\""', 'say "hi"'],
  ])('decides %s as %s', (text, wanted) => {
    expect(value(text)).toBe(wanted);
  });

  it.each([
    ['"12345" : "[0-9]+"', '5'],
    ['"a12345" : "[0-9]+"', '0'],
    ['"a12345" =~ "[0-9]+"', '5'],
    ['"name@host" : "([^@]+)@"', 'name'],
    ['"nothing" : "(x+)"', ''],
    ['"0123" =~ "^01(.*)"', '23'],
    ['"abc" =~ "("', '0'],
    ['"(555)" =~ "\\(([0-9]+)\\)"', '555'],
  ])('matches %s as %s', (text, wanted) => {
    expect(value(text)).toBe(wanted);
  });

  it.each([
    [' = bar', 'malformed: something is missing before ='],
    ['1 +', 'malformed: something is missing at the end'],
    ['a b', 'malformed: "b" is not expected'],
    ['(1', 'malformed: a ) is missing'],
    ['"open', 'malformed: a quotation is not closed'],
    ['1 ? 2', 'malformed: :: is missing after ?'],
    ['NOSUCH(1)', 'malformed: there is no function NOSUCH'],
    ['('.repeat(5000), 'malformed: too much is nested'],
  ])('says what is wrong with %s', (text, wanted) => {
    expect(value(text)).toBe(wanted);
  });
});
