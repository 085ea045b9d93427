/**
 * A text of the configuration as the value of a header. Beyond ASCII, Node throws at some characters and encodes others
 * differently from answer to answer; control characters could forge further headers.
 */
export function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, '?');
}
