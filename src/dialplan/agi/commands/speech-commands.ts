import type { AgiCommand } from './agi-command';
import { result } from './agi-command';

/** There is no speech engine: all of these answer as they do on a server that has none. */
export const speechCommands: readonly AgiCommand[] = [
  refused('SPEECH CREATE', '<engine>', [1, 1]),
  refused('SPEECH SET', '<name> <value>', [2, 2]),
  refused('SPEECH DESTROY', '', [0, 0]),
  refused('SPEECH LOAD GRAMMAR', '<grammar> <path>', [2, 2]),
  refused('SPEECH UNLOAD GRAMMAR', '<grammar>', [1, 1]),
  refused('SPEECH ACTIVATE GRAMMAR', '<grammar>', [1, 1]),
  refused('SPEECH DEACTIVATE GRAMMAR', '<grammar>', [1, 1]),
  refused('SPEECH RECOGNIZE', '<prompt> <timeout> [<offset>]', [2, 3]),
];

function refused(name: string, syntax: string, arity: AgiCommand['arity']): AgiCommand {
  const summary = 'Speech recognition is not supported. Always 0: it has failed.';
  return { name, syntax, summary, arity, execute: () => result(0) };
}
