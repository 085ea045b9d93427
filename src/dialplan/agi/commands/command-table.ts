import type { AgiCommand } from './agi-command';
import { callCommands } from './call-commands';
import { dialplanCommands } from './dialplan-commands';
import { digitCommands } from './digit-commands';
import { playingCommands } from './playing-commands';
import { recordingCommands } from './recording-commands';
import { sayCommands } from './say-commands';
import { speechCommands } from './speech-commands';
import { textCommands } from './text-commands';
import { variableCommands } from './variable-commands';

/** All commands, in the order of their names. */
export const agiCommands: readonly AgiCommand[] = [
  ...callCommands,
  ...variableCommands,
  ...dialplanCommands,
  ...playingCommands,
  ...digitCommands,
  ...sayCommands,
  ...recordingCommands,
  ...textCommands,
  ...speechCommands,
].sort((one, other) => (one.name < other.name ? -1 : 1));

const byName: ReadonlyMap<string, AgiCommand> = new Map(agiCommands.map((command) => [command.name, command]));
/** The most words that a name has. */
const longestName = Math.max(...agiCommands.map(({ name }) => name.split(' ').length));

export interface FoundCommand {
  readonly command: AgiCommand;
  readonly given: readonly string[];
}

/** The command that the first words name, and its arguments. */
export function findCommand(words: readonly string[]): FoundCommand | undefined {
  for (let count = longestName; count > 0; count -= 1) {
    const command = byName.get(words.slice(0, count).join(' ').toUpperCase());
    if (command !== undefined) return { command, given: words.slice(count) };
  }
  return undefined;
}

/** How a command is to be written, for those who wrote it differently. */
export function usageOf({ name, syntax, summary }: AgiCommand): string {
  return [
    '520-Invalid command syntax.  Proper usage follows:',
    `Usage: ${name}${syntax === '' ? '' : ` ${syntax}`}`,
    `    ${summary}`,
    '520 End of proper usage.',
  ].join('\n');
}
