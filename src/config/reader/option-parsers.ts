import { resolve } from 'node:path';
import { normalNetwork } from '../../shared/network/address-rules';
import { closest } from '../../shared/text/closest';
import { isIP, isIPv6 } from '../../shared/network/ip-version';

/** The value, or the invalid part of the text. */
export type Parsed<Value> = { readonly value: Value } | { readonly refused: string };

/** Parses the text of an option; `wanted` describes valid texts. */
export interface Parser<Value> {
  /** Completes "write …". */
  readonly wanted: string;
  readonly parse: (text: string) => Parsed<Value>;
}

export const text: Parser<string> = { wanted: 'a text', parse: (given) => ({ value: given }) };

const truths = ['yes', 'true', 'y', 't', '1', 'on'];
const falsehoods = ['no', 'false', 'n', 'f', '0', 'off'];

/** Deviation: the reference reads every other word as no; a misspelt yes is better refused. */
export const bool: Parser<boolean> = {
  wanted: 'yes or no',
  parse: (given) => {
    const word = given.toLowerCase();
    if (truths.includes(word)) return { value: true };
    return falsehoods.includes(word) ? { value: false } : { refused: given };
  },
};

/** Up to here every whole number is exact. */
const highest = Number.MAX_SAFE_INTEGER;

export function whole(from: number, to: number = highest): Parser<number> {
  const range = to === highest ? `from ${from}` : `from ${from} to ${to}`;
  return {
    wanted: `a whole number ${range}`,
    parse: (given) => {
      const value = /^\d+$/.test(given) ? Number(given) : NaN;
      return value >= from && value <= to ? { value } : { refused: given };
    },
  };
}

export const port = whole(0, 65_535);

/** The maximum of Node's timers. */
const longest = 2_147_483_647;

export function milliseconds(from: number): Parser<number> {
  return { ...whole(from, longest), wanted: `milliseconds, a whole number from ${from}` };
}

/** Written in seconds, kept in milliseconds. */
export function seconds(from: number): Parser<number> {
  const { parse } = whole(from, Math.floor(longest / 1000));
  return {
    wanted: `seconds, a whole number from ${from}`,
    parse: (given) => {
      const parsed = parse(given);
      return 'value' in parsed ? { value: parsed.value * 1000 } : parsed;
    },
  };
}

export const decimal: Parser<number> = {
  wanted: 'a number such as 0.9',
  parse: (given) => (/^\d+(\.\d+)?$/.test(given) ? { value: Number(given) } : { refused: given }),
};

export function choice<Word extends string>(...words: readonly Word[]): Parser<Word> {
  return {
    wanted: oneOf(words),
    parse: (given) => {
      const value = words.find((word) => word.toLowerCase() === given.toLowerCase());
      return value === undefined ? { refused: given } : { value };
    },
  };
}

/** A file name; a relative one counts from the configuration folder. */
export function path(folder: string): Parser<string> {
  return {
    wanted: 'the path of a file',
    parse: (given) => ({ value: given === '' ? '' : resolve(folder, given) }),
  };
}

/** A comma-separated list; blanks around an item and empty items do not count, commas inside parentheses do not split. */
export function list<Value>(of: Parser<Value>): Parser<readonly Value[]> {
  return {
    // An error names the invalid entry, so the hint describes an entry.
    wanted: of.wanted,
    parse: (given) => {
      const parsed = splitOutsideParentheses(given).map(of.parse);
      const refused = parsed.find((item) => 'refused' in item);
      return refused ?? { value: parsed.flatMap((item) => ('value' in item ? [item.value] : [])) };
    },
  };
}

function splitOutsideParentheses(given: string): string[] {
  const items = [''];
  let depth = 0;
  for (const sign of given) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth = Math.max(0, depth - 1);
    if (sign === ',' && depth === 0) items.push('');
    else items[items.length - 1] += sign;
  }
  return items.map((item) => item.trim()).filter((item) => item !== '');
}

/** An address with a mask or prefix length; `!` in front turns permit into deny and back. */
export const network: Parser<{ readonly network: string; readonly negated: boolean }> = {
  wanted: 'an address such as 192.168.1.7, 10.0.0.0/8, 10.0.0.0/255.0.0.0 or fe80::/10',
  parse: (given) => {
    const negated = given.startsWith('!');
    const found = normalNetwork(negated ? given.slice(1) : given);
    return found === undefined ? { refused: given } : { value: { network: found, negated } };
  },
};

/** An address or a name to listen on; the brackets around an IPv6 address are optional. */
export const host: Parser<string> = {
  wanted: 'an address such as 127.0.0.1, 0.0.0.0 or ::1, or a host name',
  parse: (given) => {
    const bare = given.replace(/^\[(.*)\]$/, '$1');
    return isIP(bare) !== 0 || isHostName(given) ? { value: bare } : { refused: given };
  },
};

function isHostName(given: string): boolean {
  // Digits and dots that are not an address are a typo, not a name.
  return /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(given) && !/^[\d.]+$/.test(given);
}

/** `host`, `host:port`, `[::1]:port`, or a bare IPv6 address. */
export const hostAndPort: Parser<{ readonly host: string; readonly port: number | undefined }> = {
  wanted: 'an address and a port such as 127.0.0.1:8089 or [::1]:8089',
  parse: (given) => {
    const found = isIPv6(given) ? undefined : /^(.+):(\d+)$/.exec(given);
    const address = host.parse(found?.[1] ?? given);
    const number = found?.[2] === undefined ? { value: undefined } : port.parse(found[2]);
    if ('refused' in address || 'refused' in number) return { refused: given };
    return { value: { host: address.value, port: number.value } };
  },
};

/** `"a", "b" or "c"` without the quotes. */
export function oneOf(words: readonly string[]): string {
  return words.join(', ').replace(/, ([^,]*)$/, ' or $1');
}

/** The hint for an unknown word. */
export function insteadOf(word: string, known: readonly string[]): string {
  const near = closest(word, known);
  if (near !== undefined) return `did you mean '${near}'?`;
  return known.length === 0 ? 'remove it' : `allowed here: ${known.join(', ')}`;
}
