import { copyFile, link, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unfinishedName } from '../../media/files/unfinished-name';

export type FileCopyOutcome =
  | { readonly outcome: 'copied' }
  | { readonly outcome: 'exists' | 'not-found' }
  | { readonly outcome: 'invalid'; readonly reason: string };

/** Copies a file so that its new name is either not there or complete; what has that name already stays. */
export async function copyStoredFile(from: string, to: string): Promise<FileCopyOutcome> {
  const folder = dirname(to);
  if (!(await madeFolder(folder))) return { outcome: 'invalid', reason: 'a file stands where a folder is needed' };
  const hidden = join(folder, unfinishedName());
  try {
    if (!(await copied(from, hidden))) return { outcome: 'not-found' };
    await synced(hidden);
    const outcome = await named(hidden, to);
    await synced(folder).catch(() => undefined);
    return { outcome };
  } finally {
    await rm(hidden, { force: true });
  }
}

/** False when somebody was faster and has deleted what was to be copied. */
async function copied(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

async function madeFolder(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true });
    return true;
  } catch (error) {
    if (['EEXIST', 'ENOTDIR'].includes(codeOf(error))) return false;
    throw error;
  }
}

/** A second name refuses to replace another file, which renaming does not. */
async function named(hidden: string, to: string): Promise<'copied' | 'exists'> {
  try {
    await link(hidden, to);
    return 'copied';
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return 'exists';
    // Some file systems have one name per file.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(codeOf(error))) throw error;
    await rename(hidden, to);
    return 'copied';
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

function codeOf(error: unknown): string {
  return String((error as { readonly code?: unknown } | undefined)?.code);
}
