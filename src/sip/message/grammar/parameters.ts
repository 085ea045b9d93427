import { characterSet, alphanumerics, consistsOf, isToken } from './characters';
import { maxParameters } from './limits';
import type { Scanner } from './scanner';
import { quoteText, unquote } from './scanner';

/** Tokens and hosts: a value may be an IPv6 address, with its brackets or, in `received`, without them. */
const valueCharacters = characterSet(`${alphanumerics}-.!%*_+\`'~[]:`);
/** Deviation: tags and branches in base64 are common and cannot be misunderstood, though they are not tokens. */
const toleratedCharacters = characterSet(`${alphanumerics}-.!%*_+\`'~[]:/=&$`);

const digits = characterSet('0123456789');

/** Parameters of a header value in their order, `;name=value;flag`. Names are compared without case. */
export class Parameters {
  static readonly none = new Parameters([], []);

  private constructor(
    private readonly names: readonly string[],
    /** As written, quotes included; undefined for a flag. */
    private readonly values: readonly (string | undefined)[],
  ) {}

  static of(entries: Readonly<Record<string, string | number | undefined>>): Parameters {
    return Parameters.none.with(entries);
  }

  /** Reads `;name=value` as long as there is a semicolon. */
  static read(scanner: Scanner): Parameters {
    if (!scanner.takeSeparator(';')) return Parameters.none;
    const names: string[] = [];
    const values: (string | undefined)[] = [];
    do {
      const start = scanner.position;
      const name = scanner.token('parameter name');
      if (names.length > 0 && isAmong(names, name)) scanner.refuse(`parameter '${name}' appears twice`, start);
      if (names.push(name) > maxParameters) scanner.refuse(`more than ${maxParameters} parameters`, start);
      values.push(scanner.takeSeparator('=') ? readValue(scanner) : undefined);
    } while (scanner.takeSeparator(';'));
    return new Parameters(names, values);
  }

  /** From names and values as written, which the caller has checked. */
  static fromRaw(names: readonly string[], values: readonly (string | undefined)[]): Parameters {
    return names.length === 0 ? Parameters.none : new Parameters(names, values);
  }

  get size(): number {
    return this.names.length;
  }

  has(name: string): boolean {
    return indexIn(this.names, name) >= 0;
  }

  /** What the parameter says, without quotes; an empty text for a flag. `name` is in lower case. */
  get(name: string): string | undefined {
    const index = indexIn(this.names, name);
    if (index < 0) return undefined;
    const value = this.values[index] ?? '';
    return value.startsWith('"') ? unquote(value) : value;
  }

  /** The parameter as written, quotes included; undefined also for a flag. */
  raw(name: string): string | undefined {
    const index = indexIn(this.names, name);
    return index < 0 ? undefined : this.values[index];
  }

  /** A whole number, or undefined when the parameter is something else. */
  number(name: string): number | undefined {
    const value = this.get(name);
    return value !== undefined && value.length <= 15 && consistsOf(value, digits) ? Number(value) : undefined;
  }

  /** Sets parameters; an empty text makes a flag, undefined removes. Values that are not tokens are quoted. */
  with(entries: Readonly<Record<string, string | number | undefined>>): Parameters {
    const names = this.names.slice();
    const values = this.values.slice();
    for (const name of Object.keys(entries)) {
      const value = entries[name];
      const index = indexIn(names, name.toLowerCase());
      if (value === undefined) {
        if (index >= 0) names.splice(index, 1);
        if (index >= 0) values.splice(index, 1);
        continue;
      }
      const place = index < 0 ? names.length : index;
      names[place] = checkedName(name);
      values[place] = writtenValue(value);
    }
    return new Parameters(names, values);
  }

  /** The same for one parameter, whose name is a token in lower case. */
  withOne(name: string, value: string | number): Parameters {
    const names = this.names.slice();
    const values = this.values.slice();
    const index = indexIn(names, name);
    const place = index < 0 ? names.length : index;
    names[place] = name;
    values[place] = writtenValue(value);
    return new Parameters(names, values);
  }

  without(name: string): Parameters {
    return this.with({ [name]: undefined });
  }

  *[Symbol.iterator](): IterableIterator<readonly [name: string, raw: string | undefined]> {
    for (const [index, name] of this.names.entries()) yield [name, this.values[index]];
  }

  toString(): string {
    let text = '';
    for (let index = 0; index < this.names.length; index += 1) {
      const value = this.values[index];
      text += value === undefined ? `;${this.names[index]}` : `;${this.names[index]}=${value}`;
    }
    return text;
  }
}

function readValue(scanner: Scanner): string {
  if (scanner.sees('"')) return scanner.quoted();
  const value = scanner.takeWhile(toleratedCharacters);
  return value === '' ? scanner.refuse('parameter value expected') : value;
}

/** Comparing lengths first spares nearly all conversions. */
function isAmong(names: readonly string[], name: string): boolean {
  for (const each of names) if (each.length === name.length && each.toLowerCase() === name.toLowerCase()) return true;
  return false;
}

function indexIn(names: readonly string[], name: string): number {
  for (let index = 0; index < names.length; index += 1) {
    const each = names[index] ?? '';
    // Nearly all names are written in lower case, and comparing lengths spares the rest.
    if (each === name || (each.length === name.length && each.toLowerCase() === name)) return index;
  }
  return -1;
}

function checkedName(name: string): string {
  if (!isToken(name)) throw new TypeError(`'${name}' is not a parameter name`);
  return name;
}

function writtenValue(value: string | number): string | undefined {
  const text = String(value);
  if (text === '') return undefined;
  return consistsOf(text, valueCharacters) ? text : quoteText(text);
}
