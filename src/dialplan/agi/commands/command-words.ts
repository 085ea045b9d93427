/** Words beyond this number are dropped. */
const maxWords = 127;

/**
 * Splits a command into its words. Blanks and tabs separate them; double quotes keep blanks together and allow an empty
 * word; a backslash escapes the next character.
 */
export function splitCommand(text: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let isQuoted = false;
  let isEscaped = false;
  for (const character of text) {
    const isPlain: boolean = isEscaped || !/["\\ \t]/.test(character) || (isQuoted && /[ \t]/.test(character));
    if (isPlain) word = (word ?? '') + character;
    else if (character === '"') {
      isQuoted = !isQuoted;
      word ??= '';
    } else if (character !== '\\' && word !== undefined) {
      words.push(word);
      word = undefined;
    }
    isEscaped = !isPlain && character === '\\';
  }
  if (word !== undefined) words.push(word);
  return words.slice(0, maxWords);
}
