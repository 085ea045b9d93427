import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';

const pattern = /^\.patchbay-(\d+)-\d+-\d+\.part$/;
let count = 0;

/** A hidden name for a file that is being written, which no other thread and no other process gives. */
export function unfinishedName(): string {
  count += 1;
  return `.patchbay-${process.pid}-${threadId}-${count}.part`;
}

/**
 * Removes what a crash left in a folder and below it, and gives the number of files. To be called before anything is
 * written there. Files of another process that lives are left alone: it may be a second server on the same folder.
 */
export async function cleanUp(directory: string): Promise<number> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  let removed = 0;
  for (const entry of entries) {
    const path = join(directory, entry.name);
    // Links are not followed: what they lead to is somebody else's.
    if (entry.isDirectory()) removed += await cleanUp(path);
    else if (entry.isFile() && isLeftOver(entry.name)) removed += await remove(path);
  }
  return removed;
}

function isLeftOver(name: string): boolean {
  const writer = Number(pattern.exec(name)?.[1] ?? Number.NaN);
  return !Number.isNaN(writer) && (writer === process.pid || !isAlive(writer));
}

/** Whether there is such a process. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { readonly code?: unknown }).code === 'EPERM';
  }
}

function remove(path: string): Promise<number> {
  return rm(path).then(
    () => 1,
    () => 0,
  );
}
