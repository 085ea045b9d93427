export interface SplitOptions {
  readonly separator?: string;
  /** This many at most: the last one takes all that is left. */
  readonly limit?: number;
  /** Keeps quotes and backslashes, for those who read them in their own way. */
  readonly isRaw?: boolean;
}

/**
 * Splits the arguments of an application or function. Separators inside parentheses, brackets or quotes, or after a
 * backslash, do not split. Quotes and backslashes have done their work then and are gone.
 */
export function splitArguments(text: string, options: SplitOptions = {}): string[] {
  const { separator = ',', limit = Infinity, isRaw = false } = options;
  const found: string[] = [];
  const nesting = { depth: 0, isQuoted: false };
  let from = 0;
  for (let at = 0; at < text.length && found.length < limit - 1; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (character === separator && nesting.depth === 0 && !nesting.isQuoted) {
      found.push(text.slice(from, at));
      from = at + 1;
    } else follow(nesting, character);
  }
  found.push(text.slice(from));
  return isRaw || !quoting.test(text) ? found : found.map(plain);
}

function follow(nesting: { depth: number; isQuoted: boolean }, character: string): void {
  if (character === '"') nesting.isQuoted = !nesting.isQuoted;
  else if (nesting.isQuoted) return;
  else if (character === '(' || character === '[') nesting.depth += 1;
  else if ((character === ')' || character === ']') && nesting.depth > 0) nesting.depth -= 1;
}

const quoting = /["\\]/;

function plain(text: string): string {
  if (!quoting.test(text)) return text;
  return text.replace(/\\(.?)|"/gs, (_whole, protectedOne: string | undefined) => protectedOne ?? '');
}
