/** What is wrong with a piece of a line, and what would be right. */
export interface Refusal {
  readonly refused: string;
  readonly hint: string;
}

/** `n+2(label)`: where a line stands in its extension. */
export interface WrittenPriority {
  readonly base: number | 'next' | 'same' | 'hint' | { readonly label: string };
  readonly plus: number;
  readonly label: string | undefined;
}

export interface WrittenApplication {
  readonly application: string;
  readonly data: string;
}

/** What was written around an application and means nothing. */
export interface ReadApplication extends WrittenApplication {
  readonly doubt?: string;
}

/** Text up to the first comma, and what follows it, if there is one. */
export function atComma(text: string): readonly [first: string, rest: string | undefined] {
  const comma = text.indexOf(',');
  return comma === -1 ? [text.trim(), undefined] : [text.slice(0, comma).trim(), text.slice(comma + 1)];
}

const bases: Readonly<Record<string, 'next' | 'same' | 'hint'>> = {
  n: 'next',
  next: 'next',
  s: 'same',
  same: 'same',
  hint: 'hint',
};

/** A base, what is added to it, a label of its own. */
const priorityShape = /^([^\s()+]+)\s*(?:\+\s*(\d{1,9}))?\s*(?:\(\s*([^()]*?)\s*\))?$/;

/** Reads `1`, `n`, `n(label)`, `s+101`, `label+1`, `hint`. */
export function parsePriority(text: string): WrittenPriority | Refusal {
  const [, word = '', plus, label] = priorityShape.exec(text) ?? [];
  const hint = 'write 1 for the first line of an extension and n for the others, with a label as n(label)';
  if (word === '') return { refused: text === '' ? 'there is no priority' : `'${text}' is not a priority`, hint };
  if (label === '' || (label !== undefined && /^\d+$/.test(label)))
    return { refused: `'${label}' cannot be a label`, hint: 'write a name that is not a number' };
  const base = /^-?\d+$/.test(word) ? Number(word) : (bases[word.toLowerCase()] ?? { label: word });
  if (typeof base === 'number' && (base < 1 || base > highest))
    return { refused: `there is no priority ${word}`, hint: 'priorities count from 1' };
  return { base, plus: Number(plus ?? 0), label };
}

const highest = 999_999_999;

/**
 * Reads `App(arguments)`. The arguments end at the last parenthesis, since they may hold others, or with the line where
 * it is missing: existing servers read both so.
 */
export function parseApplication(text: string): ReadApplication | Refusal {
  const open = text.indexOf('(');
  const comma = text.indexOf(',');
  const name = (open === -1 ? text : text.slice(0, open)).trim();
  if (comma !== -1 && (open === -1 || comma < open))
    return oldStyle(text.slice(0, comma).trim(), text.slice(comma + 1));
  if (name === '') return { refused: 'no application follows the priority', hint: 'write one, for example NoOp()' };
  if (!/^[a-z_][\w-]*$/i.test(name))
    return { refused: `'${name}' cannot be the name of an application`, hint: 'write App(arguments)' };
  if (open === -1) return { application: name, data: '' };
  const close = text.lastIndexOf(')');
  if (close < open)
    return { application: name, data: text.slice(open + 1), doubt: `the parenthesis after ${name} is never closed` };
  const read = { application: name, data: text.slice(open + 1, close) };
  const tail = text.slice(close + 1).trim();
  return tail === '' ? read : { ...read, doubt: `'${tail}' after the arguments of ${name} does nothing` };
}

function oldStyle(name: string, rest: string): Refusal {
  const call = `${name}(${rest.trim().replaceAll('|', ',')})`;
  return { refused: `the arguments of ${name} do not stand in parentheses`, hint: `write ${call}` };
}

export interface WrittenHint {
  readonly devices: readonly string[];
  readonly presence: string | undefined;
}

/** Reads `Stasis:desk&Local/100@phones,presence`. */
export function parseHint(text: string): WrittenHint | Refusal {
  const [first, presence] = atComma(text);
  const devices = first
    .split('&')
    .map((device) => device.trim())
    .filter((device) => device !== '');
  if (devices.length === 0 && presence === undefined)
    return { refused: 'the hint names no device', hint: 'write one, for example Stasis:desk' };
  return { devices, presence: presence?.trim() };
}
