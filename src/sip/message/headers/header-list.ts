import { isToken } from '../grammar/characters';
import type { FieldName } from './header-names';
import { headerBit, headerKey, knownKey } from './header-names';
import type { HeaderType } from './header-type';
import { maxValues } from '../grammar/limits';
import { MessageRefusal } from '../grammar/refusal';
import { Scanner } from '../grammar/scanner';

const none: readonly never[] = [];

/** One header field. It never changes, so that several messages can share it with what has been read of it. */
class HeaderLine {
  /** What the type of that key has read, or has written. */
  parsed: readonly unknown[] | undefined;

  readonly name: string;
  readonly key: string;
  readonly bit: number;

  constructor(
    { name, key, bit }: FieldName,
    readonly value: string,
  ) {
    this.name = name;
    this.key = key;
    this.bit = bit;
  }
}

/**
 * The header fields of a message in their order. Values are kept as received; typed values are parsed on access, and
 * cached. A malformed value throws a MessageRefusal then.
 */
export class HeaderList {
  #lines: HeaderLine[] = [];
  /** Bits of the names that there are, and of those that several lines may have. A line that is gone leaves its bit. */
  #present = 0;
  #repeated = 0;

  get size(): number {
    return this.#lines.length;
  }

  /** Characters of all names and values. */
  get length(): number {
    let sum = 0;
    for (const { name, value } of this.#lines) sum += name.length + value.length;
    return sum;
  }

  /** For the parser, which has checked name and value. */
  addParsed(name: FieldName, value: string): void {
    this.#append(new HeaderLine(name, value));
  }

  /** Adds a line at the end. */
  add(name: string, value: string): this {
    this.#append(madeLine(name, value));
    return this;
  }

  has(name: string): boolean {
    return this.#find(headerKey(name)) >= 0;
  }

  /** The first line of that name as it came, unfolded. */
  raw(name: string): string | undefined {
    return this.#first(headerKey(name))?.value;
  }

  /** All lines of that name as they came, unfolded. */
  rawAll(name: string): readonly string[] {
    const key = headerKey(name);
    return this.#lines.filter((line) => line.key === key).map(({ value }) => value);
  }

  count(name: string): number {
    const key = headerKey(name);
    let count = 0;
    for (const line of this.#lines) if (line.key === key) count += 1;
    return count;
  }

  /** Whether there is one line of that type, and it says this. */
  isOnly(type: FieldName, value: string): boolean {
    const place = this.#placeOf(type);
    return place >= 0 && this.#lines[place]?.value === value && this.#nextOf(type, place) < 0;
  }

  /** The value, or the first of several. */
  get<Value>(type: HeaderType<Value>): Value | undefined {
    const place = this.#placeOf(type);
    return place < 0 ? undefined : this.#allFrom(type, place)[0];
  }

  all<Value>(type: HeaderType<Value>): readonly Value[] {
    const place = this.#placeOf(type);
    return place < 0 ? none : this.#allFrom(type, place);
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
    if (values.length === 1) {
      this.#replace(typedLine(type, values));
      return this;
    }
    let index = this.#vacate(type.key);
    for (const value of values) {
      this.#insert(index, typedLine(type, [value]));
      index += 1;
    }
    return this;
  }

  /** Replaces all lines of that name by one. */
  setRaw(name: string, value: string): this {
    this.#replace(madeLine(name, value));
    return this;
  }

  /** Puts a value before all others of its type, as Via and Record-Route want it. */
  prepend<Value>(type: HeaderType<Value>, value: Value): this {
    this.#insert(Math.max(this.#placeOf(type), 0), typedLine(type, [value]));
    return this;
  }

  /** Exchanges the first value only; the others stay as they came. */
  replaceFirst<Value>(type: HeaderType<Value>, value: Value): this {
    const place = this.#placeOf(type);
    const line = place < 0 ? undefined : this.#lines[place];
    if (line === undefined) return this.prepend(type, value);
    const before = valuesOf(line, type);
    this.#lines[place] = typedLine(type, before.length === 1 ? [value] : [value, ...before.slice(1)]);
    return this;
  }

  /** Removes the first value only. */
  removeFirst<Value>(type: HeaderType<Value>): this {
    const place = this.#placeOf(type);
    const line = place < 0 ? undefined : this.#lines[place];
    if (line === undefined) return this;
    const rest = valuesOf(line, type).slice(1);
    if (rest.length === 0) this.#lines.splice(place, 1);
    else this.#lines[place] = typedLine(type, rest);
    return this;
  }

  delete(name: string): this {
    this.#vacate(headerKey(name));
    return this;
  }

  /** Takes over all lines of that name from another message, as they came there. */
  copyFrom(other: HeaderList, name: string): this {
    const key = headerKey(name);
    // Checked when it came there.
    for (const line of other.#lines) if (line.key === key) this.#append(renamed(line, name));
    return this;
  }

  /** The same by type. */
  copyFields(other: HeaderList, { name, key }: FieldName): this {
    for (const line of other.#lines) if (line.key === key) this.#append(renamed(line, name));
    return this;
  }

  clone(): HeaderList {
    const copy = new HeaderList();
    copy.#lines = this.#lines.slice();
    copy.#present = this.#present;
    copy.#repeated = this.#repeated;
    return copy;
  }

  *[Symbol.iterator](): IterableIterator<readonly [name: string, value: string]> {
    for (const { name, value } of this.#lines) yield [name, value];
  }

  /** All lines as they go over the wire. */
  toString(): string {
    let text = '';
    for (const { name, value } of this.#lines) {
      text += name;
      text += ': ';
      text += value;
      text += '\r\n';
    }
    return text;
  }

  /** The place of the first line of that name; -1 without one. */
  #placeOf({ key, bit }: FieldName): number {
    return bit !== 0 && (this.#present & bit) === 0 ? -1 : this.#find(key);
  }

  /** The place of the next line of the same name; -1 without one. */
  #nextOf({ key, bit }: FieldName, place: number): number {
    return bit !== 0 && (this.#repeated & bit) === 0 ? -1 : this.#find(key, place + 1);
  }

  #append(line: HeaderLine): void {
    this.#note(line);
    this.#lines.push(line);
  }

  #note({ bit }: HeaderLine): void {
    this.#repeated |= this.#present & bit;
    this.#present |= bit;
  }

  /** The place of the first line with that key, from an index on; -1 without one. */
  #find(key: string, from = 0): number {
    const lines = this.#lines;
    for (let index = from; index < lines.length; index += 1) if (lines[index]?.key === key) return index;
    return -1;
  }

  /** The same with its line. An array that is asked for a place before its first one takes ten times as long to say no. */
  #first(key: string): HeaderLine | undefined {
    const place = this.#find(key);
    return place < 0 ? undefined : this.#lines[place];
  }

  /** The values of the line at this place, which is the first one of its type, and of all that follow. */
  #allFrom<Value>(type: HeaderType<Value>, place: number): readonly Value[] {
    const line = this.#lines[place];
    if (line === undefined) return none;
    const first = valuesOf(line, type);
    const next = this.#nextOf(type, place);
    return next < 0 ? first : this.#allOf(type, first, next);
  }

  /** The values of several lines. */
  #allOf<Value>(type: HeaderType<Value>, first: readonly Value[], from: number): readonly Value[] {
    if (type.repetition === 'once')
      throw new MessageRefusal({ header: type.name, offset: 0, reason: 'must not appear more than once' });
    const values = [...first];
    for (let index = from; index < this.#lines.length; index += 1) {
      const line = this.#lines[index];
      if (line?.key === type.key) for (const value of valuesOf(line, type)) values.push(value);
    }
    if (type.repetition === 'list' && values.length > maxValues) refuseMore(new Scanner('', type.name));
    return values;
  }

  /** In the place of all lines of its name, or at the end. */
  #replace(line: HeaderLine): void {
    const lines = this.#lines;
    const place = this.#placeOf(line);
    if (place < 0) return this.#append(line);
    lines[place] = line;
    if (this.#nextOf(line, place) < 0) return;
    for (let index = lines.length - 1; index > place; index -= 1)
      if (lines[index]?.key === line.key) lines.splice(index, 1);
  }

  /** Removes all lines with that key. The result is the place for what comes instead of them. */
  #vacate(key: string): number {
    const place = this.#find(key);
    if (place < 0) return this.#lines.length;
    for (let index = this.#lines.length - 1; index >= place; index -= 1)
      if (this.#lines[index]?.key === key) this.#lines.splice(index, 1);
    return place;
  }

  #insert(index: number, line: HeaderLine): void {
    this.#note(line);
    if (index === this.#lines.length) this.#lines.push(line);
    else if (index === 0) this.#lines.unshift(line);
    else this.#lines.splice(index, 0, line);
  }
}

function madeLine(name: string, value: string): HeaderLine {
  const known = knownKey(name);
  if (known === undefined && !isToken(name)) throw new TypeError(`'${name}' is not the name of a header field`);
  const key = known ?? headerKey(name);
  return new HeaderLine({ name, key, bit: headerBit(key) }, checkedValue(name, value));
}

function typedLine<Value>(type: HeaderType<Value>, values: readonly Value[]): HeaderLine {
  const [first] = values;
  const text = values.length === 1 ? type.write(first as Value) : values.map(type.write).join(', ');
  const line = new HeaderLine(type, checkedValue(type.name, text));
  line.parsed = values;
  return line;
}

function renamed(line: HeaderLine, name: string): HeaderLine {
  if (line.name === name) return line;
  const { key, bit } = line;
  const copy = new HeaderLine({ name, key, bit }, line.value);
  copy.parsed = line.parsed;
  return copy;
}

function valuesOf<Value>(line: HeaderLine, type: HeaderType<Value>): readonly Value[] {
  // Only what `type` itself has read or written is stored under its key.
  return (line.parsed ??= readLine(new Scanner(line.value, type.name), type)) as readonly Value[];
}

function readLine<Value>(scanner: Scanner, type: HeaderType<Value>): readonly Value[] {
  scanner.skipSpace();
  if (type.repetition !== 'list') {
    const value = type.read(scanner);
    scanner.expectEnd();
    return [value];
  }
  const values: Value[] = [];
  // A list may be empty where nothing is supported or allowed.
  if (scanner.atEnd) return values;
  do {
    values.push(type.read(scanner));
    if (values.length > maxValues) refuseMore(scanner);
  } while (scanner.takeSeparator(','));
  scanner.expectEnd();
  return values;
}

function refuseMore(scanner: Scanner): never {
  return scanner.refuse(`more than ${maxValues} values`);
}

/** A line break in a value would let its writer add header fields or a whole message. */
function checkedValue(name: string, value: string): string {
  if (value.includes('\r') || value.includes('\n')) throw new TypeError(`the value of ${name} contains a line break`);
  return value;
}
