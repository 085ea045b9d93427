import { isAbsolute, join } from 'node:path';
import type { ConfDisk } from './conf-disk';

/** Whether the path holds a wildcard of `#include`. */
export function isPattern(path: string): boolean {
  return /[*?[]/.test(path);
}

/** The files below the folder that a pattern with `*`, `?` and `[…]` names, in the order of their names. */
export function expandPattern(
  pattern: string,
  { folder, disk }: { readonly folder: string; readonly disk: Pick<ConfDisk, 'listFolder'> },
): readonly string[] {
  const parts = pattern.split('/').filter((part) => part !== '');
  return parts.reduce<readonly string[]>(
    (found, part) => found.flatMap((parent) => matching(part, parent, disk).map((name) => join(parent, name))),
    [isAbsolute(pattern) ? '/' : folder],
  );
}

function matching(part: string, parent: string, disk: Pick<ConfDisk, 'listFolder'>): readonly string[] {
  if (!isPattern(part)) return [part];
  const shape = toRegExp(part);
  return disk.listFolder(parent).filter((name) => shape.test(name));
}

function toRegExp(part: string): RegExp {
  const source = part.replace(/\[(!?)([^\]]+)\]|\*|\?|[\\^$.|+(){}[\]]/g, (sign, not?: string, set?: string) => {
    if (sign === '*') return '.*';
    if (sign === '?') return '.';
    if (set !== undefined) return `[${not === '!' ? '^' : ''}${set.replace(/[\\^\]]/g, '\\$&')}]`;
    return `\\${sign}`;
  });
  // As in a shell, hidden files answer only to a pattern that starts with a dot.
  return new RegExp(`^${part.startsWith('.') ? '' : '(?!\\.)'}${source}$`);
}
