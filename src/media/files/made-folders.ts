import { mkdir, rmdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from './error-code';

/** Folders that this thread has made, with the number of files that are on their way into each. */
const expecting = new Map<string, number>();

/** To be called when the file is there, or will not be: folders that were made for it and are empty go. */
export type LeaveFolder = () => Promise<void>;

/**
 * Makes a folder and those above it, where they are missing. `blocked`: a file stands where one is needed. They may
 * vanish again until they are used, when somebody else is done with them: whoever meets ENOENT tries again.
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
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' || !(await isFolder(folder))) throw error;
    // Somebody was faster; it is held only if that was this thread.
    if (!expecting.has(folder)) return undefined;
  }
  expecting.set(folder, (expecting.get(folder) ?? 0) + 1);
  held.push(folder);
  return undefined;
}

/** What is there already is held, as far as this thread has made it. */
function holdExisting(folder: string, held: string[]): void {
  const above = dirname(folder);
  if (above !== folder) holdExisting(above, held);
  const count = expecting.get(folder);
  if (count === undefined) return;
  expecting.set(folder, count + 1);
  held.push(folder);
}

async function letGo(folder: string): Promise<void> {
  const left = (expecting.get(folder) ?? 1) - 1;
  expecting.set(folder, left);
  if (left > 0) return;
  // Refused by the system when there is something in it, be it since this moment.
  await rmdir(folder).catch(() => undefined);
  // Somebody may have come meanwhile.
  if (expecting.get(folder) === 0) expecting.delete(folder);
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}
