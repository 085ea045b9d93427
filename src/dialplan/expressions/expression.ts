import type { BinaryOperator, Token } from './expression-tokens';
import { tokenize } from './expression-tokens';
import { applyBinary, formatNumber, isNothing, mathFunctions, toNumber } from './expression-values';

export type ExpressionResult =
  | { readonly outcome: 'value'; readonly value: string }
  | { readonly outcome: 'malformed'; readonly reason: string };

/** From the loosest to the tightest. `?` is looser than all of them, signs are tighter than all but the last. */
const levels: readonly (readonly BinaryOperator[])[] = [
  ['|'],
  ['&'],
  ['=', '==', '!=', '<', '>', '<=', '>='],
  ['+', '-'],
  ['*', '/', '%'],
];
const matchingOperators: readonly BinaryOperator[] = [':', '=~', '~~'];
const deepestNesting = 100;

/** Evaluates the content of `$[…]` after variable substitution. An empty expression is empty. */
export function evaluateExpression(text: string): ExpressionResult {
  const tokens = tokenize(text);
  if (tokens === undefined) return { outcome: 'malformed', reason: 'a quotation is not closed' };
  if (tokens.length === 0) return { outcome: 'value', value: '' };
  try {
    return { outcome: 'value', value: new Evaluation(tokens).run() };
  } catch (error) {
    if (error instanceof Malformed) return { outcome: 'malformed', reason: error.message };
    throw error;
  }
}

class Malformed extends Error {}

/** Evaluates while it reads: an expression is parsed for every evaluation, as its text changes. */
class Evaluation {
  #at = 0;
  #depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  run(): string {
    const value = this.#condition();
    const rest = this.tokens[this.#at];
    if (rest !== undefined) throw new Malformed(`${describe(rest)} is not expected`);
    return value;
  }

  #condition(): string {
    this.#depth += 1;
    if (this.#depth > deepestNesting) throw new Malformed('too much is nested');
    const test = this.#level(0);
    const value = this.#takes('?') === undefined ? test : this.#choice(test);
    this.#depth -= 1;
    return value;
  }

  #choice(test: string): string {
    const yes = this.#condition();
    if (this.#takes('::') === undefined) throw new Malformed(':: is missing after ?');
    const no = this.#condition();
    return isNothing(test) ? no : yes;
  }

  #level(level: number): string {
    const here = levels[level];
    if (here === undefined) return this.#signed();
    let value = this.#level(level + 1);
    for (let operator = this.#takes(...here); operator !== undefined; operator = this.#takes(...here)) {
      value = applyBinary(operator, value, this.#level(level + 1));
    }
    return value;
  }

  #signed(): string {
    const signs: ('!' | '-')[] = [];
    for (let sign = this.#takes('!', '-'); sign !== undefined; sign = this.#takes('!', '-')) signs.push(sign);
    let value = this.#matching();
    for (const sign of signs.reverse()) {
      value = sign === '-' ? formatNumber(-(toNumber(value) ?? 0)) : isNothing(value) ? '1' : '0';
    }
    return value;
  }

  #matching(): string {
    let value = this.#operand();
    const next = (): BinaryOperator | undefined => this.#takes(...matchingOperators);
    for (let operator = next(); operator !== undefined; operator = next()) {
      value = applyBinary(operator, value, this.#operand());
    }
    return value;
  }

  #operand(): string {
    const token = this.tokens[this.#at];
    if (token === undefined) throw new Malformed('something is missing at the end');
    this.#at += 1;
    if (token.kind === 'text') return token.isGlued ? this.#call(token.text) : token.text;
    if (token.symbol !== '(') throw new Malformed(`something is missing before ${token.symbol}`);
    const value = this.#condition();
    this.#close();
    return value;
  }

  #call(name: string): string {
    const calculate = mathFunctions.get(name.toUpperCase());
    if (calculate === undefined) throw new Malformed(`there is no function ${name}`);
    this.#at += 1;
    const operands: number[] = [];
    do operands.push(toNumber(this.#condition()) ?? 0);
    while (this.#takes(',') !== undefined);
    this.#close();
    return formatNumber(calculate(...operands));
  }

  #close(): void {
    if (this.#takes(')') === undefined) throw new Malformed('a ) is missing');
  }

  #takes<Wanted extends string>(...wanted: readonly Wanted[]): Wanted | undefined {
    const token = this.tokens[this.#at];
    if (token?.kind !== 'symbol') return undefined;
    const found = wanted.find((symbol) => symbol === token.symbol);
    if (found !== undefined) this.#at += 1;
    return found;
  }
}

function describe(token: Token): string {
  return token.kind === 'text' ? `"${token.text.slice(0, 40)}"` : token.symbol;
}
