/** Nothing in it needs an escape. */
const plain = /^[ !#-[\]-~]*$/;

/** A text as JSON writes it; for short ones quicker than JSON.stringify. */
export function quoted(text: string): string {
  return plain.test(text) ? `"${text}"` : JSON.stringify(text);
}
