import type { CharacterSet } from './characters';
import { isDigit, tokenCharacters } from './characters';
import { MessageRefusal } from './refusal';

const tab = 9;
const space = 32;
const quote = 34;
const backslash = 92;

/** Reads the value of one header field, unfolded, from left to right; refuses with the header's name and the position. */
export class Scanner {
  position = 0;

  constructor(
    readonly text: string,
    readonly header: string,
  ) {}

  get atEnd(): boolean {
    return this.position >= this.text.length;
  }

  refuse(reason: string, offset = this.position): never {
    throw new MessageRefusal({ header: this.header, offset, reason });
  }

  skipSpace(): void {
    const { text } = this;
    let { position } = this;
    while (position < text.length) {
      const code = text.charCodeAt(position);
      if (code !== space && code !== tab) break;
      position += 1;
    }
    this.position = position;
  }

  /** Whether this character comes next; it is not taken. */
  sees(character: string): boolean {
    return this.position < this.text.length && this.text.charCodeAt(this.position) === character.charCodeAt(0);
  }

  /** Takes a separator with the white space around it, if it comes next. */
  takeSeparator(character: string): boolean {
    this.skipSpace();
    if (!this.sees(character)) return false;
    this.position += 1;
    this.skipSpace();
    return true;
  }

  expectSeparator(character: string): void {
    if (!this.takeSeparator(character)) this.refuse(`'${character}' expected`);
  }

  /** Takes characters of the set, perhaps none. */
  takeWhile(set: CharacterSet): string {
    const start = this.position;
    this.position = this.endOf(set);
    return this.text.slice(start, this.position);
  }

  token(what: string): string {
    const token = this.takeWhile(tokenCharacters);
    if (token === '') this.refuse(`${what} expected`);
    return token;
  }

  /** Takes a quoted string and returns it as written, quotes and escapes included. */
  quoted(): string {
    const start = this.position;
    const { text } = this;
    for (let at = start + 1; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === backslash) at += 1;
      else if (code === quote) {
        this.position = at + 1;
        return text.slice(start, this.position);
      }
    }
    return this.refuse('quoted string is not closed', start);
  }

  /** Takes a whole number that is not greater than the limit. */
  integer(what: string, max: number): number {
    const start = this.position;
    const value = this.clampedInteger(what, max + 1);
    return value > max ? this.refuse(`${what} must not be greater than ${max}`, start) : value;
  }

  /** The same, but clamped to the limit: RFC 3261 allows large values for seconds. */
  clampedInteger(what: string, max: number): number {
    const start = this.position;
    let value = 0;
    while (!this.atEnd) {
      const code = this.text.charCodeAt(this.position);
      if (!isDigit(code)) break;
      value = Math.min(value * 10 + code - 48, max);
      this.position += 1;
    }
    return this.position === start ? this.refuse(`${what} must be a number`) : value;
  }

  expectEnd(): void {
    this.skipSpace();
    if (!this.atEnd) this.refuse(`unexpected '${this.text.charAt(this.position)}'`);
  }

  private endOf(set: CharacterSet): number {
    const { text } = this;
    let { position } = this;
    // Asking a set about no character at all would cost far more than the comparison.
    while (position < text.length && set[text.charCodeAt(position)] === 1) position += 1;
    return position;
  }
}

/** What a quoted string says. */
export function unquote(quoted: string): string {
  const inner = quoted.slice(1, -1);
  return inner.includes('\\') ? inner.replace(/\\([^])/g, '$1') : inner;
}

export function quoteText(text: string): string {
  return `"${text.replace(/[\r\n]+/g, ' ').replace(/["\\]/g, '\\$&')}"`;
}
