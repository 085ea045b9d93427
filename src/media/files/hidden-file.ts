import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from './error-code';
import type { LeaveFolder } from './made-folders';
import { enterFolder } from './made-folders';
import type { Unfinished } from './unfinished-name';
import { unfinishedName } from './unfinished-name';

/** A file that is being written, under a name that nobody looks for, in the folder that it is for. */
export interface HiddenFile {
  readonly path: string;
  readonly handle: FileHandle;
  /** To be called when nothing has this path any more. */
  readonly leave: LeaveFolder;
}

/** Far more than anything here can happen in a row. */
const mostAttempts = 100;

/**
 * Makes an empty file, and its folder if need be, both for nobody but the user of the server. `blocked`: a file stands
 * where a folder is needed. What is said of it is found again after a crash.
 */
export async function makeHiddenFile(folder: string, will?: Unfinished): Promise<HiddenFile | 'blocked'> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptIn(folder, will);
    } catch (error) {
      if (!isPassing(error) || attempt === mostAttempts) throw error;
    }
  }
}

async function attemptIn(folder: string, will: Unfinished | undefined): Promise<HiddenFile | 'blocked'> {
  const leave = await enterFolder(folder);
  if (leave === 'blocked') return leave;
  const path = join(folder, unfinishedName(will));
  try {
    return { path, handle: await open(path, 'wx', 0o600), leave };
  } catch (error) {
    await leave();
    throw error;
  }
}

/** The name was left by an earlier process that had the number of this one; or somebody has just removed the folder. */
function isPassing(error: unknown): boolean {
  return ['EEXIST', 'ENOENT'].includes(codeOf(error));
}
