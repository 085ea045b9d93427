import { join, resolve } from 'node:path';
import type { WrittenDirectories } from './asterisk-conf';
import type { Directories } from './server-config';

/** All paths absolute but the state folder, which counts from the current one. */
export interface DirectorySources {
  readonly configFolder: string;
  /** From a flag or the environment, which both beat the file. */
  readonly stateFolder: string | undefined;
  readonly written: WrittenDirectories;
  readonly currentFolder: string;
}

/**
 * Where the server keeps what it writes. A state folder that was asked for takes all of it; sounds are not state, so
 * they stay where asterisk.conf says.
 */
export function chooseDirectories({
  configFolder,
  stateFolder,
  written,
  currentFolder,
}: DirectorySources): Directories {
  const state = resolve(currentFolder, stateFolder ?? '.patchbay');
  const place = (name: string, given: string | undefined) =>
    stateFolder === undefined && given !== undefined ? given : join(state, name);
  const data = written.data ?? written.variable ?? join(state, 'data');
  const spool = place('spool', written.spool);
  return {
    config: configFolder,
    data,
    sounds: join(data, 'sounds'),
    spool,
    recordings: join(spool, 'recording'),
    absoluteSounds: written.absoluteSounds,
    log: place('log', written.log),
    database: place('database', written.database ?? written.variable),
  };
}
