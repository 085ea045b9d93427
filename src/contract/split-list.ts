const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']' };

/**
 * The values of a comma-separated text. Commas inside (), [] or double quotes do not split; the quotes themselves are
 * dropped and a backslash takes the next character as it is. An empty text has no values.
 */
export function splitList(text: string): string[] {
  if (text === '') return [];
  const values: string[] = [];
  const open: string[] = [];
  let [value, quoted] = ['', false];
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\' && at + 1 < text.length) {
      value += text.charAt((at += 1));
    } else if (character === '"') {
      quoted = !quoted;
    } else if (character === ',' && !quoted && open.length === 0) {
      values.push(value);
      value = '';
    } else {
      if (!quoted) trackNesting(open, character);
      value += character;
    }
  }
  return [...values, value];
}

function trackNesting(open: string[], character: string): void {
  const close = closing[character];
  if (close !== undefined) open.push(close);
  else if (character === open[open.length - 1]) open.pop();
}
