/** A text with places to fill in, taken apart. */
export type Template = readonly TemplatePart[];
export type TemplatePart = string | Lookup | Expression;

/** `${NAME}`, `${NAME:offset:length}`, `${FUNCTION(argument)}` */
export interface Lookup {
  readonly kind: 'lookup';
  readonly name: Template;
  /** Undefined for plain variables. */
  readonly argument: Template | undefined;
  readonly offset: Template | undefined;
  readonly length: Template | undefined;
}

/** `$[…]` */
export interface Expression {
  readonly kind: 'expression';
  readonly body: Template;
}

const deepestNesting = 30;

/** Whether there is anything to fill in. Most texts have nothing, and are done with after this. */
export function hasPlaces(text: string): boolean {
  return text.includes('$') && /\$[{[]/.test(text);
}

/** Takes a text apart. What is opened and never closed, or nested without end, is text like any other. */
export function parseTemplate(text: string): Template {
  return new TemplateReader(text).parts({ from: 0, to: text.length }, 0);
}

interface Span {
  readonly from: number;
  readonly to: number;
}

class TemplateReader {
  /** Where each bracket closes, by where it opens. Found in one pass, so that nesting costs nothing extra. */
  readonly #closings: ReadonlyMap<number, number>;

  constructor(private readonly text: string) {
    this.#closings = findClosings(text);
  }

  parts({ from, to }: Span, depth: number): Template {
    const parts: TemplatePart[] = [];
    let literalFrom = from;
    for (let at = this.#nextPlace(from, to); at !== -1; at = this.#nextPlace(at, to)) {
      const closing = this.#closing(at, to);
      if (closing === undefined || depth >= deepestNesting) {
        at += 2;
        continue;
      }
      if (at > literalFrom) parts.push(this.text.slice(literalFrom, at));
      parts.push(this.#place(at, closing, depth + 1));
      at = literalFrom = closing + 1;
    }
    if (to > literalFrom) parts.push(this.text.slice(literalFrom, to));
    return parts;
  }

  #place(at: number, closing: number, depth: number): TemplatePart {
    const inside = { from: at + 2, to: closing };
    if (this.text.charAt(at + 1) === '[') return { kind: 'expression', body: this.parts(inside, depth) };
    const { name, argument, cuts } = this.#anatomy(inside);
    const [offset, length] = cuts;
    const optional = (span: Span | undefined): Template | undefined => span && this.parts(span, depth);
    return {
      kind: 'lookup',
      name: this.parts(name, depth),
      argument: optional(argument),
      offset: optional(offset),
      length: optional(length),
    };
  }

  /** Finds the parentheses and colons that belong to the place itself and not to one inside of it. */
  #anatomy(inside: Span): { readonly name: Span; readonly argument: Span | undefined; readonly cuts: Span[] } {
    let opened = -1;
    let closed = -1;
    const colons: number[] = [];
    let nesting = 0;
    for (let at = inside.from; at < inside.to; at = this.#after(at, inside.to)) {
      const character = this.text.charAt(at);
      if (character === '(' && nesting++ === 0 && opened === -1) opened = at;
      else if (character === ')' && nesting > 0) {
        nesting -= 1;
        if (nesting === 0 && colons.length === 0) closed = at;
      } else if (character === ':' && nesting === 0 && colons.length < 2) colons.push(at);
    }
    const isCall = opened !== -1 && closed > opened;
    const nameEnd = isCall ? opened : (colons[0] ?? inside.to);
    const cuts = colons.map((colon, index) => ({ from: colon + 1, to: colons[index + 1] ?? inside.to }));
    return {
      name: { from: inside.from, to: nameEnd },
      argument: isCall ? { from: opened + 1, to: closed } : undefined,
      cuts,
    };
  }

  /** The next character, past any place that starts at this one. */
  #after(at: number, to: number): number {
    const closing = isPlace(this.text, at) ? this.#closing(at, to) : undefined;
    return (closing ?? at) + 1;
  }

  #closing(at: number, to: number): number | undefined {
    const closing = this.#closings.get(at + 1);
    return closing !== undefined && closing < to ? closing : undefined;
  }

  #nextPlace(from: number, to: number): number {
    for (let at = this.text.indexOf('$', from); at !== -1 && at < to; at = this.text.indexOf('$', at + 1)) {
      if (isPlace(this.text, at)) return at;
    }
    return -1;
  }
}

function isPlace(text: string, at: number): boolean {
  const next = text.charAt(at + 1);
  return text.charAt(at) === '$' && (next === '{' || next === '[');
}

/** Braces and brackets are matched apart from each other: either may stand alone inside the other. */
function findClosings(text: string): ReadonlyMap<number, number> {
  const closings = new Map<number, number>();
  const open: Record<'}' | ']', number[]> = { '}': [], ']': [] };
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '{') open['}'].push(at);
    else if (character === '[') open[']'].push(at);
    else if (character === '}' || character === ']') {
      const opening = open[character].pop();
      if (opening !== undefined) closings.set(opening, at);
    }
  }
  return closings;
}
