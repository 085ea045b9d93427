import { dirname, join } from 'node:path';

/** What a terminal sends, one JSON text a line: a command to run, or the beginning of one. */
export interface TerminalRequest {
  readonly command?: string;
  readonly complete?: string;
}

export interface TerminalAnswer {
  readonly lines?: readonly string[];
  /** There is no such command, or it has failed. */
  readonly isUnknown?: boolean;
  readonly completions?: readonly string[];
}

/** The socket file stands beside the database, in the folder for state. */
export function terminalPath({ databaseFile }: { readonly databaseFile: string }): string {
  return join(dirname(databaseFile), 'patchbay.ctl');
}
