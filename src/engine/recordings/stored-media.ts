import type { Stats } from 'node:fs';
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { access, open } from 'node:fs/promises';
import { formatOfExtension } from '../../media/files/formats/file-format';
import { undefinedIfAbsent } from '../../shared/file-errors';
import type { StoredFile } from './stored-folder';

const chunkSize = 64 * 1024;

/** Both ends included, as in HTTP. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Tells the bytes of a file from what had its name before, or will have it. */
export interface FileVersion {
  readonly tag: string;
  readonly modifiedAt: number;
}

/** The bytes of a stored recording. */
export interface StoredMedia {
  readonly contentType: string;
  readonly length: number;
  readonly version: FileVersion;
  /** Opens the file when the first bytes are asked for, and closes it whenever the reader stops. */
  readonly open: (range?: ByteRange) => AsyncIterable<Uint8Array>;
}

/** Undefined when the file may not be read. */
export async function openStoredFile(file: StoredFile): Promise<StoredMedia | undefined> {
  const isReadable = await access(file.path, constants.R_OK).then(() => true, undefinedIfAbsent);
  if (isReadable === undefined) return undefined;
  const length = file.stats.size;
  return {
    contentType: `${formatOfExtension(file.format)?.medium ?? 'audio'}/${file.format}`,
    length,
    version: { tag: tagOf(file.stats), modifiedAt: file.stats.mtimeMs },
    open: (range = { start: 0, end: length - 1 }) => bytesOf(file, range),
  };
}

async function* bytesOf({ path, stats }: StoredFile, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    // What was changed or replaced meanwhile is another recording: its bytes do not belong to the length that was promised.
    if (tagOf(await handle.stat()) !== tagOf(stats)) throw new Error('the recording was changed before it was read');
    for (let position = start; position <= end;) {
      const chunk = await chunkAt(handle, position, Math.min(chunkSize, end - position + 1));
      if (chunk.length === 0) throw new Error('the recording was cut while it was read');
      yield chunk;
      position += chunk.length;
    }
  } finally {
    await handle.close();
  }
}

/** We replace recordings and never change them; external tools may, which the modification time shows. */
function tagOf({ ino, size, mtimeMs }: Stats): string {
  return [ino, size, Math.round(mtimeMs * 1000)].map((part) => part.toString(36)).join('-');
}

async function chunkAt(handle: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
