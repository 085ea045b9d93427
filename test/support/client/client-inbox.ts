/** Things that arrive, in order; whoever is early waits for the next one. */
export class Inbox<Item> {
  readonly #items: Item[] = [];
  readonly #readers: ((item: Item) => void)[] = [];

  put(item: Item): void {
    const reader = this.#readers.shift();
    if (reader === undefined) this.#items.push(item);
    else reader(item);
  }

  next(): Promise<Item> {
    const [item] = this.#items.splice(0, 1);
    return item === undefined ? new Promise((resolve) => this.#readers.push(resolve)) : Promise.resolve(item);
  }
}
