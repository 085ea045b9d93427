import { noSuchCommand, runCommand } from '../commands/command-table';
import { failure } from '../protocol/response';
import { action } from './action-row';
import { needed } from './parameters';

/** Runs commands of the terminal. Each needs its own class too, so that this action gives no right by itself. */
export const commandAction = action('Command', 'Runs a command of the terminal, such as `core show channels`.', {
  classes: ['command'],
  parameters: { command: needed('Command', 'The command.') },
  answer: '`Output` for each line that the command prints.',
  run: ({ command }, { session, services }) => {
    const output = runCommand(command, (classes) => session.mayUse(classes), services);
    if (output === undefined) return failure(noSuchCommand(command));
    if (output === 'forbidden') return failure('Permission denied');
    if (!(output instanceof Promise)) return { kind: 'output', lines: output };
    return output.then((lines) => ({ kind: 'output' as const, lines }));
  },
});
