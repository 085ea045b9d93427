/** Levels of lists and objects: far from where writing a value out again would run out of stack. */
export const maxJsonDepth = 100;

/** Values in one text, so that reading it takes milliseconds. */
export const maxJsonValues = 20_000;

export type BoundedJson =
  | { readonly outcome: 'read'; readonly value: unknown }
  | { readonly outcome: 'refused'; readonly reason: string };

/** Parses an untrusted JSON text with limits on depth and size. */
export function parseBoundedJson(text: string): BoundedJson {
  const reason = excessOf(text);
  if (reason !== undefined) return { outcome: 'refused', reason };
  try {
    return { outcome: 'read', value: JSON.parse(text) as unknown };
  } catch (error) {
    return {
      outcome: 'refused',
      reason: `is not valid: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;

/** Looked for before anything is read: commas outside of strings separate values. */
function excessOf(text: string): string | undefined {
  if (!mayExceed(text)) return undefined;
  let [depth, values] = [0, 1];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === comma) values += 1;
    else depth += levelChange(code);
    if (depth > maxJsonDepth) return `is nested more than ${maxJsonDepth} levels deep`;
    if (values > maxJsonValues) return `has more than ${maxJsonValues} values`;
  }
  return undefined;
}

/** Quick, and false for almost every text: each value but the first needs a comma, each level an opening bracket. */
function mayExceed(text: string): boolean {
  return text.length > maxJsonValues || countOf(text, '[') + countOf(text, '{') > maxJsonDepth;
}

function countOf(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}

/** `[` and `{` open a level, `]` and `}` close one. */
function levelChange(code: number): number {
  if (code === 0x5b || code === 0x7b) return 1;
  return code === 0x5d || code === 0x7d ? -1 : 0;
}

/** Where the string that begins at a quotation mark ends; at the end of the text when it does not. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === backslash) before -= 1;
  return (at - before) % 2 === 0;
}
