import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { AudioFileError } from './audio-file-error';
import type { WrittenShape } from './formats/file-format';
import { parseByTheWay } from './formats/header-parser';
import { readLayout } from './formats/read-layout';
import { writeAll } from './unfinished/unfinished-file';

interface Continuation {
  /** Of the recording that is continued. */
  readonly path: string;
  readonly shape: WrittenShape;
  readonly to: FileHandle;
  /** Destination of its audio. */
  readonly at: number;
}

interface Source {
  readonly path: string;
  readonly handle: FileHandle;
}

const pieceLength = 64 * 1024;

/** Copies the audio of a recording byte by byte, so that nothing of it is encoded twice. Returns its length. */
export async function copyAudio({ path, shape, to, at }: Continuation): Promise<number> {
  const handle = await opened(path);
  if (handle === undefined) return 0;
  const from = { path, handle };
  try {
    const { start, length } = await wholeSamples(from, shape);
    const piece = Buffer.alloc(Math.min(pieceLength, length));
    for (let done = 0; done < length;) {
      const got = await readAt(from, start + done, piece.subarray(0, Math.min(piece.length, length - done)));
      if (got === 0) throw new AudioFileError(path, 'it was cut while it was copied');
      await writeAll(to, piece.subarray(0, got), at + done);
      done += got;
    }
    return length;
  } finally {
    await handle.close();
  }
}

/** Undefined when there is nothing to continue. */
async function opened(path: string): Promise<FileHandle | undefined> {
  try {
    // Without O_NONBLOCK, a named pipe would block a thread of Node until it is written to.
    return await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function wholeSamples(
  from: Source,
  shape: WrittenShape,
): Promise<{ readonly start: number; readonly length: number }> {
  const stats = await from.handle.stat();
  if (!stats.isFile()) throw new AudioFileError(from.path, 'it is not a regular file');
  const parser = readLayout({ path: from.path, size: stats.size }, shape);
  const layout = await parseByTheWay(parser, async ({ position, length }) => {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, await readAt(from, position, bytes));
  });
  const { encoding, rate, start, length } = layout;
  // Without a header the number of channels is unknown.
  const channels = shape.container === 'none' ? shape.channels : layout.channels;
  if (encoding !== shape.encoding || rate !== shape.rate || channels !== shape.channels)
    throw new AudioFileError(from.path, 'it cannot be continued: its audio is of another kind');
  return { start, length: encoding === 'linear-16' ? length - (length % (2 * channels)) : length };
}

/** Fills the target as far as the file goes, and returns the number of bytes. */
async function readAt({ handle }: Source, position: number, target: Buffer): Promise<number> {
  let filled = 0;
  while (filled < target.length) {
    const { bytesRead } = await handle.read(target, filled, target.length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}
