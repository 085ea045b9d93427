export interface ConfLine {
  readonly text: string;
  readonly line: number;
}

/**
 * The non-empty lines of a file, without comments. `;` starts a comment, `\;` is a semicolon, `;-- … --;`
 * spans lines and nests. Three dashes are a ruler drawn with an ordinary comment, not the start of a block.
 */
export function withoutComments(text: string): { readonly lines: readonly ConfLine[]; readonly openedAt?: number } {
  const open: number[] = [];
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((line, index) => ({ text: strip(line, index + 1, open), line: index + 1 }))
    .filter((line) => line.text.trim() !== '');
  const openedAt = open[0];
  return openedAt === undefined ? { lines } : { lines, openedAt };
}

const marks = /\\;|;--(?!-)|--;|;/g;

/** `open` holds the lines where the blocks around this line began; it is kept up to date. */
function strip(text: string, line: number, open: number[]): string {
  let kept = '';
  let from = 0;
  for (const { 0: mark, index } of text.matchAll(marks)) {
    const inside = open.length > 0;
    const end = index + mark.length;
    if (inside && mark === '--;') open.pop();
    else if (mark === ';--') {
      if (!inside) kept += text.slice(from, index);
      open.push(line);
    } else if (inside) continue;
    else if (mark === '\\;') kept += `${text.slice(from, index)};`;
    else return kept + text.slice(from, mark === '--;' ? end - 1 : index);
    from = end;
  }
  return open.length > 0 ? kept : kept + text.slice(from);
}
