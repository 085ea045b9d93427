import { joined } from './collections/joined';

type Listener<Value> = (value: Value) => void;

const none: readonly never[] = [];

/** Listeners in the order in which they came. Costs nothing as long as there are none. */
export class ListenerList<Value> {
  // Replaced when one comes or goes, so that those who are told can be gone through meanwhile.
  #listeners: readonly Listener<Value>[] = none;

  get size(): number {
    return this.#listeners.length;
  }

  /** The result removes it. */
  add(listener: Listener<Value>): () => void {
    this.#listeners = this.#listeners.length === 0 ? [listener] : joined(this.#listeners, [listener]);
    return () => {
      if (this.#listeners.includes(listener)) this.#listeners = this.#listeners.filter((each) => each !== listener);
    };
  }

  /** Tells those who listen now, whatever they do about it. */
  tell(value: Value): void {
    for (const listener of this.#listeners) listener(value);
  }

  clear(): void {
    this.#listeners = none;
  }
}
