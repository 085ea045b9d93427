import fc from 'fast-check';
import { splitList } from '../../src/contract/split-list';

const anyText = fc.string({ unit: 'binary', maxLength: 12 });
const plainText = anyText.filter((text) => !/[",\\()[\]]/.test(text));
const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
const escaped = (text: string): string => text.replaceAll(/[",\\()[\]]/g, '\\$&');

describe('splitting a comma-separated text', () => {
  it.each([
    ['nothing', '', []],
    ['one value', 'sound:hello', ['sound:hello']],
    ['several values', 'a,b,c', ['a', 'b', 'c']],
    ['empty values', ',a,,b,', ['', 'a', '', 'b', '']],
    ['blanks, which belong to the values', ' a , b ', [' a ', ' b ']],
  ])('takes %s', (_, text, values) => {
    expect(splitList(text)).toEqual(values);
  });

  it.each([
    ['parentheses', 'CALLERID(num,x),b', ['CALLERID(num,x)', 'b']],
    ['brackets', '[a,b],c', ['[a,b]', 'c']],
    ['nested ones', 'f(g[1,2],h(3,4)),c', ['f(g[1,2],h(3,4))', 'c']],
    ['quotes, which go away', '"a,b",c', ['a,b', 'c']],
    ['quotes in the middle of a value', 'tone:"350,440"/500,b', ['tone:350,440/500', 'b']],
    ['quotes around brackets that do not match', '"a(",b', ['a(', 'b']],
    ['a backslash, which goes away', 'a\\,b,c', ['a,b', 'c']],
  ])('does not split inside or behind %s', (_, text, values) => {
    expect(splitList(text)).toEqual(values);
  });

  it.each([
    ['a closing bracket that nobody opened', 'a),b', ['a)', 'b']],
    ['a bracket that nobody closes', 'a(b,c', ['a(b,c']],
    ['a quote that nobody closes', 'a,"b,c', ['a', 'b,c']],
    ['an escaped quote', '"say \\"hi, you\\"",b', ['say "hi, you"', 'b']],
    ['an escaped backslash', 'C:\\\\x,b', ['C:\\x', 'b']],
    ['an escaped bracket, which opens nothing', 'a\\(,b', ['a(', 'b']],
    ['a backslash at the end, which escapes nothing', 'a,b\\', ['a', 'b\\']],
    ['a pair of quotes with nothing in it', '""', ['']],
  ])('makes the best of %s', (_, text, values) => {
    expect(splitList(text)).toEqual(values);
  });

  it('gives back any values that were quoted', () => {
    fc.assert(
      fc.property(fc.array(anyText), (values) => {
        expect(splitList(values.map(quoted).join(','))).toEqual(values);
      }),
    );
  });

  it('gives back any values, unless all of them are empty, that were escaped', () => {
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 2 }), (values) => {
        expect(splitList(values.map(escaped).join(','))).toEqual(values);
      }),
    );
  });

  it('splits at every comma of a text without anything special', () => {
    fc.assert(
      fc.property(fc.array(plainText, { minLength: 2 }), (values) => {
        expect(splitList(values.join(','))).toEqual(values);
      }),
    );
  });

  it('finds at most one value more than there are commas, in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ',', '"', '\\', '(', ')', '[', ']', ' ') }), (text) => {
        expect(splitList(text).length).toBeLessThanOrEqual(text.split(',').length);
      }),
    );
  });
});
