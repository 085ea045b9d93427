import { isToken } from '../grammar/characters';
import { headerKey } from './header-names';
import type { HeaderType } from './header-type';
import { maxValues } from '../grammar/limits';
import { MessageRefusal } from '../grammar/refusal';
import { Scanner } from '../grammar/scanner';

const none: readonly never[] = [];

/**
 * The header fields of a message in their order. Values are kept as received; typed values are parsed on access, and
 * cached. A malformed value throws a MessageRefusal then.
 */
export class HeaderList {
  readonly #names: string[] = [];
  readonly #keys: string[] = [];
  readonly #values: string[] = [];
  #cache: Map<string, readonly unknown[]> | undefined;

  get size(): number {
    return this.#keys.length;
  }

  /** Characters of all names and values. */
  get length(): number {
    let sum = 0;
    for (const name of this.#names) sum += name.length;
    for (const value of this.#values) sum += value.length;
    return sum;
  }

  /** For the parser, which has checked name and value. */
  addParsed(name: string, value: string): void {
    this.#names.push(name);
    this.#keys.push(headerKey(name));
    this.#values.push(value);
  }

  /** Adds a line at the end. */
  add(name: string, value: string): this {
    if (!isToken(name)) throw new TypeError(`'${name}' is not the name of a header field`);
    this.#insert(this.#keys.length, { name, key: headerKey(name), value });
    return this;
  }

  has(name: string): boolean {
    return this.#keys.includes(headerKey(name));
  }

  /** The first line of that name as it came, unfolded. */
  raw(name: string): string | undefined {
    const index = this.#keys.indexOf(headerKey(name));
    return index < 0 ? undefined : this.#values[index];
  }

  /** All lines of that name as they came, unfolded. */
  rawAll(name: string): readonly string[] {
    const key = headerKey(name);
    return this.#values.filter((_value, index) => this.#keys[index] === key);
  }

  count(name: string): number {
    const key = headerKey(name);
    let count = 0;
    for (const each of this.#keys) if (each === key) count += 1;
    return count;
  }

  /** The value, or the first of several. */
  get<Value>(type: HeaderType<Value>): Value | undefined {
    return this.all(type)[0];
  }

  all<Value>(type: HeaderType<Value>): readonly Value[] {
    const known = this.#cache?.get(type.key);
    // Only what `type` itself has read is stored under its key.
    if (known !== undefined) return known as readonly Value[];
    // Most of what is asked for is not there, and need not be noted.
    if (!this.#keys.includes(type.key)) return none;
    const values = this.#read(type);
    (this.#cache ??= new Map()).set(type.key, values);
    return values;
  }

  /** The same, or nothing where a value is malformed: for fields that a request can do without (RFC 3261 §8.2.2). */
  readable<Value>(type: HeaderType<Value>): readonly Value[] {
    try {
      return this.all(type);
    } catch (error) {
      if (error instanceof MessageRefusal) return [];
      throw error;
    }
  }

  /** Replaces all lines of that type by these values, one a line, in the place of the first one or at the end. */
  set<Value>(type: HeaderType<Value>, ...values: readonly Value[]): this {
    const { name, key } = type;
    let index = this.#replace(key);
    for (const value of values) {
      this.#insert(index, { name, key, value: type.write(value) });
      index += 1;
    }
    return this;
  }

  /** Replaces all lines of that name by one. */
  setRaw(name: string, value: string): this {
    if (!isToken(name)) throw new TypeError(`'${name}' is not the name of a header field`);
    const key = headerKey(name);
    this.#insert(this.#replace(key), { name, key, value });
    return this;
  }

  /** Puts a value before all others of its type, as Via and Record-Route want it. */
  prepend<Value>(type: HeaderType<Value>, value: Value): this {
    const { name, key } = type;
    this.#insert(Math.max(this.#keys.indexOf(key), 0), { name, key, value: type.write(value) });
    return this;
  }

  /** Exchanges the first value only; the others stay as they came. */
  replaceFirst<Value>(type: HeaderType<Value>, value: Value): this {
    const place = this.#keys.indexOf(type.key);
    if (place < 0) return this.prepend(type, value);
    const known = this.#cache?.get(type.key);
    const rest = known?.length === 1 ? none : this.#read(type, place).slice(1).map(type.write);
    const line = checkedValue(type.name, [type.write(value), ...rest].join(', '));
    this.#values[place] = line;
    if (known !== undefined) this.#cache?.set(type.key, [value, ...known.slice(1)]);
    return this;
  }

  /** Removes the first value only. */
  removeFirst<Value>(type: HeaderType<Value>): this {
    const place = this.#keys.indexOf(type.key);
    if (place < 0) return this;
    const rest = this.#read(type, place).slice(1).map(type.write);
    this.#cache?.delete(type.key);
    if (rest.length > 0) this.#values[place] = rest.join(', ');
    else this.#remove(place);
    return this;
  }

  delete(name: string): this {
    this.#deleteAll(headerKey(name));
    return this;
  }

  /** Takes over all lines of that name from another message, as they came there. */
  copyFrom(other: HeaderList, name: string): this {
    const key = headerKey(name);
    for (let index = 0; index < other.#keys.length; index += 1) {
      if (other.#keys[index] !== key) continue;
      this.#names.push(name);
      this.#keys.push(key);
      // It was checked when it came there.
      this.#values.push(other.#values[index] ?? '');
    }
    this.#cache?.delete(key);
    return this;
  }

  clone(): HeaderList {
    const copy = new HeaderList();
    copy.#names.push(...this.#names);
    copy.#keys.push(...this.#keys);
    copy.#values.push(...this.#values);
    if (this.#cache !== undefined) copy.#cache = new Map(this.#cache);
    return copy;
  }

  *[Symbol.iterator](): IterableIterator<readonly [name: string, value: string]> {
    for (const [index, name] of this.#names.entries()) yield [name, this.#values[index] ?? ''];
  }

  /** All lines as they go over the wire. */
  toString(): string {
    let text = '';
    for (let index = 0; index < this.#names.length; index += 1) {
      text += `${this.#names[index]}: ${this.#values[index]}\r\n`;
    }
    return text;
  }

  #read<Value>(type: HeaderType<Value>, onlyLine?: number): Value[] {
    const values: Value[] = [];
    let lines = 0;
    for (let index = 0; index < this.#keys.length; index += 1) {
      if (this.#keys[index] !== type.key || (onlyLine !== undefined && onlyLine !== index)) continue;
      lines += 1;
      if (lines > 1 && type.repetition === 'once') {
        throw new MessageRefusal({ header: type.name, offset: 0, reason: 'must not appear more than once' });
      }
      readLine(new Scanner(this.#values[index] ?? '', type.name), type, values);
    }
    return values;
  }

  #deleteAll(key: string): void {
    for (let index = this.#keys.length - 1; index >= 0; index -= 1) {
      if (this.#keys[index] === key) this.#remove(index);
    }
  }

  /** Removes what stands under the key. The result is the place for what comes instead. */
  #replace(key: string): number {
    const place = this.#keys.indexOf(key);
    if (place < 0) return this.#keys.length;
    this.#deleteAll(key);
    return place;
  }

  #insert(
    index: number,
    { name, key, value }: { readonly name: string; readonly key: string; readonly value: string },
  ): void {
    this.#cache?.delete(key);
    if (index === this.#keys.length) {
      this.#values.push(checkedValue(name, value));
      this.#names.push(name);
      this.#keys.push(key);
      return;
    }
    this.#values.splice(index, 0, checkedValue(name, value));
    this.#names.splice(index, 0, name);
    this.#keys.splice(index, 0, key);
  }

  #remove(index: number): void {
    const [key] = this.#keys.splice(index, 1);
    this.#names.splice(index, 1);
    this.#values.splice(index, 1);
    if (key !== undefined) this.#cache?.delete(key);
  }
}

function readLine<Value>(scanner: Scanner, type: HeaderType<Value>, values: Value[]): void {
  scanner.skipSpace();
  if (type.repetition !== 'list') {
    values.push(type.read(scanner));
    scanner.expectEnd();
    return;
  }
  // A list may be empty where nothing is supported or allowed.
  if (scanner.atEnd) return;
  do {
    values.push(type.read(scanner));
    if (values.length > maxValues) scanner.refuse(`more than ${maxValues} values`);
  } while (scanner.takeSeparator(','));
  scanner.expectEnd();
}

/** A line break in a value would let its writer add header fields or a whole message. */
function checkedValue(name: string, value: string): string {
  if (value.includes('\r') || value.includes('\n')) throw new TypeError(`the value of ${name} contains a line break`);
  return value;
}
