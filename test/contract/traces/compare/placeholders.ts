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
const anything = new Set(['date', 'kernel', 'text']);

/** Addresses in memory, which are used again and so identify nothing; ours are numbers. */
const anyNumber = new Set(['ptr']);

const placeholder = /<([a-z-]+?)(?:-(\d+))?>/g;

/** What the placeholders of one recording stand for in this run: each for one value, and each value for one of them. */
export class Placeholders {
  readonly #values = new Map<string, string>();
  /** Who has a value, by the value and where it counts. */
  readonly #owners = new Map<string, string>();
  /** Bound since an attempt began, the latest last. */
  readonly #attempted: Unknown[] = [];
  #attempts = 0;

  constructor(known: Iterable<readonly [string, string]> = []) {
    for (const [name, value] of known) this.#bind({ name, scope: '' }, value);
  }

  /** Keeps what a comparison learns only when it succeeds. */
  attempt(compare: () => boolean): boolean {
    const mark = this.#attempted.length;
    this.#attempts += 1;
    const succeeds = compare();
    this.#attempts -= 1;
    if (!succeeds) for (const one of this.#attempted.splice(mark)) this.#unbind(one);
    if (this.#attempts === 0) this.#attempted.length = 0;
    return succeeds;
  }

  /** Whether a comparison would succeed; nothing is learnt from it. */
  wouldAccept(recorded: string, got: string): boolean {
    let accepts = false;
    this.attempt(() => {
      accepts = this.accept(recorded, got);
      return false;
    });
    return accepts;
  }

  /** Whether the text can be what was recorded; what was unknown in it is known from now on. */
  accept(recorded: string, got: string): boolean {
    if (!recorded.includes('<')) return recorded === got;
    const unknown: Unknown[] = [];
    const found = new RegExp(`^${this.#pattern(recorded, unknown)}$`, 's').exec(got);
    if (found === null) return false;
    const pairs = unknown.map((each, place) => [each, found[place + 1] ?? ''] as const);
    if (!pairs.every(([{ name, scope }, value]) => (this.#owners.get(`${scope} ${value}`) ?? name) === name))
      return false;
    for (const [each, value] of pairs) this.#bind(each, value);
    return true;
  }

  /** The text to send: every known placeholder replaced. */
  fill(recorded: string): string {
    return recorded
      .replaceAll('<root-url-encoded>', encodeURIComponent(this.#values.get('<root>') ?? ''))
      .replace(placeholder, (all) => this.#values.get(all) ?? all)
      .replace(/%3C([a-z-]+-\d+)%3E/gi, (all, name: string) => {
        const value = this.#values.get(`<${name}>`);
        return value === undefined ? all : encodeURIComponent(value);
      });
  }

  #pattern(recorded: string, unknown: Unknown[]): string {
    let pattern = '';
    let end = 0;
    for (const match of recorded.matchAll(placeholder)) {
      const [name, kind = ''] = match;
      // Every technology counts for itself, so that two of them may well have the same number.
      const scope = kind === 'seq' ? technologyBefore(recorded.slice(0, match.index)) : '';
      pattern += escaped(recorded.slice(end, match.index)) + this.#piece({ name, scope }, kind, unknown);
      end = match.index + match[0].length;
    }
    return pattern + escaped(recorded.slice(end));
  }

  #piece({ name, scope }: Unknown, kind: string, unknown: Unknown[]): string {
    const value = this.#values.get(name);
    if (value !== undefined) return escaped(value);
    if (anything.has(kind)) return '.*';
    if (anyNumber.has(kind)) return '(?:0x)?[0-9a-f]+';
    const shape = shapes[kind];
    if (shape === undefined) return escaped(name);
    // A placeholder that is met twice before it is known has to be the same both times.
    const place = unknown.findIndex((each) => each.name === name);
    if (place !== -1) return `\\${place + 1}`;
    unknown.push({ name, scope });
    return `(${shape})`;
  }

  #bind({ name, scope }: Unknown, value: string): void {
    if (this.#values.has(name)) return;
    this.#values.set(name, value);
    this.#owners.set(`${scope} ${value}`, name);
    if (this.#attempts > 0) this.#attempted.push({ name, scope });
  }

  #unbind({ name, scope }: Unknown): void {
    this.#owners.delete(`${scope} ${this.#values.get(name) ?? ''}`);
    this.#values.delete(name);
  }
}

/** A placeholder before it is bound. No two of one scope have the same value. */
interface Unknown {
  readonly name: string;
  readonly scope: string;
}

function technologyBefore(text: string): string {
  return /([A-Za-z]+)\/[^,/]*$/.exec(text)?.[1] ?? '';
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
