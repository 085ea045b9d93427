const longest = 80;

/** A client-sent name for a message: quoted and shortened. */
export function quoted(name: string): string {
  return `'${name.length > longest ? `${name.slice(0, longest - 3)}...` : name}'`;
}
