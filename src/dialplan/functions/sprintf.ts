import { toNumber } from '../expressions/expression-values';
import type { FunctionTable } from '../expressions/functions';
import { splitArguments } from '../expressions/split-arguments';

/** Wider fields than this are not made: a few characters could ask for gigabytes. */
const widest = 1000;
const placeForm = /%(%|([-+ 0#]{0,8})(\d{0,8})(?:\.(\d{0,8}))?(?:hh|h|ll|l|L)?([diouxXcsfFeEgG]))/g;

/** Formats texts like C's sprintf. */
export const sprintfFunctions: FunctionTable = {
  SPRINTF: {
    read: (argument) => {
      const [format = '', ...values] = splitArguments(argument);
      return format.replace(placeForm, (_whole, body: string, ...parts: unknown[]) => {
        if (body === '%') return '%';
        const [flags, width, precision, kind] = parts.map((part) => (typeof part === 'string' ? part : undefined));
        return place({ flags, width, precision, kind }, values.shift() ?? '');
      });
    },
  },
};

type Place = Readonly<Record<'flags' | 'width' | 'precision' | 'kind', string | undefined>>;

function place({ flags = '', width, precision, kind = 's' }: Place, value: string): string {
  const exactness = precision === undefined ? undefined : Math.min(Number(precision) || 0, 100);
  const isText = kind === 's' || kind === 'c';
  const body = isText ? asText(kind, value, exactness) : signed(flags, asNumber(kind, value, exactness));
  const size = Math.min(Number(width) || 0, widest);
  if (flags.includes('-')) return body.padEnd(size);
  if (!flags.includes('0') || isText) return body.padStart(size);
  const sign = /^[+\- ]?/.exec(body)?.[0] ?? '';
  return sign + body.slice(sign.length).padStart(size - sign.length, '0');
}

function asText(kind: 's' | 'c', value: string, exactness: number | undefined): string {
  return kind === 'c' ? value.charAt(0) : value.slice(0, exactness);
}

function asNumber(kind: string, value: string, exactness: number | undefined): string {
  const number = toNumber(value) ?? 0;
  const whole = Math.trunc(number);
  const digits = (text: string): string => padded(text, exactness ?? 0);
  switch (kind) {
    case 'x':
      return digits(whole.toString(16));
    case 'X':
      return digits(whole.toString(16).toUpperCase());
    case 'o':
      return digits(whole.toString(8));
    case 'e':
    case 'E':
      return exponential(number, exactness ?? 6, kind);
    case 'f':
    case 'F':
      return number.toFixed(exactness ?? 6);
    case 'g':
    case 'G':
      return String(Number(number.toPrecision(Math.max(1, exactness ?? 6))));
    default:
      return digits(BigInt(whole).toString());
  }
}

function exponential(number: number, exactness: number, kind: 'e' | 'E'): string {
  const text = number.toExponential(exactness).replace(/e([+-])(\d)$/, 'e$10$2');
  return kind === 'E' ? text.toUpperCase() : text;
}

function padded(text: string, size: number): string {
  return text.startsWith('-') ? `-${text.slice(1).padStart(size, '0')}` : text.padStart(size, '0');
}

function signed(flags: string, number: string): string {
  if (number.startsWith('-')) return number;
  return flags.includes('+') ? `+${number}` : flags.includes(' ') ? ` ${number}` : number;
}
