import { constants } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';

export type ChannelPath =
  | { readonly outcome: 'path'; readonly path: string }
  | { readonly outcome: 'bad-name'; readonly reason: string };

/** A file that appeared between look and open must not lead elsewhere, nor block us as a pipe without a reader would. */
export const appendInside =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** The path of a channel of that name; undefined for names outside the log directory. */
export function channelPath(directory: string, name: string): ChannelPath {
  const path = resolve(directory, name);
  const fault = faultOf(name, { path, directory });
  return fault === undefined ? { outcome: 'path', path } : { outcome: 'bad-name', reason: fault };
}

/** Problems of the path on disk: links that lead out of the log directory, or something that is not a file. */
export async function faultOnDisk(directory: string, path: string): Promise<string | undefined> {
  const [home, parent] = await Promise.all([realpath(directory), realpath(dirname(path))]);
  if (!isInside(home, join(parent, 'file'))) return 'it leads out of the log directory';
  const found = await lstat(path).catch(() => undefined);
  return found === undefined || found.isFile() ? undefined : 'something that is not a file has that name';
}

interface Place {
  readonly path: string;
  readonly directory: string;
}

function faultOf(name: string, { path, directory }: Place): string | undefined {
  if (name.trim() === '') return 'it is empty';
  if (name === 'console' || name.startsWith('syslog.')) return 'only files can be added while the server runs';
  if (/\p{Cc}/u.test(name)) return 'it holds control characters';
  if (name.endsWith('/') || /(^|\/)\.{1,2}(\/|$)/.test(name)) return 'it is not the name of a file';
  if (!isInside(resolve(directory), path)) return 'it leads out of the log directory';
  // Rotation appends a number or a time, which must fit as well.
  if (path.split(sep).some((part) => Buffer.byteLength(part) > 230)) return 'it is too long';
  return Buffer.byteLength(path) > 4000 ? 'it is too long' : undefined;
}

function isInside(directory: string, path: string): boolean {
  return path.startsWith(directory.endsWith(sep) ? directory : `${directory}${sep}`);
}
