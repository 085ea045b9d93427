import { splitArguments } from './split-arguments';

/** Whether the dialplan takes a text for true: a number that is not zero, or any other text that is not empty. */
export function isTrue(condition: string): boolean {
  const text = condition.trim();
  const [number] = /^[+-]?\d+/.exec(text) ?? [];
  return number === undefined ? text !== '' : Number(number) !== 0;
}

export interface Branches {
  readonly condition: string;
  readonly whenTrue: string;
  readonly whenFalse: string;
}

/** Reads `condition?this:that`, where either may be missing. Colons in brackets and quotes belong to a branch. */
export function readBranches(text: string): Branches {
  const [condition = '', rest = ''] = splitOnce(text, '?');
  const [whenTrue = '', whenFalse = ''] = splitArguments(rest, { separator: ':', limit: 2, isRaw: true });
  return { condition, whenTrue: whenTrue.trim(), whenFalse: whenFalse.trim() };
}

/** The first one parts a text, wherever it stands: a condition has its values filled in, and those may hold anything. */
export function splitOnce(text: string, separator: string): [string] | [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}
