/**
 * A map that drops entries that were not used lately. Entries live in two generations: when the young one is full it
 * becomes the old one, and the old one is dropped. Asking for an old entry makes it young again. That keeps at most
 * twice `capacity` entries and, unlike a map that reorders itself, costs a frequent reader a single lookup.
 */
export class RecentMap<Value> {
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  constructor(private readonly capacity: number) {}

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  get(key: string): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: string, value: Value): void {
    this.#old.delete(key);
    this.#young.set(key, value);
    if (this.#young.size < this.capacity) return;
    this.#old = this.#young;
    this.#young = new Map();
  }

  delete(key: string): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }
}
