import { isTrue, readBranches } from '../expressions/condition';
import { notesOf } from '../channel-notes';
import type { Channel } from '../../engine/calls/channel/channel';
import type { FunctionTable, Scope } from '../expressions/functions';
import { splitArguments } from '../expressions/split-arguments';
import { applies, parseTiming } from '../plan/timing';

/** Choices, and variables that are set on the way. */
export function logicFunctions(now: () => number): FunctionTable {
  return {
    IF: {
      read: (argument) => {
        const { condition, whenTrue, whenFalse } = readBranches(argument);
        return unquoted(isTrue(condition) ? whenTrue : whenFalse);
      },
    },
    IFTIME: {
      read: (argument) => {
        const { condition, whenTrue, whenFalse } = readBranches(argument);
        const parsed = parseTiming(condition.split(','));
        return 'timing' in parsed ? unquoted(applies(parsed.timing, now()) ? whenTrue : whenFalse) : undefined;
      },
    },
    ISNULL: { read: (argument) => (argument === '' ? '1' : '0') },
    EXISTS: { read: (argument) => (argument === '' ? '0' : '1') },
    SET: { read: assign },
    ARRAY: { write: (argument, value, scope) => spread(argument, value, scope) },
    HASH: {
      read: (argument, { channel }) => channel && readHash(channel, argument),
      write: (argument, value, { channel }) => channel !== undefined && writeHash(channel, argument, value),
    },
    HASHKEYS: {
      read: (argument, { channel }) =>
        channel && [...(notesOf(channel).hashes.get(argument.trim())?.keys() ?? [])].join(','),
    },
    CLEARHASH: {
      write: (argument, _value, { channel }) => {
        if (channel !== undefined) notesOf(channel).hashes.delete(argument.trim());
        return channel !== undefined;
      },
    },
  };
}

/** A branch may be quoted, to keep its colons and blanks. */
function unquoted(text: string): string {
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}

/** `name=value` gives the value. */
function assign(argument: string, scope: Scope): string | undefined {
  const at = argument.indexOf('=');
  if (at < 1) return undefined;
  const value = argument.slice(at + 1);
  scope.write(argument.slice(0, at).trim(), value);
  return value;
}

function spread(argument: string, value: string, scope: Scope): boolean {
  const values = splitArguments(value);
  const names = splitArguments(argument).map((name) => name.trim());
  names.forEach((name, index) => scope.write(name, values[index] ?? ''));
  return names.some((name) => name !== '');
}

function readHash(channel: Channel, argument: string): string | undefined {
  const [name = '', key] = splitArguments(argument, { limit: 2 });
  const hash = notesOf(channel).hashes.get(name.trim());
  return key === undefined ? [...(hash?.values() ?? [])].join(',') : (hash?.get(key) ?? '');
}

function writeHash(channel: Channel, argument: string, value: string): boolean {
  const [name = '', key] = splitArguments(argument, { limit: 2 });
  if (key === undefined || name.trim() === '') return false;
  const { hashes } = notesOf(channel);
  const hash = hashes.get(name.trim()) ?? new Map<string, string>();
  hashes.set(name.trim(), hash.set(key, value));
  return true;
}
