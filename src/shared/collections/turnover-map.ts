/** Removals after which the entries move, however few there are. */
const fewestRemovals = 8;

/**
 * A Map for entries that come and go all the time, such as calls. V8 replaces the table of a Map whenever removed entries
 * have filled it, and links the old table to the new one. Once one such table is in the old generation, the link keeps
 * all that follow alive, and with them what was removed long ago, until the next full collection: every call is then
 * copied twice by the garbage collector. Here the entries move to another Map before that happens.
 */
export class TurnoverMap<Key, Value> {
  #entries = new Map<Key, Value>();
  #removals = 0;
  /** Iterations that are under way. */
  #readers = 0;

  get size(): number {
    return this.#entries.size;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  has(key: Key): boolean {
    return this.#entries.has(key);
  }

  set(key: Key, value: Value): this {
    this.#entries.set(key, value);
    return this;
  }

  delete(key: Key): boolean {
    if (!this.#entries.delete(key)) return false;
    this.#removals += 1;
    // An iteration goes on with the Map that it has begun with, so it would miss what happens to another one.
    const isDue = this.#removals >= fewestRemovals && this.#removals * 2 >= this.#entries.size;
    if (isDue && this.#readers === 0) this.#move(new Map(this.#entries));
    return true;
  }

  clear(): void {
    if (this.#readers > 0) this.#entries.clear();
    else this.#move(new Map());
  }

  /** The entry that was added before all others; undefined when there is none. */
  first(): readonly [Key, Value] | undefined {
    for (const entry of this.#entries) return entry;
    return undefined;
  }

  /** Like those of a Map, iterations see what is added and removed meanwhile. */
  keys(): Generator<Key, void> {
    return this.#read((entries) => entries.keys());
  }

  /** Those there are now. For those who go through all of them anyway: much cheaper than an iteration. */
  listKeys(): Key[] {
    return [...this.#entries.keys()];
  }

  values(): Generator<Value, void> {
    return this.#read((entries) => entries.values());
  }

  [Symbol.iterator](): Generator<[Key, Value], void> {
    return this.#read((entries) => entries);
  }

  *#read<Item>(itemsOf: (entries: Map<Key, Value>) => Iterable<Item>): Generator<Item, void> {
    this.#readers += 1;
    try {
      yield* itemsOf(this.#entries);
    } finally {
      this.#readers -= 1;
    }
  }

  #move(entries: Map<Key, Value>): void {
    this.#entries = entries;
    this.#removals = 0;
  }
}
