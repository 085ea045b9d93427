import fc from 'fast-check';
import { quoteListValue } from '../../src/client/quote-list-value';
import { splitList } from '../../src/contract/split-list';

/** Mostly made of what has a meaning in lists. */
const nasty = fc.array(fc.constantFrom(',', '"', '\\', '(', ')', '[', ']', 'a', ' ')).map((parts) => parts.join(''));
const value = fc.oneof(nasty, fc.string({ unit: 'binary' }));

describe('a quoted list value', () => {
  it('is read back by the server as the one value it was', () => {
    fc.assert(fc.property(value, (text) => expect(splitList(quoteListValue(text))).toEqual([text])));
  });

  it('stays as it is where nothing needs quoting', () => {
    expect(quoteListValue('sound:vm-goodbye')).toBe('sound:vm-goodbye');
  });
});
