import fc from 'fast-check';
import { splitCommand } from '../../../../src/dialplan/agi/commands/command-words';

describe('the words of a command', () => {
  it.each([
    ['ANSWER', ['ANSWER']],
    ['  GET\tVARIABLE   X ', ['GET', 'VARIABLE', 'X']],
    ['SET VARIABLE X "two words"', ['SET', 'VARIABLE', 'X', 'two words']],
    ['STREAM FILE hello ""', ['STREAM', 'FILE', 'hello', '']],
    ['EXEC NoOp "say \\"hi\\""', ['EXEC', 'NoOp', 'say "hi"']],
    ['SET VARIABLE X a\\ b\\\\c', ['SET', 'VARIABLE', 'X', 'a b\\c']],
    ['SAY DIGITS 12"3 4"5 #', ['SAY', 'DIGITS', '123 45', '#']],
    ['NOOP "never closed', ['NOOP', 'never closed']],
    ['', []],
    ['   ', []],
  ])('of %j', (text, words) => {
    expect(splitCommand(text)).toEqual(words);
  });

  it('come back as they were quoted', () => {
    const quoted = (word: string): string => `"${word.replace(/["\\]/g, '\\$&')}"`;
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 20 }), (words) => {
        expect(splitCommand(words.map(quoted).join(' '))).toEqual(words);
      }),
    );
  });

  it('are a limited number', () => {
    expect(splitCommand('a '.repeat(500))).toHaveLength(127);
  });
});
