import { link, lstat, rename, rm } from 'node:fs/promises';
import { codeOf } from './error-code';

/** What file systems say that have one name per file. */
const oneNameOnly = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** Gives a file another name, unless something has that already; then the file keeps the one it has. */
export async function nameIfFree(from: string, to: string): Promise<'named' | 'taken'> {
  try {
    // A second name refuses to replace another file, which renaming does not.
    await link(from, to);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return 'taken';
    if (!oneNameOnly.includes(codeOf(error))) throw error;
    return renameIfFree(from, to);
  }
  await rm(from, { force: true });
  return 'named';
}

/** Second best: between the two steps, somebody else may still take the name. */
async function renameIfFree(from: string, to: string): Promise<'named' | 'taken'> {
  if ((await lstat(to).catch(() => undefined)) !== undefined) return 'taken';
  await rename(from, to);
  return 'named';
}
