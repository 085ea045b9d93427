/** Reads a list of what sounds say: `<id>: <text>` a line, comments behind a semicolon at its start. */
export function readDescriptions(list: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const line of list.split('\n')) {
    const colon = line.indexOf(':');
    const [id, text] = [line.slice(0, Math.max(colon, 0)).trim(), line.slice(colon + 1).trim()];
    if (id !== '' && text !== '' && !id.startsWith(';')) texts.set(id, text);
  }
  return texts;
}
