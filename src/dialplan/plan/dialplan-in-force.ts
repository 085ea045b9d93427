import { Dialplan, defaultSettings } from './dialplan';

/** The dialplan that calls run by: the one that was put in force last, or an empty one. */
export class DialplanInForce {
  readonly #empty: Dialplan;
  #current: Dialplan;
  readonly #listeners = new Set<() => void>();

  constructor(now: () => number) {
    this.#empty = new Dialplan({ contexts: [], settings: defaultSettings, now });
    this.#current = this.#empty;
  }

  readonly get = (): Dialplan => this.#current;

  replace(dialplan: Dialplan): void {
    this.#current = dialplan;
    for (const listener of [...this.#listeners]) listener();
  }

  clear(): void {
    this.replace(this.#empty);
  }

  /** Called when another dialplan is in force, until the result is called. */
  readonly onReplaced = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
}
