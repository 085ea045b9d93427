const truths: ReadonlySet<string> = new Set(['on', 'yes', 'true', 'y', 't', '1']);
const untruths: ReadonlySet<string> = new Set(['off', 'no', 'false', 'n', 'f', '0']);

/** Parses on/off; undefined for any other word. */
export function readSwitch(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (truths.has(word)) return true;
  return untruths.has(word) ? false : undefined;
}
