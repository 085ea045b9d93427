import { stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';

export type ScriptFile =
  | { readonly outcome: 'found'; readonly path: string }
  | { readonly outcome: 'failed' | 'not-found'; readonly reason: string };

/** Finds a script: below the folder of scripts, or anywhere by its absolute path. */
export async function findScript(name: string, directory: string): Promise<ScriptFile> {
  if (name.includes('\0')) return { outcome: 'failed', reason: 'a script name cannot contain a null character' };
  const path = isAbsolute(name) ? name : join(directory, name);
  if (!isAbsolute(name) && !isBelow(path, directory))
    return { outcome: 'failed', reason: `'${name}' leads out of ${directory}` };
  try {
    if ((await stat(path)).isFile()) return { outcome: 'found', path };
    return { outcome: 'not-found', reason: `${path} is not a file` };
  } catch {
    return { outcome: 'not-found', reason: `there is no file ${path}` };
  }
}

function isBelow(path: string, directory: string): boolean {
  const way = relative(directory, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
