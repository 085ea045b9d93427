/** A set of ASCII characters that is asked once per character of every message. */
export type CharacterSet = Uint8Array;

export const alphanumerics = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function characterSet(characters: string): CharacterSet {
  const set = new Uint8Array(128);
  for (let index = 0; index < characters.length; index += 1) set[characters.charCodeAt(index)] = 1;
  return set;
}

/** RFC 3261 §25.1. */
export const tokenCharacters = characterSet(`${alphanumerics}-.!%*_+\`'~`);
/** What a Call-ID is made of. */
export const wordCharacters = characterSet(`${alphanumerics}-.!%*_+\`'~()<>:\\"/[]?{}`);
export const hexDigits = characterSet('0123456789abcdefABCDEF');

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Whether the text is not empty and has no other characters than these. */
export function consistsOf(text: string, set: CharacterSet): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (set[text.charCodeAt(index)] !== 1) return false;
  }
  return text.length > 0;
}

export function isToken(text: string): boolean {
  return consistsOf(text, tokenCharacters);
}
