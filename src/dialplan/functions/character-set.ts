/** Letters after a backslash that stand for something else than themselves. */
const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** `\n`, `\t`, `\x2c` and protected characters, as what they stand for. */
export function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(x[\da-fA-F]{2}|.)/gs, (_whole, code: string) =>
    code.length === 3 ? String.fromCharCode(Number.parseInt(code.slice(1), 16)) : (escapes.get(code) ?? code),
  );
}

/** The first character of a delimiter as people write it. */
export function delimiterOf(text: string | undefined, otherwise: string): string {
  return unescaped(text ?? '').charAt(0) || otherwise;
}

/** Reads `A-Za-z0-9\-`: single characters and ranges of them. */
export function characterSet(text: string): (character: string) => boolean {
  const pieces = text.match(/\\x[\da-fA-F]{2}|\\.|./gs) ?? [];
  const members = new Uint8Array(0x10000);
  for (let index = 0; index < pieces.length; index += 1) {
    const first = codeOf(pieces[index]);
    const last = pieces[index + 2];
    if (pieces[index + 1] === '-' && last !== undefined) {
      members.fill(1, first, codeOf(last) + 1);
      index += 2;
    } else members[first] = 1;
  }
  return (character) => members[character.charCodeAt(0)] === 1;
}

function codeOf(piece = ''): number {
  return unescaped(piece).charCodeAt(0);
}
