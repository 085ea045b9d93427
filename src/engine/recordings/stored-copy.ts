import { copyFile, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../../media/files/error-code';
import { makeHiddenFile } from '../../media/files/unfinished/hidden-file';
import { nameIfFree } from '../../media/files/unfinished/name-if-free';

export type FileCopyOutcome =
  | { readonly outcome: 'copied' }
  | { readonly outcome: 'exists' | 'not-found' }
  | { readonly outcome: 'invalid'; readonly reason: string };

/** Copies a file so that its new name is either not there or complete; what has that name already stays. */
export async function copyStoredFile(from: string, to: string): Promise<FileCopyOutcome> {
  const folder = dirname(to);
  const hidden = await makeHiddenFile(folder);
  if (hidden === 'blocked') return { outcome: 'invalid', reason: 'a file stands where a folder is needed' };
  try {
    await hidden.handle.close();
    if (!(await copied(from, hidden.path))) return { outcome: 'not-found' };
    await synced(hidden.path);
    if ((await nameIfFree(hidden.path, to)) === 'taken') return { outcome: 'exists' };
    await synced(folder).catch(() => undefined);
    return { outcome: 'copied' };
  } finally {
    await rm(hidden.path, { force: true });
    await hidden.leave();
  }
}

/** False when the source was deleted meanwhile. */
async function copied(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

async function synced(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
