import type { FunctionTable, Scope, Written } from '../expressions/functions';
import { splitArguments } from '../expressions/split-arguments';
import { delimiterOf } from './character-set';

/** Texts that are lists. Those that say `var` are given a variable's name, not its value. */
export const fieldFunctions: FunctionTable = {
  CUT: {
    read: (argument, scope) => {
      const [name = '', given, ...ranges] = splitArguments(argument, { isRaw: true });
      const delimiter = delimiterOf(given, '-');
      return cut((scope.read(name.trim()) ?? '').split(delimiter), ranges.join('&')).join(delimiter);
    },
  },
  FIELDQTY: {
    read: (argument, scope) => {
      const { value, delimiter } = listOf(argument, scope);
      return String(value === '' ? 0 : value.split(delimiter).length);
    },
  },
  FIELDNUM: {
    read: (argument, scope) => {
      const { value, delimiter, rest } = listOf(argument, scope);
      return String(value.split(delimiter).indexOf(rest) + 1);
    },
  },
  LISTFILTER: {
    read: (argument, scope) => {
      const { value, delimiter, rest } = listOf(argument, scope);
      const left = value.split(delimiter).filter((item) => item !== rest);
      return left.join(delimiter);
    },
  },
  SORT: { read: sorted },
  SHIFT: { read: (argument, scope) => take(argument, scope, (items) => items.shift()) },
  POP: { read: (argument, scope) => take(argument, scope, (items) => items.pop()) },
  PUSH: { write: (argument, value, scope) => give(argument, scope, (items) => items.push(value)) },
  UNSHIFT: { write: (argument, value, scope) => give(argument, scope, (items) => items.unshift(value)) },
};

/** Each may name all fields; more of them would only cost time. */
const maxRanges = 100;

interface List {
  readonly name: string;
  readonly value: string;
  readonly delimiter: string;
  readonly rest: string;
}

function listOf(argument: string, scope: Scope): List {
  const [name = '', delimiter, rest = ''] = splitArguments(argument, { limit: 3, isRaw: true });
  return {
    name: name.trim(),
    value: scope.read(name.trim()) ?? '',
    delimiter: delimiterOf(delimiter, ','),
    rest,
  };
}

/** `2`, `2-`, `-3`, `2-4`, and several of them joined by `&`. Fields count from 1 and keep their order. */
function cut(fields: readonly string[], ranges: string): string[] {
  const wanted = new Set<number>();
  for (const range of ranges.split('&', maxRanges)) {
    const [, first = '', dash, last = ''] = /^(\d{0,6})(-?)(\d{0,6})$/.exec(range.trim()) ?? [];
    const from = first === '' ? 1 : Number(first);
    const to = dash !== '-' ? from : last === '' ? fields.length : Number(last);
    if (first === '' && dash !== '-') continue;
    for (let index = Math.max(1, from); index <= Math.min(to, fields.length); index += 1) wanted.add(index);
  }
  return fields.filter((_field, index) => wanted.has(index + 1));
}

function take(argument: string, scope: Scope, from: (items: string[]) => string | undefined): string {
  const { name, value, delimiter } = listOf(argument, scope);
  if (value === '') return '';
  const items = value.split(delimiter);
  const taken = from(items) ?? '';
  scope.write(name, items.join(delimiter));
  return taken;
}

function give(argument: string, scope: Scope, to: (items: string[]) => unknown): Written {
  const { name, value, delimiter } = listOf(argument, scope);
  const items = value === '' ? [] : value.split(delimiter);
  to(items);
  return scope.write(name, items.join(delimiter));
}

/** `one:3,two:1` → `two,one` */
function sorted(argument: string): string {
  const pairs = splitArguments(argument).map((pair) => {
    const at = pair.lastIndexOf(':');
    return { key: at === -1 ? pair : pair.slice(0, at), value: at === -1 ? 0 : Number(pair.slice(at + 1)) || 0 };
  });
  return pairs
    .sort((one, other) => one.value - other.value)
    .map(({ key }) => key)
    .join(',');
}
