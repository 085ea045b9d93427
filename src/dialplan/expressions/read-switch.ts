const truths: ReadonlySet<string> = new Set(['on', 'yes', 'true', 'y', 't', '1']);
const untruths: ReadonlySet<string> = new Set(['off', 'no', 'false', 'n', 'f', '0']);

/** Whether something is to be on; undefined for a word that says neither. */
export function readSwitch(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (truths.has(word)) return true;
  return untruths.has(word) ? false : undefined;
}
