import type { BinaryOperator } from './expression-tokens';
import { tryRegex } from '../../shared/regex/try-regex';

const numberForm = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;

/** The number that a text represents, if it does. */
export function toNumber(text: string): number | undefined {
  const trimmed = text.trim();
  const number = numberForm.test(trimmed) ? Number(trimmed) : NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** Numbers as dialplans write them: never with an exponent, and without the noise of binary fractions. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '0';
  if (Number.isInteger(value))
    return Math.abs(value) < 1e21 ? String(value === 0 ? 0 : value) : BigInt(value).toString();
  return trimZeros(value.toFixed(Math.max(0, 15 - wholeDigits(value))));
}

function wholeDigits(value: number): number {
  return Math.min(15, Math.trunc(Math.abs(value)).toString().length);
}

function trimZeros(text: string): string {
  const trimmed = text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text;
  return trimmed === '-0' ? '0' : trimmed;
}

/** Whether a condition takes it for no: an empty text, or a zero. */
export function isNothing(text: string): boolean {
  return text === '' || toNumber(text) === 0;
}

export function applyBinary(operator: BinaryOperator, left: string, right: string): string {
  switch (operator) {
    case '|':
      return isNothing(left) ? right : left;
    case '&':
      return isNothing(left) || isNothing(right) ? '0' : left;
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return calculate(operator, left, right);
    case ':':
    case '=~':
      return match(left, right, operator === ':');
    case '~~':
      return left + right;
    default:
      return holds(operator, compare(left, right)) ? '1' : '0';
  }
}

/** Anything but a number counts as zero, and so does an undefined result. */
function calculate(operator: '+' | '-' | '*' | '/' | '%', left: string, right: string): string {
  const [one, other] = [toNumber(left) ?? 0, toNumber(right) ?? 0];
  switch (operator) {
    case '+':
      return formatNumber(one + other);
    case '-':
      return formatNumber(one - other);
    case '*':
      return formatNumber(one * other);
    case '/':
      return formatNumber(one / other);
    case '%':
      return formatNumber(one % other);
  }
}

/** By value when both are numbers, by their characters otherwise. */
function compare(left: string, right: string): number {
  const [one, other] = [toNumber(left), toNumber(right)];
  if (one === undefined || other === undefined) return left < right ? -1 : left > right ? 1 : 0;
  if (one !== other || !isLongInteger(left) || !isLongInteger(right)) return one - other;
  // Longer than a double is exact: account numbers that differ in their last digit must not look equal.
  const difference = BigInt(left.trim().replace(/^\+/, '')) - BigInt(right.trim().replace(/^\+/, ''));
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function isLongInteger(text: string): boolean {
  return text.length > 15 && text.length < 400 && !text.includes('.');
}

function holds(operator: '=' | '==' | '!=' | '<' | '>' | '<=' | '>=', order: number): boolean {
  switch (operator) {
    case '=':
    case '==':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return order < 0;
    case '>':
      return order > 0;
    case '<=':
      return order <= 0;
    case '>=':
      return order >= 0;
  }
}

/** The text of the first group, or how many characters match when there is no group. */
function match(text: string, pattern: string, isAnchored: boolean): string {
  const regex = tryRegex(pattern);
  const found = regex?.search(text, isAnchored);
  if (regex?.hasGroup === true) return found?.group ?? '';
  return found === undefined ? '0' : String(found.end - found.start);
}

export const mathFunctions: ReadonlyMap<string, (...operands: readonly number[]) => number> = new Map(
  Object.entries({
    COS: (x = 0) => Math.cos(x),
    SIN: (x = 0) => Math.sin(x),
    TAN: (x = 0) => Math.tan(x),
    ACOS: (x = 0) => Math.acos(x),
    ASIN: (x = 0) => Math.asin(x),
    ATAN: (x = 0) => Math.atan(x),
    ATAN2: (y = 0, x = 0) => Math.atan2(y, x),
    POW: (base = 0, exponent = 0) => Math.pow(base, exponent),
    SQRT: (x = 0) => Math.sqrt(x),
    EXP: (x = 0) => Math.exp(x),
    LOG: (x = 0) => Math.log(x),
    LOG2: (x = 0) => Math.log2(x),
    LOG10: (x = 0) => Math.log10(x),
    ABS: (x = 0) => Math.abs(x),
    FLOOR: (x = 0) => Math.floor(x),
    CEIL: (x = 0) => Math.ceil(x),
    TRUNC: (x = 0) => Math.trunc(x),
    // Halves go away from zero, as people round.
    ROUND: (x = 0) => Math.sign(x) * Math.round(Math.abs(x)),
    RINT: (x = 0) => Math.sign(x) * Math.round(Math.abs(x)),
  }),
);
