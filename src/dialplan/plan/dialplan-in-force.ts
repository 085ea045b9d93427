import { Dialplan, defaultSettings } from './dialplan';

/** The dialplan that calls run by: the one that was put in force last, or an empty one. */
export class DialplanInForce {
  readonly #empty: Dialplan;
  #current: Dialplan;

  constructor(now: () => number) {
    this.#empty = new Dialplan({ contexts: [], settings: defaultSettings, now });
    this.#current = this.#empty;
  }

  readonly get = (): Dialplan => this.#current;

  replace(dialplan: Dialplan): void {
    this.#current = dialplan;
  }

  clear(): void {
    this.#current = this.#empty;
  }
}
