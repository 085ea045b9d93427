import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../error-code';
import type { LeaveFolder } from './made-folders';
import { enterFolder } from './made-folders';
import type { Unfinished } from './unfinished-name';
import { unfinishedName } from './unfinished-name';

/** An unfinished file, under a hidden name in its final folder. */
export interface HiddenFile {
  readonly path: string;
  readonly handle: FileHandle;
  /** To be called when the path is no longer used. */
  readonly leave: LeaveFolder;
}

/** Far more retries than can be needed. */
const maxAttempts = 100;

/**
 * Creates an empty file, and its folder if needed, both accessible only to the user of the server. `blocked`: a file
 * exists where a folder is needed. The details encoded in the name are used for recovery after a crash.
 */
export async function makeHiddenFile(folder: string, will?: Unfinished): Promise<HiddenFile | 'blocked'> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptIn(folder, will);
    } catch (error) {
      if (!isPassing(error) || attempt === maxAttempts) throw error;
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

/** The name was left by an earlier process with the same pid; or the folder has just been removed. */
function isPassing(error: unknown): boolean {
  return ['EEXIST', 'ENOENT'].includes(codeOf(error));
}
