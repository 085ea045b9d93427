import type { Parser } from '../reader/option-parsers';
import { bool, choice, decimal, list, text, whole } from '../reader/option-parsers';
import type { Located, Option } from '../reader/section-schema';
import { each, one } from '../reader/section-schema';

/** An option of an object that is written in files and through the interface alike. */
export interface ObjectOption<Value> extends Option<Value> {
  readonly parser: Parser<unknown>;
  /** What holds where the option is not given, as the interface shows it. */
  readonly default: string;
  /** How a value is kept and shown, where that is not as it is given. */
  readonly spell?: (given: string) => string;
  /** May be given several times; the values add up. */
  readonly isList?: true;
  /** Written and never read. */
  readonly isSecret?: true;
}

export type ObjectOptions = Readonly<Record<string, ObjectOption<unknown>>>;

/** An option that is given once. Its default is read like every other value. */
export function option<Value>(
  name: string | readonly string[],
  parser: Parser<Value>,
  fallback: string,
): ObjectOption<Value> {
  const parsed = parser.parse(fallback);
  if ('refused' in parsed) throw new Error(`the default of ${String(name)} is not allowed: ${fallback}`);
  return { ...one(name, parser, parsed.value), parser, default: fallback };
}

export const flag = (name: string, fallback: 'true' | 'false' | 'yes' | 'no' | 'No'): ObjectOption<boolean> =>
  option(name, bool, fallback);

export const word = (name: string | readonly string[], fallback = ''): ObjectOption<string> =>
  option(name, text, fallback);

export const secret = (name: string): ObjectOption<string> => ({ ...word(name), isSecret: true });

export const count = (
  name: string,
  fallback: number,
  [from, to]: readonly [number, number] = [0, 65_535],
): ObjectOption<number> => option(name, whole(from, to), String(fallback));

export function oneWord<Word extends string>(name: string, words: readonly Word[], fallback: Word): ObjectOption<Word> {
  return option<Word>(name, choice(...words), fallback);
}

/** A comma-separated list, which may be given in pieces. */
export function several<Value>(
  name: string,
  parser: Parser<Value>,
): ObjectOption<readonly Located<readonly Value[]>[]> {
  const items = list(parser);
  return { ...each(name, items), parser: items, default: '', isList: true };
}

/** Names in a list, in the order in which they are given. */
export function names(name: string): ObjectOption<readonly string[]> {
  const { read, ...rest } = several(name, text);
  return { ...rest, read: (given) => read(given).flatMap(({ value }) => value) };
}

/** Seconds with or without decimals, kept in milliseconds. */
export const decimalSeconds: Parser<number> = {
  wanted: 'seconds, such as 3 or 0.5',
  parse: (given) => {
    const parsed = decimal.parse(given);
    return 'value' in parsed && parsed.value <= 1_000_000
      ? { value: Math.round(parsed.value * 1000) }
      : { refused: given };
  },
};

/** Whole seconds, kept in milliseconds. */
export const secondsIn = ([from, to]: readonly [number, number]): Parser<number> => ({
  wanted: `seconds, a whole number from ${from} to ${to}`,
  parse: (given) => {
    const parsed = whole(from, to).parse(given);
    return 'value' in parsed ? { value: parsed.value * 1000 } : parsed;
  },
});

/** `NAME=value` */
export const assignment: Parser<{ readonly name: string; readonly value: string }> = {
  wanted: 'NAME=value',
  parse: (given) => {
    const [, name, value] = /^\s*([^=]+?)\s*=\s*(.*)$/s.exec(given) ?? [];
    return name === undefined || value === undefined ? { refused: given } : { value: { name, value } };
  },
};

/** The address of a SIP user or server; angle brackets around it do not count. */
export const sipUri: Parser<string> = {
  wanted: 'a SIP address such as sip:alice@example.com or sips:example.com:5061',
  parse: (given) => {
    const bare = given.replace(/^<(.*)>$/, '$1').replaceAll('\\;', ';');
    return /^sips?:[^\s<>"]+$/i.test(bare) ? { value: bare } : { refused: given };
  },
};

/** A value that may be left empty. */
export function optional<Value>(parser: Parser<Value>): Parser<Value | undefined> {
  return { wanted: parser.wanted, parse: (given) => (given === '' ? { value: undefined } : parser.parse(given)) };
}
