import type { DialplanApplication } from '../engine/calls/dialplan-port';

/** An application under the name that it shows, however the dialplan spells it. */
export interface NamedApplication {
  readonly name: string;
  readonly run: DialplanApplication;
}

/** The applications that a dialplan may use. Names are found in any case. */
export class ApplicationTable {
  readonly #byName = new Map<string, NamedApplication>();

  /** A later one of the same name takes the place of an earlier one. */
  add(applications: Iterable<readonly [name: string, run: DialplanApplication]>): this {
    for (const [name, run] of applications) this.#byName.set(name.toLowerCase(), { name, run });
    return this;
  }

  find(name: string): NamedApplication | undefined {
    return this.#byName.get(name.toLowerCase());
  }

  names(): string[] {
    return [...this.#byName.values()].map(({ name }) => name).sort();
  }
}
