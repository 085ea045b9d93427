/** A regular expression as it was written, in POSIX extended syntax. */
export type Pattern =
  | { readonly kind: 'empty' }
  | { readonly kind: 'character'; readonly accepts: (code: number) => boolean }
  | { readonly kind: 'edge'; readonly edge: 'start' | 'end' }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'group'; readonly index: number; readonly inner: Pattern }
  | { readonly kind: 'repeat'; readonly inner: Pattern; readonly least: number; readonly most: number };

/** A syntax error of a pattern, with a readable reason. */
export class PatternError extends Error {}

export const longestPattern = 1000;
const deepestNesting = 50;
const maxRepeats = 255;

export interface ParsedPattern {
  readonly pattern: Pattern;
  readonly groups: number;
}

/** Reads a pattern. Throws PatternError. */
export function parsePattern(text: string): ParsedPattern {
  if (text.length > longestPattern) throw new PatternError(`a pattern of more than ${longestPattern} characters`);
  const reader = new PatternReader(text);
  const pattern = reader.choice(0);
  if (!reader.isAtEnd) throw new PatternError('a ) without its (');
  return { pattern, groups: reader.groups };
}

class PatternReader {
  groups = 0;
  #at = 0;

  constructor(private readonly text: string) {}

  get isAtEnd(): boolean {
    return this.#at >= this.text.length;
  }

  choice(depth: number): Pattern {
    if (depth > deepestNesting) throw new PatternError('too many parentheses inside each other');
    const parts = [this.#sequence(depth)];
    while (this.#takes('|')) parts.push(this.#sequence(depth));
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: 'choice', parts };
  }

  #sequence(depth: number): Pattern {
    const parts: Pattern[] = [];
    while (!this.isAtEnd && !'|)'.includes(this.text.charAt(this.#at))) parts.push(this.#repeated(depth));
    return { kind: 'sequence', parts };
  }

  #repeated(depth: number): Pattern {
    let inner = this.#atom(depth);
    for (let times = 0; ; times += 1) {
      const range = this.#repeatRange();
      if (range === undefined) return inner;
      if (times > deepestNesting) throw new PatternError('too many repetitions of repetitions');
      inner = { kind: 'repeat', inner, ...range };
    }
  }

  #repeatRange(): { readonly least: number; readonly most: number } | undefined {
    if (this.#takes('*')) return { least: 0, most: Infinity };
    if (this.#takes('+')) return { least: 1, most: Infinity };
    if (this.#takes('?')) return { least: 0, most: 1 };
    const braces = /^\{(\d{1,3})(,(\d{0,3}))?\}/.exec(this.text.slice(this.#at, this.#at + 10));
    if (braces === null) return undefined;
    this.#at += braces[0].length;
    const least = Number(braces[1]);
    const most = braces[2] === undefined ? least : braces[3] === '' ? Infinity : Number(braces[3]);
    if (least > maxRepeats || (most > maxRepeats && most !== Infinity) || most < least) {
      throw new PatternError(`an invalid repetition ${braces[0]}`);
    }
    return { least, most };
  }

  #atom(depth: number): Pattern {
    const character = this.#next();
    switch (character) {
      case '(':
        return this.#group(depth);
      case '[':
        return { kind: 'character', accepts: this.#set() };
      case '.':
        return { kind: 'character', accepts: () => true };
      case '^':
        return { kind: 'edge', edge: 'start' };
      case '$':
        return { kind: 'edge', edge: 'end' };
      case '\\':
        return { kind: 'character', accepts: escaped(this.#next()) };
      case '*':
      case '+':
      case '?':
        throw new PatternError(`a ${character} with nothing to repeat`);
      default:
        return { kind: 'character', accepts: only(character) };
    }
  }

  #group(depth: number): Pattern {
    this.groups += 1;
    const index = this.groups;
    const inner = this.choice(depth + 1);
    if (!this.#takes(')')) throw new PatternError('a ( without its )');
    return { kind: 'group', index, inner };
  }

  #set(): (code: number) => boolean {
    const isNegated = this.#takes('^');
    const members: ((code: number) => boolean)[] = [];
    // The first one is a member even if it is the bracket that would close the set.
    do members.push(this.#member());
    while (!this.#takes(']'));
    return (code) => members.some((accepts) => accepts(code)) !== isNegated;
  }

  #member(): (code: number) => boolean {
    const name = /^\[:([a-z]+):\]/.exec(this.text.slice(this.#at, this.#at + 12));
    if (name !== null) {
      this.#at += name[0].length;
      const accepts = named[name[1] ?? ''];
      if (accepts === undefined) throw new PatternError(`an unknown class ${name[0]}`);
      return accepts;
    }
    const first = this.#next();
    const isRange = this.text.charAt(this.#at) === '-' && !['', ']'].includes(this.text.charAt(this.#at + 1));
    if (!isRange) return only(first);
    this.#at += 1;
    const [low, high] = [first.charCodeAt(0), this.#next().charCodeAt(0)];
    return (code) => code >= low && code <= high;
  }

  #next(): string {
    if (this.isAtEnd) throw new PatternError('a pattern that ends too early');
    this.#at += 1;
    return this.text.charAt(this.#at - 1);
  }

  #takes(character: string): boolean {
    if (this.text.charAt(this.#at) !== character) return false;
    this.#at += 1;
    return true;
  }
}

function only(character: string): (code: number) => boolean {
  const wanted = character.charCodeAt(0);
  return (code) => code === wanted;
}

/** Letters that stand for a class after a backslash; any other character stands for itself. */
function escaped(character: string): (code: number) => boolean {
  const { digit, space } = named;
  switch (character) {
    case 'd':
      return digit;
    case 'D':
      return (code) => !digit(code);
    case 's':
      return space;
    case 'S':
      return (code) => !space(code);
    case 'w':
      return isWord;
    case 'W':
      return (code) => !isWord(code);
    default:
      return only(character);
  }
}

const between =
  (low: string, high: string) =>
  (code: number): boolean =>
    code >= low.charCodeAt(0) && code <= high.charCodeAt(0);
const upper = between('A', 'Z');
const lower = between('a', 'z');
const digit = between('0', '9');
const graph = between('!', '~');
const alpha = (code: number): boolean => upper(code) || lower(code);
const alnum = (code: number): boolean => alpha(code) || digit(code);
const isWord = (code: number): boolean => alnum(code) || code === 95;

const classes = {
  upper,
  lower,
  digit,
  alpha,
  alnum,
  graph,
  punct: (code: number) => graph(code) && !alnum(code),
  print: between(' ', '~'),
  space: (code: number) => code === 32 || (code >= 9 && code <= 13),
  blank: (code: number) => code === 32 || code === 9,
  cntrl: (code: number) => code < 32 || code === 127,
  xdigit: (code: number) => digit(code) || between('a', 'f')(code) || between('A', 'F')(code),
};
const named: typeof classes & Readonly<Record<string, ((code: number) => boolean) | undefined>> = classes;
