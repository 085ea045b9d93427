import { closest } from '../../shared/text/closest';

/** `[name](!,a,+)`: a template, which sections it inherits from, whether it adds to one that exists. */
export interface SectionHeader {
  readonly kind: 'section';
  readonly name: string;
  /** Meaningless text behind it. */
  readonly rest: string;
  readonly template: boolean;
  readonly parents: readonly string[];
  readonly adds: { readonly key: string; readonly value: string } | 'any' | undefined;
}

export type ParsedLine =
  | SectionHeader
  | { readonly kind: 'entry'; readonly key: string; readonly value: string; readonly appends: boolean }
  | { readonly kind: 'include'; readonly path: string; readonly required: boolean }
  | { readonly kind: 'exec'; readonly command: string }
  | Malformed;

/**
 * `skippable` is a line that existing servers skip with a warning. After a `malformed-section`, what follows belongs to
 * a section whose header could not be read.
 */
type Malformed = {
  readonly kind: 'malformed' | 'malformed-section' | 'skippable';
  readonly message: string;
  readonly hint: string;
};

/** Parses a line without comments. */
export function parseLine(line: string): ParsedLine {
  const text = line.trim();
  if (text.startsWith('[')) return parseHeader(text);
  if (text.startsWith('#')) return parseDirective(text);
  // An escaped first character allows names that start with [ or #.
  return parseEntry(/^\\\S/.test(text) ? text.slice(1) : text);
}

const headerShape = /^\[([^\]]*)\]\s*(?:\(([^)]*)\))?\s*(.*)$/;

function parseHeader(text: string): ParsedLine {
  const found = headerShape.exec(text);
  const name = found?.[1]?.trim() ?? '';
  if (found === null)
    return badHeader(
      `'${text}' is not a section header`,
      'write [name], or [name](template) to inherit from a template',
    );
  if (name === '') return badHeader('the section has no name', 'write a name between the brackets');
  const marks = (found[2] ?? '')
    .split(',')
    .map((mark) => mark.trim())
    .filter((mark) => mark !== '');
  const addition = marks.find((mark) => mark.startsWith('+'));
  return {
    kind: 'section',
    name,
    rest: found[3] ?? '',
    template: marks.includes('!'),
    parents: marks.filter((mark) => mark !== '!' && !mark.startsWith('+')),
    adds: addition === undefined ? undefined : additionOf(addition.slice(1)),
  };
}

/** `(+)` adds to the first section of that name, `(+type=aor)` to the first that says so. */
function additionOf(filter: string): SectionHeader['adds'] {
  const at = filter.indexOf('=');
  return at === -1 ? 'any' : { key: filter.slice(0, at).trim(), value: filter.slice(at + 1).trim() };
}

const directives = ['include', 'tryinclude', 'exec'];

function parseDirective(text: string): ParsedLine {
  const [, word = '', rest = ''] = /^#(\w*)\s*(.*)$/.exec(text) ?? [];
  const directive = word.toLowerCase();
  if (!directives.includes(directive)) {
    const near = closest(directive, directives);
    // Ignoring it would drop a whole file.
    if (near !== undefined) return malformed(`'#${word}' is not a directive`, `did you mean #${near}?`);
    return skippable(`'#${word}' is not a directive`, 'a comment starts with ;');
  }
  if (rest === '') return skippable(`#${directive} names nothing`, `write #${directive} "name"`);
  const argument = unquote(rest);
  if (argument === undefined || argument === '')
    return malformed(`#${directive} names nothing`, `write #${directive} "name", with both quotes`);
  return directive === 'exec'
    ? { kind: 'exec', command: argument }
    : { kind: 'include', path: argument, required: directive === 'include' };
}

function unquote(text: string): string | undefined {
  const closing: Readonly<Record<string, string>> = { '"': '"', '<': '>' };
  const wanted = closing[text.charAt(0)];
  if (wanted === undefined) return text;
  return text.length > 1 && text.endsWith(wanted) ? text.slice(1, -1).trim() : undefined;
}

function parseEntry(text: string): ParsedLine {
  const at = text.indexOf('=');
  if (at === -1) return skippable('the line has no =', 'write name = value, or start the line with ; for a comment');
  const appends = text[at - 1] === '+';
  const key = text.slice(0, appends ? at - 1 : at).trim();
  if (key === '') return skippable('no name stands before the =', 'write name = value');
  const rest = text.slice(at + 1);
  // Blanks after += belong to the value: they separate what is appended from what was there.
  if (appends) return { kind: 'entry', key, value: rest.trimEnd(), appends };
  return { kind: 'entry', key, value: rest.replace(/^>/, '').trim(), appends };
}

function badHeader(message: string, hint: string): Malformed {
  return { kind: 'malformed-section', message, hint };
}

function skippable(message: string, hint: string): Malformed {
  return { kind: 'skippable', message, hint };
}

function malformed(message: string, hint: string): Malformed {
  return { kind: 'malformed', message, hint };
}
