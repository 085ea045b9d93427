import type { ManagerClass } from '../../config/files/interfaces/manager-classes';
import type { ManagerServices } from '../manager-services';
import { callCommands } from './call-commands';
import type { CommandRow, Output } from './command-row';
import { table } from './command-row';
import { serverCommands } from './server-commands';

const help: CommandRow = {
  words: 'core show help',
  usage: '',
  description: 'lists the commands',
  classes: [],
  run: () => table(commandTable.map(({ words, usage, description }) => [`${words} ${usage}`.trim(), description])),
};

/** All commands of the terminal. */
export const commandTable: readonly CommandRow[] = [...callCommands, ...serverCommands, help];

/** Undefined: there is no such command. `forbidden`: it needs a class that is not there. */
export function runCommand(
  text: string,
  mayUse: (classes: readonly ManagerClass[]) => boolean,
  services: ManagerServices,
): Output | 'forbidden' | undefined {
  const given = text.trim().split(/\s+/);
  // The longest that fits: `core show channels` before `core show channel`.
  const row = commandTable
    .filter(({ words }) => words.split(' ').every((word, index) => word === given[index]?.toLowerCase()))
    .sort((one, other) => other.words.length - one.words.length)[0];
  if (row === undefined) return undefined;
  if (!mayUse(row.classes)) return 'forbidden';
  return row.run(given.slice(row.words.split(' ').length), services);
}

/** The commands that a text may become. */
export function completionsOf(text: string): readonly string[] {
  return commandTable.map(({ words }) => words).filter((words) => words.startsWith(text.trimStart()));
}

export const noSuchCommand = (text: string): string =>
  `No such command '${text.slice(0, 80)}' (type 'core show help' for help)`;
