import { toNumber } from '../expressions/expression-values';
import type { FunctionTable, Scope } from '../expressions/functions';
import { splitArguments } from '../expressions/split-arguments';

type Operation = (left: number, right: number) => number | boolean;

/** Longer ones first: `<` must not be found in `<=`. */
const operations: readonly (readonly [string, Operation])[] = [
  ['**', (left, right) => left ** right],
  ['<<', (left, right) => Math.trunc(left) * 2 ** Math.trunc(right)],
  ['>>', (left, right) => Math.floor(Math.trunc(left) / 2 ** Math.trunc(right))],
  ['<=', (left, right) => left <= right],
  ['>=', (left, right) => left >= right],
  ['==', (left, right) => left === right],
  ['AND', (left, right) => bitwise(left, right, (one, other) => one & other)],
  ['XOR', (left, right) => bitwise(left, right, (one, other) => one ^ other)],
  ['OR', (left, right) => bitwise(left, right, (one, other) => one | other)],
  ['+', (left, right) => left + right],
  ['-', (left, right) => left - right],
  ['*', (left, right) => left * right],
  ['/', (left, right) => (right === 0 ? 0 : left / right)],
  ['%', (left, right) => (right === 0 ? 0 : left % right)],
  ['<', (left, right) => left < right],
  ['>', (left, right) => left > right],
];

/** Calculations with two numbers, and counting up and down. */
export const mathFunctions: FunctionTable = {
  MATH: {
    read: (argument) => {
      const [expression = '', kind = ''] = splitArguments(argument);
      const result = calculated(expression);
      return typeof result === 'boolean' ? (result ? 'TRUE' : 'FALSE') : result && inForm(result, kind.trim());
    },
  },
  INC: { read: (argument, scope) => step(argument.trim(), scope, 1) },
  DEC: { read: (argument, scope) => step(argument.trim(), scope, -1) },
  ABS: { read: (argument) => formatted(toNumber(argument), Math.abs) },
};

function bitwise(left: number, right: number, combine: (one: bigint, other: bigint) => bigint): number {
  return Number(combine(BigInt(Math.trunc(left)), BigInt(Math.trunc(right))));
}

/** A number object, so that a zero is still a result. */
function calculated(expression: string): { readonly value: number } | boolean | undefined {
  if (expression.length > 200) return undefined;
  for (const [sign, operate] of operations) {
    // From the second character on: the first may be the left number's own sign.
    const at = expression.indexOf(sign, 1);
    if (at === -1) continue;
    const [left, right] = [toNumber(expression.slice(0, at)), toNumber(expression.slice(at + sign.length))];
    if (left === undefined || right === undefined) continue;
    const result = operate(left, right);
    return typeof result === 'boolean' ? result : { value: Number.isFinite(result) ? result : 0 };
  }
  return undefined;
}

function inForm({ value }: { readonly value: number }, kind: string): string {
  switch (kind.toLowerCase()) {
    case 'i':
    case 'int':
      return BigInt(Math.trunc(value)).toString();
    case 'h':
    case 'hex':
      return BigInt(Math.trunc(value)).toString(16);
    case 'c':
    case 'char':
      return String.fromCharCode(Math.trunc(value) & 0xff);
    default:
      return value.toFixed(6);
  }
}

function formatted(value: number | undefined, change: (value: number) => number): string | undefined {
  return value === undefined ? undefined : String(change(value));
}

/** Counts a variable on; undefined when it holds no whole number. */
function step(name: string, scope: Scope, by: 1 | -1): string | undefined {
  const value = toNumber(scope.read(name) ?? '');
  if (value === undefined || !Number.isSafeInteger(value)) return undefined;
  const next = String(value + by);
  scope.write(name, next);
  return next;
}
