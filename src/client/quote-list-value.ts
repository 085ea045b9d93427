/**
 * Writes one value of a list parameter so that the server's `splitList` reads it back as one value. Plain values stay
 * as they are, for the sake of people who read logs.
 */
export function quoteListValue(value: string): string {
  return value === '' || /[",\\()[\]]/.test(value) ? `"${value.replaceAll(/["\\]/g, '\\$&')}"` : value;
}
