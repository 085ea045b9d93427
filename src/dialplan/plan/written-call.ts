/** A call of an application or a subroutine, as it is written. */
export interface WrittenCall {
  readonly name: string;
  readonly data: string;
}

/** Reads `Name(data)`, or a name alone. */
export function readCall(text: string): WrittenCall {
  const open = text.indexOf('(');
  if (open === -1) return { name: text.trim(), data: '' };
  const close = text.lastIndexOf(')');
  return { name: text.slice(0, open).trim(), data: text.slice(open + 1, close > open ? close : undefined) };
}

const none: ReadonlySet<string> = new Set();

/** Whether an option string has a letter, other than in brackets. */
export function hasOption(text: string | undefined, letter: string): boolean {
  if (text === undefined) return false;
  return text.includes('(') ? readOptions(text).has(letter) : text.includes(letter);
}

/** The letters of an option string, without what stands in brackets behind them. */
export function readOptions(text: string | undefined): ReadonlySet<string> {
  return text === undefined ? none : new Set(text.replace(/\([^)]*\)/g, ''));
}
