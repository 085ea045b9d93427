import type { Dirent, Stats } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { basename, dirname, join, sep } from 'node:path';
import { mediaExtensions, mediaFileName } from '../../media/files/formats/file-format';
import { undefinedIfAbsent } from '../../shared/file-errors';
import { TurnBudget } from '../../shared/scheduling/turn-budget';
import type { StoredRecording } from './stored-recording';

/** A file of a recording. */
export interface StoredFile extends StoredRecording {
  readonly path: string;
  readonly stats: Stats;
}

/** The files in the recording directory. What a symbolic link leads out of it to is not there. */
export class StoredFolder {
  constructor(readonly directory: string) {}

  /** In no particular order. */
  async all(): Promise<readonly StoredRecording[]> {
    const root = await realpath(this.directory).catch(undefinedIfAbsent);
    return root === undefined ? [] : this.#below({ folder: root, prefix: '', above: [], root }, new TurnBudget());
  }

  /** All formats of a cleaned name, the preferred one first. */
  async filesOf(name: string): Promise<readonly StoredFile[]> {
    const root = await realpath(this.directory).catch(undefinedIfAbsent);
    if (root === undefined || !(await isWithin(root, dirname(join(root, name))))) return [];
    const found = await Promise.all(mediaExtensions.map((format) => fileAt(root, { name, format })));
    return found.filter((file) => file !== undefined);
  }

  /** Whether a cleaned name, or one of the folders on the way to it, is a link that leads out. */
  async leadsOut(name: string): Promise<boolean> {
    const root = await realpath(this.directory).catch(undefinedIfAbsent);
    if (root === undefined) return false;
    const base = join(root, name);
    if (await isAstray(root, dirname(base))) return true;
    const links = await Promise.all(mediaExtensions.map((extension) => isAstray(root, `${base}.${extension}`)));
    return links.includes(true);
  }

  /** The one path of a cleaned name, without extension: links are followed, since two of them may lead to one place. */
  async placeOf(name: string): Promise<string> {
    const path = join(this.directory, name);
    return join(await followed(dirname(path)), basename(path));
  }

  async #below({ folder, prefix, above, root }: Place, budget: TurnBudget): Promise<readonly StoredRecording[]> {
    const found: StoredRecording[] = [];
    for (const entry of (await readdir(folder, { withFileTypes: true }).catch(undefinedIfAbsent)) ?? []) {
      if (budget.isSpent()) await setImmediate();
      const path = join(folder, entry.name);
      const kind = await kindOf(entry, { path, root });
      const media = kind?.isFile() === true ? mediaFileName(entry.name) : undefined;
      if (media !== undefined) found.push({ name: prefix + media.base, format: media.format.extension });
      if (kind?.isDirectory() !== true) continue;
      // Another way into a folder that we come from would never end.
      const real = (await realpath(path).catch(undefinedIfAbsent)) ?? root;
      if (real === folder || real === root || above.includes(real)) continue;
      const place = { folder: real, prefix: `${prefix}${entry.name}/`, above: [...above, folder], root };
      for (const recording of await this.#below(place, budget)) found.push(recording);
    }
    return found;
  }
}

interface Place {
  /** Real path. */
  readonly folder: string;
  readonly prefix: string;
  /** Real paths of the folders above. */
  readonly above: readonly string[];
  readonly root: string;
}

type Kind = Pick<Stats, 'isFile' | 'isDirectory'>;

async function kindOf(
  entry: Dirent,
  { path, root }: { readonly path: string; readonly root: string },
): Promise<Kind | undefined> {
  if (!entry.isSymbolicLink()) return entry;
  return (await isWithin(root, path)) ? stat(path).catch(undefinedIfAbsent) : undefined;
}

async function fileAt(root: string, { name, format }: StoredRecording): Promise<StoredFile | undefined> {
  const path = `${join(root, name)}.${format}`;
  const found = await lstat(path).catch(undefinedIfAbsent);
  if (found === undefined || (found.isSymbolicLink() && !(await isWithin(root, path)))) return undefined;
  const stats = found.isSymbolicLink() ? await stat(path).catch(undefinedIfAbsent) : found;
  return stats?.isFile() === true ? { name, format, path, stats } : undefined;
}

/** As far as the path exists; the rest as it is written. */
async function followed(path: string): Promise<string> {
  const real = await realpath(path).catch(undefinedIfAbsent);
  if (real !== undefined || dirname(path) === path) return real ?? path;
  return join(await followed(dirname(path)), basename(path));
}

/** What does not exist is nowhere. */
async function isWithin(root: string, path: string): Promise<boolean> {
  const real = await realpath(path).catch(undefinedIfAbsent);
  return real !== undefined && (real === root || real.startsWith(root.endsWith(sep) ? root : root + sep));
}

/** Follows a path as far as it exists; a link to nowhere would be created where it points. */
async function isAstray(root: string, path: string): Promise<boolean> {
  if (path === root) return false;
  const isThere = (await lstat(path).catch(undefinedIfAbsent)) !== undefined;
  return isThere ? !(await isWithin(root, path)) : dirname(path) !== path && isAstray(root, dirname(path));
}
