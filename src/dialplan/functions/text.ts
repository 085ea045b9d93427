import type { FunctionTable } from '../expressions/functions';
import { tryRegex } from '../../shared/regex/try-regex';
import { splitArguments } from '../expressions/split-arguments';
import { longestResult } from '../expressions/substitute';
import { characterSet, unescaped } from './character-set';

/** What can be done with a text. */
export const textFunctions: FunctionTable = {
  LEN: { read: (argument) => String(argument.length) },
  TOUPPER: { read: (argument) => argument.toUpperCase() },
  TOLOWER: { read: (argument) => argument.toLowerCase() },
  TRIM: { read: (argument) => argument.trim() },
  LTRIM: { read: (argument) => argument.trimStart() },
  RTRIM: { read: (argument) => argument.trimEnd() },
  REVERSE: { read: (argument) => [...argument].reverse().join('') },
  PASSTHRU: { read: (argument) => argument },
  EVAL: { read: (argument, scope) => scope.substitute(argument) },
  QUOTE: { read: (argument) => `"${argument.replace(/["\\]/g, '\\$&')}"` },
  CSV_QUOTE: { read: csvQuoted },
  FILTER: { read: filtered },
  REGEX: { read: (argument) => matches(argument) },
  REPLACE: {
    read: (argument, scope) => {
      const [name = '', find = '', by = ''] = splitArguments(argument, { limit: 3, isRaw: true });
      const isFound = characterSet(find);
      const replacement = unescaped(by).charAt(0);
      return scope.read(name.trim())?.replace(/./gs, (each) => (isFound(each) ? replacement : each)) ?? '';
    },
  },
  STRREPLACE: {
    read: (argument, scope) => {
      const [name = '', find = '', by = '', most = ''] = splitArguments(argument);
      return replaced(scope.read(name.trim()) ?? '', {
        find,
        by,
        most: /^\d{1,9}$/.test(most) ? Number(most) : Infinity,
      });
    },
  },
};

function csvQuoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function filtered(argument: string): string {
  const [allowed = '', text = ''] = splitArguments(argument, { limit: 2, isRaw: true });
  const isAllowed = characterSet(allowed);
  return [...text].filter(isAllowed).join('');
}

/** `"expression" text`; undefined when the expression is malformed. */
function matches(argument: string): string | undefined {
  const [, quoted, text = ''] = /^\s*"((?:[^"\\]|\\.)*)"\s?(.*)$/s.exec(argument) ?? [];
  const regex = quoted === undefined ? undefined : tryRegex(quoted.replaceAll('\\"', '"'));
  return regex && (regex.matches(text) ? '1' : '0');
}

interface Replacement {
  readonly find: string;
  readonly by: string;
  readonly most: number;
}

/** Stops at the longest result there may be: a short text can be made very long by this. */
function replaced(text: string, { find, by, most }: Replacement): string {
  if (find === '') return text;
  let result = '';
  let from = 0;
  for (let times = 0; times < most && result.length <= longestResult; times += 1) {
    const at = text.indexOf(find, from);
    if (at === -1) break;
    result += text.slice(from, at) + by;
    from = at + find.length;
  }
  return result + text.slice(from);
}
