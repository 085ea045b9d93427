import type { Hold } from './hold';
import { uncounted } from './hold';

/** Things that are known by name and available only while the module that brings them runs. */
export class ProvidedNames<Name extends string = string> {
  readonly #holds = new Map<string, Hold>();

  /** The modules that bring them, by name. Names that no module provides are not handled here. */
  constructor(private readonly modules: ReadonlyMap<string, string>) {}

  /** Makes one available until the result is called. `hold` counts its users. */
  provide(name: Name, hold: Hold): () => void {
    this.#holds.set(name, hold);
    return () => {
      if (this.#holds.get(name) === hold) this.#holds.delete(name);
    };
  }

  has(name: Name): boolean {
    return this.#holds.has(name);
  }

  /** The module that would have to be loaded; undefined when it is, and for names that no module brings. */
  missingModule(name: Name): string | undefined {
    return this.#holds.has(name) ? undefined : this.modules.get(name);
  }

  /** Counts a use until the result is called; the refusal to unload the module names the user. */
  use(name: Name, user: string): () => void {
    return (this.#holds.get(name) ?? uncounted)(user);
  }
}
