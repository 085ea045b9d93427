import type { DialplanApplication } from '../../engine/calls/channel/dialplan-port';

/** An application under the name that it shows, however the dialplan spells it. */
export interface NamedApplication {
  readonly name: string;
  readonly run: DialplanApplication;
}

/** The applications that a dialplan may use. Names are found in any case. */
export class ApplicationTable {
  readonly #byName = new Map<string, NamedApplication>();

  /** A later one of the same name replaces an earlier one. The result takes them away again. */
  add(applications: Iterable<readonly [name: string, run: DialplanApplication]>): () => void {
    const added = [...applications].map(([name, run]) => ({ name, run }));
    for (const application of added) this.#byName.set(application.name.toLowerCase(), application);
    return () => {
      for (const application of added) this.#remove(application);
    };
  }

  find(name: string): NamedApplication | undefined {
    return this.#byName.get(name.toLowerCase());
  }

  names(): string[] {
    return [...this.#byName.values()].map(({ name }) => name).sort();
  }

  #remove(application: NamedApplication): void {
    const key = application.name.toLowerCase();
    if (this.#byName.get(key) === application) this.#byName.delete(key);
  }
}
