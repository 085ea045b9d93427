/** What a placeholder may stand for before it is bound; the names are those of the recordings. */
const shapes: Readonly<Record<string, string>> = {
  uniqueid: '[0-9]+\\.[0-9]+',
  uuid: '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
  seq: '[0-9a-f]{8}',
  port: '[0-9]{4,5}',
  'asterisk-id': '[^\\s"]+',
  root: '/[^\\s"]*',
};

/** Stands for something that differs from machine to machine or from moment to moment, and is never compared. */
const anything = new Set(['date', 'kernel']);

/** Places in memory, which are used again and so tell nothing apart; ours are numbers. */
const anyNumber = new Set(['ptr']);

const placeholder = /<([a-z-]+?)(?:-(\d+))?>/g;

/** What the placeholders of one recording stand for in this run: each for one value, and each value for one of them. */
export class Placeholders {
  readonly #values: Map<string, string>;
  readonly #names: Map<string, string>;

  constructor(known: Iterable<readonly [string, string]> = []) {
    this.#values = new Map(known);
    this.#names = new Map([...this.#values].map(([name, value]) => [value, name]));
  }

  /** The same bindings, for a guess that may turn out wrong. */
  copy(): Placeholders {
    return new Placeholders(this.#values);
  }

  adopt(other: Placeholders): void {
    for (const [name, value] of other.#values) this.#bind(name, value);
  }

  /** Whether the text can be what was recorded; what was unknown in it is known from now on. */
  accept(recorded: string, got: string): boolean {
    if (!recorded.includes('<')) return recorded === got;
    const names: string[] = [];
    const found = new RegExp(`^${this.#pattern(recorded, names)}$`, 's').exec(got);
    if (found === null) return false;
    const pairs = names.map((name, place) => [name, found[place + 1] ?? ''] as const);
    if (!this.#isConsistent(pairs)) return false;
    for (const [name, value] of pairs) this.#bind(name, value);
    return true;
  }

  /** The text to send: every known placeholder replaced. */
  fill(recorded: string): string {
    return recorded
      .replaceAll('<root-url-encoded>', encodeURIComponent(this.#values.get('<root>') ?? ''))
      .replace(placeholder, (all) => this.#values.get(all) ?? all);
  }

  #pattern(recorded: string, names: string[]): string {
    let pattern = '';
    let end = 0;
    for (const match of recorded.matchAll(placeholder)) {
      pattern += escaped(recorded.slice(end, match.index)) + this.#piece(match[0], match[1] ?? '', names);
      end = match.index + match[0].length;
    }
    return pattern + escaped(recorded.slice(end));
  }

  #piece(all: string, kind: string, names: string[]): string {
    const value = this.#values.get(all);
    if (value !== undefined) return escaped(value);
    if (anything.has(kind)) return '.*';
    if (anyNumber.has(kind)) return '(?:0x)?[0-9a-f]+';
    const shape = shapes[kind];
    if (shape === undefined) return escaped(all);
    // A placeholder that is met twice before it is known has to be the same both times.
    const place = names.indexOf(all);
    if (place !== -1) return `\\${place + 1}`;
    names.push(all);
    return `(${shape})`;
  }

  #isConsistent(pairs: readonly (readonly [string, string])[]): boolean {
    return pairs.every(([name, value]) => (this.#names.get(value) ?? name) === name);
  }

  #bind(name: string, value: string): void {
    this.#values.set(name, value);
    this.#names.set(value, name);
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
