const longest = 80;

/** A name that a client sent, as it appears in a message: in quotes, and not at any length. */
export function quoted(name: string): string {
  return `'${name.length > longest ? `${name.slice(0, longest - 3)}...` : name}'`;
}
