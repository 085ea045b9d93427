/** The name of an extension: one text, or a pattern that many texts fit. Dashes are for the eye and count for nothing. */
export type ExtensionPattern = Literal | Wildcard;

interface Literal {
  readonly kind: 'literal';
  readonly text: string;
  /** The text without its dashes. */
  readonly plain: string;
}

interface Wildcard {
  readonly kind: 'pattern';
  readonly text: string;
  /** Per character: what may stand there. */
  readonly signs: readonly ReadonlySet<string>[];
  /** What may follow: `.` one character or more, `!` any number of them. */
  readonly rest: 'nothing' | 'some' | 'any';
}

/** `ignored`: what stands after a `.` or `!` and so can never matter. */
export type ParsedPattern =
  | { readonly pattern: ExtensionPattern; readonly ignored: string }
  | { readonly refused: string; readonly hint: string };

/** Reads `100`, `_2XX`, `_[1-5]X.`. */
export function parseExtensionPattern(text: string): ParsedPattern {
  if (text.startsWith('_')) return parseWildcard(text);
  const pattern = literal(text);
  if (pattern.plain === '')
    return { refused: 'the extension has no name', hint: 'write a name or number before the first comma' };
  return { pattern, ignored: '' };
}

export function literal(text: string): Literal {
  return { kind: 'literal', text, plain: withoutDashes(text) };
}

export function withoutDashes(text: string): string {
  return text.includes('-') ? text.replaceAll('-', '') : text;
}

const classes: Readonly<Record<string, ReadonlySet<string>>> = {
  X: new Set('0123456789'),
  Z: new Set('123456789'),
  N: new Set('23456789'),
};

const rests: Readonly<Record<string, Wildcard['rest']>> = { '.': 'some', '!': 'any' };

/** A set, a set that is never closed, or a single character. */
const signShape = /\[([^\]]*)\]|\[|[^]/g;

function parseWildcard(text: string): ParsedPattern {
  const signs: ReadonlySet<string>[] = [];
  for (const { 0: sign, 1: set, index } of text.slice(1).matchAll(signShape)) {
    const rest = rests[sign];
    if (rest !== undefined)
      return { pattern: { kind: 'pattern', text, signs, rest }, ignored: text.slice(index + 1 + sign.length) };
    if (sign === '-') continue;
    if (sign === '[') return { refused: `the [ in '${text}' is never closed`, hint: 'write a set like [1-5]' };
    const fitting = set === undefined ? (classes[sign.toUpperCase()] ?? new Set([sign])) : charactersOf(set);
    if (typeof fitting === 'string')
      return { refused: `${fitting} in '${text}'`, hint: 'write a set like [1-5], lowest first' };
    signs.push(fitting);
  }
  if (signs.length > 0) return { pattern: { kind: 'pattern', text, signs, rest: 'nothing' }, ignored: '' };
  return { refused: `the pattern '${text}' fits nothing`, hint: 'write signs after the _, for example _X.' };
}

/** `1-5a-c`. A dash at either end stands for itself. A text says what is wrong. */
function charactersOf(set: string): ReadonlySet<string> | string {
  const characters = new Set<string>();
  for (const [range, from = '', to = from] of set.matchAll(/([^])-([^])|[^]/g)) {
    if (from === '') characters.add(range);
    else if (from > to) return `the range ${range} runs backwards`;
    else
      for (let code = from.charCodeAt(0); code <= to.charCodeAt(0); code += 1)
        characters.add(String.fromCharCode(code));
  }
  return characters.size === 0 ? 'the set [] is empty' : characters;
}

export function matches(pattern: ExtensionPattern, dialled: string): boolean {
  const digits = withoutDashes(dialled);
  if (pattern.kind === 'literal') return pattern.plain === digits;
  const { signs, rest } = pattern;
  const surplus = digits.length - signs.length;
  return (surplus === 0 ? rest !== 'some' : surplus > 0 && rest !== 'nothing') && fitsSoFar(signs, digits);
}

/** Whether it would be worth waiting for another digit. A pattern that ends in `!` is content with what fits already. */
export function couldMatchMore(pattern: ExtensionPattern, dialled: string): boolean {
  const digits = withoutDashes(dialled);
  if (pattern.kind === 'literal') return pattern.plain.length > digits.length && pattern.plain.startsWith(digits);
  const { signs, rest } = pattern;
  return (digits.length < signs.length || rest === 'some') && fitsSoFar(signs, digits);
}

/** As far as both reach. */
function fitsSoFar(signs: Wildcard['signs'], digits: string): boolean {
  return signs.every((fitting, index) => index >= digits.length || fitting.has(digits.charAt(index)));
}

/**
 * Negative when the first is the better match wherever both match: a text before patterns, then, from left to right,
 * the sign that fewer characters fit; `.` comes after every sign and `!` after that.
 */
export function bySpecificity(one: ExtensionPattern, other: ExtensionPattern): number {
  if (one.kind === 'literal' || other.kind === 'literal') return rankOfKind(one) - rankOfKind(other);
  const length = Math.max(one.signs.length, other.signs.length);
  for (let index = 0; index <= length; index += 1) {
    const difference = weightAt(one, index) - weightAt(other, index);
    if (difference !== 0) return difference;
  }
  return 0;
}

function rankOfKind({ kind }: ExtensionPattern): number {
  return kind === 'literal' ? 0 : 1;
}

const codeUnits = 0x1_0000;
const weightOfRest = { nothing: 0, some: (codeUnits + 1) * codeUnits, any: (codeUnits + 2) * codeUnits };

/** Sets of one size are ordered by their lowest character, so that the order of lines in a file does not decide. */
function weightAt({ signs, rest }: Wildcard, index: number): number {
  const fitting = signs[index];
  if (fitting === undefined) return index === signs.length ? weightOfRest[rest] : 0;
  let lowest = codeUnits - 1;
  for (const character of fitting) lowest = Math.min(lowest, character.charCodeAt(0));
  return fitting.size * codeUnits + lowest;
}
