import { accessSync, constants, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { writtenFolders } from '../../config/directories';
import type { Directories } from '../../config/server-config';

/** The database holds passwords, and recordings what people said. */
function privateFolders({ databaseFile, recordings, monitor }: Directories): ReadonlySet<string> {
  return new Set([dirname(databaseFile), recordings, monitor]);
}

/** Creates the folders that the server writes to. Throws a message that names the one that cannot be used. */
export function makeFolders(directories: Directories): void {
  for (const folder of writtenFolders(directories)) {
    try {
      mkdirSync(folder, { recursive: true, mode: privateFolders(directories).has(folder) ? 0o700 : 0o777 });
      accessSync(folder, constants.W_OK | constants.X_OK);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(
        `the folder ${folder} cannot be used (${reason}); make it writable, or name another one in [directories] of asterisk.conf or with --state`,
        { cause: error },
      );
    }
  }
}
