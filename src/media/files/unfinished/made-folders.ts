import { mkdir, rmdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../error-code';

/** Folders that this thread has created, with the number of pending files in each. */
const expecting = new Map<string, number>();
/** Folders that this thread is creating, with the number of attempts: they may exist before their result has arrived. */
const creating = new Map<string, number>();

/** To be called when the file exists, or will not be created: removes empty folders that were created for it. */
export type LeaveFolder = () => Promise<void>;

/**
 * Makes a folder and those above it, where they are missing. `blocked`: a file exists where one is needed. Another user
 * of a folder may remove it before it is used: on ENOENT the caller tries again.
 */
export async function enterFolder(folder: string): Promise<LeaveFolder | 'blocked'> {
  /** The innermost last. */
  const held: string[] = [];
  const leave = async (): Promise<void> => {
    for (const path of held.splice(0).reverse()) await letGo(path);
  };
  try {
    await hold(folder, held);
  } catch (error) {
    await leave();
    if (['EEXIST', 'ENOTDIR'].includes(codeOf(error))) return 'blocked';
    throw error;
  }
  return leave;
}

async function hold(folder: string, held: string[]): Promise<void> {
  if (await isFolder(folder)) return holdExisting(folder, held);
  await hold(dirname(folder), held);
  creating.set(folder, (creating.get(folder) ?? 0) + 1);
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' || !(await isFolder(folder))) throw error;
    // Created concurrently; it is held only if this thread did it.
    const isOwn = expecting.has(folder) || (creating.get(folder) ?? 0) > 1;
    if (!isOwn) return undefined;
  } finally {
    const others = (creating.get(folder) ?? 1) - 1;
    if (others > 0) creating.set(folder, others);
    else creating.delete(folder);
  }
  expecting.set(folder, (expecting.get(folder) ?? 0) + 1);
  held.push(folder);
  return undefined;
}

/** Existing folders are held if this thread created them. */
function holdExisting(folder: string, held: string[]): void {
  const above = dirname(folder);
  if (above !== folder) holdExisting(above, held);
  if (!expecting.has(folder) && !creating.has(folder)) return;
  expecting.set(folder, (expecting.get(folder) ?? 0) + 1);
  held.push(folder);
}

async function letGo(folder: string): Promise<void> {
  const left = (expecting.get(folder) ?? 1) - 1;
  expecting.set(folder, left);
  if (left > 0) return;
  // The system refuses this when the folder is not empty, also if only since now.
  await rmdir(folder).catch(() => undefined);
  // It may be held again meanwhile.
  if (expecting.get(folder) === 0) expecting.delete(folder);
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}
