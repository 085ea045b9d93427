import type { FileHandle } from 'node:fs/promises';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { mediaFileName, playableFormat } from '../formats/file-format';
import { fileHeader } from '../formats/file-header';
import { nameIfFree } from './name-if-free';
import { makeEncoder } from '../formats/sample-encoder';
import { writeAll } from './unfinished-file';
import type { Unfinished } from './unfinished-name';
import { isAlive, readUnfinishedName } from './unfinished-name';

/** The recovered files of an ended process or thread. */
export interface Recovery {
  /** Paths of the recovered recordings. */
  readonly recovered: readonly string[];
  /** Number of files without usable audio. */
  readonly removed: number;
  /** What could be neither recovered nor removed, and why. */
  readonly failed: readonly { readonly path: string; readonly reason: string }[];
}

/**
 * Turns unfinished files in a folder and below it into recordings: the part on disk, with a correct header. With a
 * thread number, those of that ended thread; otherwise those of ended processes, to be called before anything is
 * written there. Files of another running process are left alone: it may be a second server on the same folder.
 */
export async function recover(directory: string, thread?: number): Promise<Recovery> {
  const recovered: string[] = [];
  const failed: { path: string; reason: string }[] = [];
  let removed = 0;
  for await (const { folder, name } of leftOvers(directory, thread)) {
    const path = join(folder, name);
    try {
      const made = await makeRecording(folder, name);
      if (made === undefined) {
        await rm(path, { force: true });
        removed += 1;
      } else recovered.push(made);
    } catch (error) {
      failed.push({ path, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return { recovered, removed, failed };
}

async function* leftOvers(
  directory: string,
  thread: number | undefined,
): AsyncGenerator<{ readonly folder: string; readonly name: string }> {
  for (const entry of await readdir(directory, { withFileTypes: true }).catch(() => [])) {
    // Links are not followed: their targets do not belong to this folder.
    if (entry.isDirectory()) yield* leftOvers(join(directory, entry.name), thread);
    else if (entry.isFile() && isLeftOver(entry.name, thread)) yield { folder: directory, name: entry.name };
  }
}

function isLeftOver(name: string, ended: number | undefined): boolean {
  const { writer, thread } = readUnfinishedName(name) ?? {};
  if (ended !== undefined) return writer === process.pid && thread === ended;
  return writer !== undefined && (writer === process.pid || !isAlive(writer));
}

/** Undefined when it has no audio. */
async function makeRecording(folder: string, name: string): Promise<string | undefined> {
  const { will } = readUnfinishedName(name) ?? {};
  if (will === undefined || !(await completed(join(folder, name), will, folder))) return undefined;
  for (let attempt = 0; ; attempt += 1) {
    const path = join(folder, nameFor(will.name, attempt));
    if ((await nameIfFree(join(folder, name), path)) === 'named') return path;
  }
}

/** Writes the header, and drops half a sample at the end. False when it has no audio. */
async function completed(path: string, will: Unfinished, folder: string): Promise<boolean> {
  const format = playableFormat(mediaFileName(will.name)?.format.extension ?? '');
  if (format === undefined) return false;
  const shape = { ...format.shape, channels: will.channels };
  const start = fileHeader(shape, 0).length;
  const unit = makeEncoder(shape.encoding).unit.bytes * shape.channels;
  const handle = await open(path, 'r+');
  try {
    const { size } = await handle.stat();
    const length = Math.floor(Math.max(0, size - start) / unit) * unit;
    if (length === 0 || (will.appends && (await hasAsMuch(join(folder, will.name), start + length)))) return false;
    await finish(handle, fileHeader(shape, length), start + length);
    return true;
  } finally {
    await handle.close();
  }
}

/** Nothing had been appended yet. */
async function hasAsMuch(path: string, size: number): Promise<boolean> {
  return ((await stat(path).catch(() => undefined))?.size ?? 0) >= size;
}

async function finish(handle: FileHandle, header: Uint8Array, size: number): Promise<void> {
  await handle.truncate(size);
  await writeAll(handle, header, 0);
  await handle.sync();
}

/** `call.wav`, `call-recovered.wav`, `call-recovered-2.wav` */
function nameFor(name: string, attempt: number): string {
  if (attempt === 0) return name;
  const dot = name.lastIndexOf('.');
  return `${name.slice(0, dot)}-recovered${attempt === 1 ? '' : `-${attempt}`}${name.slice(dot)}`;
}
