import { mediaExtensions } from '../../media/files/formats/file-format';

/** A name as a client gave it, read as a path below the recording directory. */
export type CleanedName =
  | { readonly outcome: 'ok'; readonly name: string }
  | { readonly outcome: 'empty' }
  | { readonly outcome: 'outside' }
  | { readonly outcome: 'invalid'; readonly reason: string };

/** What file systems take for one part of a path, in bytes. */
const longestPart = 255;
/** Leaves room in the system's limit of 4096 for the directory itself. */
const longestName = 1024;
const roomForExtension = 1 + Math.max(...mediaExtensions.map((extension) => extension.length));

/** Takes out `.`, `..` and needless slashes, as far as that does not lead out of the directory. */
export function cleanName(given: string): CleanedName {
  if (given.includes('\0')) return { outcome: 'invalid', reason: 'a name has no NUL character' };
  if (Buffer.byteLength(given) > longestName)
    return { outcome: 'invalid', reason: `a name has at most ${longestName} bytes` };
  const parts: string[] = [];
  for (const part of given.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return { outcome: 'outside' };
  }
  return judged(parts, given);
}

function judged(parts: readonly string[], given: string): CleanedName {
  const last = parts.at(-1);
  if (last === undefined) return { outcome: 'empty' };
  if (given.endsWith('/')) return { outcome: 'invalid', reason: 'a name does not end in a slash' };
  const isTooLong =
    Buffer.byteLength(last) + roomForExtension > longestPart ||
    parts.some((part) => Buffer.byteLength(part) > longestPart);
  if (isTooLong)
    return { outcome: 'invalid', reason: `a part of a name has at most ${longestPart - roomForExtension} bytes` };
  return { outcome: 'ok', name: parts.join('/') };
}
