import { dirname, join, resolve } from 'node:path';
import type { AsteriskConf } from './files/asterisk-conf';
import type { Findings } from './reader/findings';
import type { Place } from './reader/problem';
import type { Directories } from './server-config';

/** All paths are absolute, except the state folder, which is relative to the working directory. */
export interface DirectorySources {
  readonly configFolder: string;
  /** From a flag or the environment, which both override the file. */
  readonly stateFolder: string | undefined;
  readonly asterisk: Pick<AsteriskConf, 'directories' | 'directoryPlace'>;
  readonly currentFolder: string;
  /** Holds the sounds and the music of the package; `data` in the state folder takes its place where it is not given. */
  readonly shippedData: string | undefined;
}

/** In a folder that asterisk.conf names: it may hold the database of another server, which has another name. */
const databaseName = 'patchbay.mdb';

/**
 * The folders that the server writes to. An explicit state folder holds all of them; sounds and AGI scripts are not
 * state, so they stay where asterisk.conf says.
 */
export function chooseDirectories(sources: DirectorySources): Directories {
  const { directories: written } = sources.asterisk;
  const state = stateFolderOf(sources);
  const named = (given: string | undefined) => (sources.stateFolder === undefined ? given : undefined);
  const ownData = written.data ?? written.variable;
  const data = ownData ?? sources.shippedData ?? join(state, 'data');
  const spool = named(written.spool) ?? join(state, 'spool');
  const database = named(written.database ?? written.variable);
  return {
    config: sources.configFolder,
    data,
    sounds: join(data, 'sounds'),
    scripts: written.scripts ?? join(ownData ?? join(state, 'data'), 'agi-bin'),
    spool,
    recordings: join(spool, 'recording'),
    monitor: join(spool, 'monitor'),
    absoluteSounds: written.absoluteSounds,
    log: named(written.log) ?? join(state, 'log'),
    databaseFile: database === undefined ? join(state, 'database') : join(database, databaseName),
  };
}

function stateFolderOf({ currentFolder, stateFolder }: DirectorySources): string {
  return resolve(currentFolder, stateFolder ?? '.patchbay');
}

/** Folders that the server writes to; missing ones are created when it starts. */
export function writtenFolders({
  log,
  databaseFile,
  recordings,
}: Pick<Directories, 'log' | 'databaseFile' | 'recordings'>): readonly string[] {
  return [log, dirname(databaseFile), recordings];
}

/** Why files cannot be created in a folder, which need not exist yet; undefined when they can. */
export type FolderCheck = (folder: string) => string | undefined;

/** Reports folders that the server could not write to, at the line that names them. */
export function checkDirectories(
  chosen: Directories,
  { sources, findings, check }: { sources: DirectorySources; findings: Findings; check: FolderCheck },
): void {
  const { directories: written, directoryPlace } = sources.asterisk;
  const state = { file: stateFolderOf(sources) };
  const place = (option: string, given: string | undefined): Place =>
    sources.stateFolder === undefined && given !== undefined ? directoryPlace(option) : state;
  const database = written.database === undefined ? 'astvarlibdir' : 'astdbdir';
  const places = [
    place('astlogdir', written.log),
    place(database, written.database ?? written.variable),
    place('astspooldir', written.spool),
  ];
  for (const [index, folder] of writtenFolders(chosen).entries()) {
    const reason = check(folder);
    if (reason !== undefined)
      findings.problem(
        places[index] ?? state,
        `the folder ${folder} cannot be used: ${reason}`,
        'make it writable, or name another one in [directories] of asterisk.conf or with --state',
      );
  }
}
