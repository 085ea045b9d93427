import { link, lstat, rename, rm } from 'node:fs/promises';
import { codeOf } from '../error-code';

/** Errors of file systems without hard links. */
const oneNameOnly = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** Renames a file unless the name is taken; then the file keeps its name. */
export async function nameIfFree(from: string, to: string): Promise<'named' | 'taken'> {
  try {
    // Unlike rename, link does not replace an existing file.
    await link(from, to);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return 'taken';
    if (!oneNameOnly.includes(codeOf(error))) throw error;
    return renameIfFree(from, to);
  }
  await rm(from, { force: true });
  return 'named';
}

/** Fallback: between the two steps another program may still take the name. */
async function renameIfFree(from: string, to: string): Promise<'named' | 'taken'> {
  if ((await lstat(to).catch(() => undefined)) !== undefined) return 'taken';
  await rename(from, to);
  return 'named';
}
