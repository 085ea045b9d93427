import type { Lookup, Template } from './template';
import { hasPlaces, parseTemplate } from './template';

/** No value that a dialplan makes is longer. What would be is cut off. */
export const longestResult = 65_536;

export interface Substitution {
  /** The value of a variable, or of a function when there is an argument. What is not set is empty. */
  readonly lookUp: (name: string, argument: string | undefined) => string;
  /** What an expression comes to, once its variables are filled in. */
  readonly calculate: (expression: string) => string;
}

const templates = new Map<string, Template>();
const maxTemplates = 4000;
const longestRemembered = 2000;

/** Fills in `${…}` and `$[…]`. Texts are taken apart once: a dialplan runs the same lines over and over. */
export function substitute(text: string, substitution: Substitution): string {
  return hasPlaces(text) ? fill(templateOf(text), substitution) : text;
}

function templateOf(text: string): Template {
  if (text.length > longestRemembered) return parseTemplate(text);
  const known = templates.get(text);
  if (known !== undefined) return known;
  if (templates.size >= maxTemplates) templates.clear();
  const template = parseTemplate(text);
  templates.set(text, template);
  return template;
}

function fill(template: Template, substitution: Substitution): string {
  let result = '';
  for (const part of template) {
    if (typeof part === 'string') result += part;
    else if (part.kind === 'lookup') result += lookUp(part, substitution);
    else result += substitution.calculate(fill(part.body, substitution));
    if (result.length > longestResult) return result.slice(0, longestResult);
  }
  return result;
}

function lookUp(lookup: Lookup, substitution: Substitution): string {
  const name = fill(lookup.name, substitution);
  const argument = lookup.argument && fill(lookup.argument, substitution);
  const value = substitution.lookUp(name, argument);
  if (lookup.offset === undefined) return value;
  const length = lookup.length && fill(lookup.length, substitution);
  return cutOut(value, fill(lookup.offset, substitution), length);
}

/** Negative offsets count from the end; a negative length leaves that many off there. */
export function cutOut(value: string, offset: string, length?: string): string {
  const from = wholeNumber(offset) ?? 0;
  const start = from < 0 ? Math.max(0, value.length + from) : from;
  const size = length === undefined ? undefined : wholeNumber(length);
  if (size === undefined) return value.slice(start);
  const end = size < 0 ? value.length + size : start + size;
  return end > start ? value.slice(start, end) : '';
}

function wholeNumber(text: string): number | undefined {
  const found = /^\s*([+-]?\d{1,9})/.exec(text);
  return found === null ? undefined : Number(found[1]);
}
