import { alphanumerics, characterSet, hexDigits } from '../grammar/characters';

const unreserved = `${alphanumerics}-_.!~*'()`;
/** What may stand in the user part unescaped (RFC 3261 §25.1). */
export const userCharacters = characterSet(`${unreserved}&=+$,;?/`);
export const passwordCharacters = characterSet(`${unreserved}&=+$,`);
export const uriParameterCharacters = characterSet(`${unreserved}[]/:&+$`);
export const uriHeaderCharacters = characterSet(`${unreserved}[]/?:+$`);
/** Reserved ones mean something else unescaped than escaped (RFC 3261 §19.1.4). */
const reserved = characterSet(';/?:@&=+$,');

/** Escapes everything outside the set, as UTF-8. */
export function escapeUri(text: string, allowed: Uint8Array): string {
  let escaped = '';
  for (const character of text) {
    escaped += allowed[character.charCodeAt(0)] === 1 ? character : escapeCharacter(character);
  }
  return escaped;
}

/** What the text says without its escapes. Bytes that are not UTF-8 are replaced as everywhere. */
export function unescapeUri(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'));
}

/** One spelling for all texts that are equal under RFC 3261 §19.1.4: only reserved and invisible characters stay escaped. */
export function normalEscapes(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const code = parseInt(escape.slice(1), 16);
    const isPlain = code > 32 && code < 127 && code !== 37 && reserved[code] !== 1;
    return isPlain ? String.fromCharCode(code) : escape.toUpperCase();
  });
}

/** The position of the first character that is neither in the set nor a complete escape; -1 when all are well. */
export function firstUnescaped(text: string, allowed: Uint8Array): number {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (allowed[code] === 1) continue;
    if (code !== 37 || hexDigits[text.charCodeAt(at + 1)] !== 1 || hexDigits[text.charCodeAt(at + 2)] !== 1) return at;
    at += 2;
  }
  return -1;
}

function escapeCharacter(character: string): string {
  let escaped = '';
  for (const byte of Buffer.from(character)) escaped += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  return escaped;
}
