/**
 * Hides foreign objects from handlers. The name of a foreign object is replaced by an unused one, so that the operation
 * answers exactly as for an object that does not exist, with the same status and message; the real name is put back
 * into the message.
 */
export class Stranger {
  readonly #names = new Map<string, string>();

  mask(name: string): string {
    let sign = privateUse + this.#names.size;
    if (name.endsWith(String.fromCodePoint(sign))) sign += 1;
    const masked = `${name.slice(0, -1)}${String.fromCodePoint(sign)}`;
    this.#names.set(masked, name);
    return masked;
  }

  unmask(message: string): string {
    let text = message;
    for (const [masked, name] of this.#names) text = text.replaceAll(masked, () => name);
    return text;
  }
}

/** Characters for private use, at the end: a message that shows only the beginning of a long name shows the real one. */
const privateUse = 0xe000;
