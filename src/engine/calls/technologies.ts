import type { ChannelDriver } from './line';

/** `<technology>/<resource>`, split at the first slash. Undefined when a part is missing. */
export function parseEndpoint(text: string): { readonly technology: string; readonly resource: string } | undefined {
  const slash = text.indexOf('/');
  const [technology, resource] = [text.slice(0, slash), text.slice(slash + 1)];
  return slash < 1 || resource === '' ? undefined : { technology, resource };
}

/** The technologies that channels can be made with, by name in any letter case. */
export class Technologies {
  readonly #drivers = new Map<string, ChannelDriver>();

  /** The result takes the technology away again: no new channels are made with it. */
  add(driver: ChannelDriver): () => void {
    const name = driver.technology.toLowerCase();
    this.#drivers.set(name, driver);
    return () => {
      if (this.#drivers.get(name) === driver) this.#drivers.delete(name);
    };
  }

  find(technology: string): ChannelDriver | undefined {
    return this.#drivers.get(technology.toLowerCase());
  }

  names(): string[] {
    return [...this.#drivers.values()].map(({ technology }) => technology);
  }
}
