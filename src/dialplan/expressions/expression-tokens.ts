export const operators = ['|', '&', '=', '==', '!=', '<', '>', '<=', '>=', '+', '-', '*', '/', '%'] as const;
export type BinaryOperator = (typeof operators)[number] | ':' | '=~' | '~~';

/**
 * `text` that was quoted is never taken for a number's sign or an operator; `glued`: a parenthesis follows immediately.
 */
export type Token =
  | { readonly kind: 'text'; readonly text: string; readonly isQuoted: boolean; readonly isGlued: boolean }
  | { readonly kind: 'symbol'; readonly symbol: BinaryOperator | '!' | '(' | ')' | '?' | '::' | ',' };

type Symbol = Extract<Token, { kind: 'symbol' }>['symbol'];

const symbols: readonly Symbol[] = [
  ...(['::', '==', '!=', '<=', '>=', '=~', '~~'] as const),
  ...(['|', '&', '=', '<', '>', '+', '-', '*', '/', '%', ':', '!', '(', ')', '?', ','] as const),
];
const symbolsByFirst = new Map<string, readonly Symbol[]>();
for (const symbol of symbols) {
  const first = symbol.charAt(0);
  symbolsByFirst.set(first, [...(symbolsByFirst.get(first) ?? []), symbol]);
}

/** Splits an expression. Undefined when a quotation is not closed. */
export function tokenize(text: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const found = nextToken(text, at);
    if (found === undefined) return undefined;
    if (found.token !== undefined) tokens.push(found.token);
    at = found.end;
  }
  return tokens;
}

function nextToken(text: string, at: number): { readonly token: Token | undefined; readonly end: number } | undefined {
  const character = text.charAt(at);
  if (isBlank(character)) return { token: undefined, end: at + 1 };
  if (character === '"') return quotation(text, at);
  const symbol = symbolsByFirst.get(character)?.find((candidate) => text.startsWith(candidate, at));
  if (symbol !== undefined) return { token: { kind: 'symbol', symbol }, end: at + symbol.length };
  let end = at + 1;
  while (end < text.length && isWordPart(text.charAt(end), text.charAt(end + 1))) end += 1;
  const isGlued = text.charAt(end) === '(';
  return { token: { kind: 'text', text: text.slice(at, end), isQuoted: false, isGlued }, end };
}

function quotation(text: string, at: number): { readonly token: Token; readonly end: number } | undefined {
  let value = '';
  for (let end = at + 1; end < text.length; end += 1) {
    const character = text.charAt(end);
    if (character === '"') {
      return { token: { kind: 'text', text: value, isQuoted: true, isGlued: false }, end: end + 1 };
    }
    // Only a quote needs its backslash here. All others belong to the text: it may be a regular expression.
    if (character === '\\' && text.charAt(end + 1) === '"') end += 1;
    value += text.charAt(end);
  }
  return undefined;
}

function isWordPart(character: string, next: string): boolean {
  if (isBlank(character) || character === '"') return false;
  // A lone tilde is text; only with its partner is it an operator.
  if (character === '~') return next !== '~';
  return !symbolsByFirst.has(character);
}

function isBlank(character: string): boolean {
  return character === ' ' || character === '\t' || character === '\n' || character === '\r';
}
