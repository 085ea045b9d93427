/**
 * Keeps handlers from finding what is not for the user who asks. The name of a foreign object is changed into one that
 * nothing has, so that an operation answers for it exactly as it does for an object that does not exist, with the same
 * status and the same words; the message is given the real name again.
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
