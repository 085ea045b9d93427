/** The anchor that code hosts give a heading: lower case, punctuation dropped, blanks to hyphens. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');
}

/** The anchors of all headings of a page, in their order; a heading that comes again gets a number. */
export function anchorsOf(headings: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return headings.map((heading) => {
    const anchor = anchorOf(heading);
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
}

/** A code span; a text with backticks in it is fenced by more of them. */
export function code(text: string): string {
  if (!text.includes('`')) return `\`${text}\``;
  const longest = Math.max(...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence} ${text} ${fence}`;
}

/** A text cut into pieces: the code spans have odd places, what lies between them even ones. */
export function piecesOf(text: string): string[] {
  return text.split(/`([^`]+)`/);
}

/** A text as one cell of a table: in one line, and with no bar that would end the cell. */
export function cell(text: string): string {
  const line = /\n|\s\s/.test(text) ? text.replace(/\s+/g, ' ') : text;
  return line.trim().replaceAll('|', '\\|');
}

/**
 * The text up to its first full stop, as the short form of a longer explanation; up to a colon if that says enough. A
 * stop inside code does not count.
 */
export function firstSentence(text: string): string {
  const hidden = text.replace(/`[^`]*`|\be\.g\.|\bi\.e\./g, (hit) => 'x'.repeat(hit.length));
  const colon = /^\S+ \S+ [^:.]+(?=:\s)/.exec(hidden)?.[0].length;
  const stop = /\.\s/.exec(hidden)?.index;
  const end = colon ?? stop;
  return end === undefined ? text : `${text.slice(0, end)}.`;
}

/** `deviceStates` as a title: `Device states`. */
export function titleOf(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Optional parts of a template leave gaps behind; a finished page has single blank lines and one final newline. */
export function tidy(text: string): string {
  return `${text
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}
