import type { WriteStream } from 'node:fs';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { unfinishedName } from '../../media/files/unfinished/unfinished-name';
import { RemoteSoundError } from './remote-sound-error';
import type { StoredForm } from './remote-type';

export interface Download {
  readonly response: IncomingMessage;
  readonly form: StoredForm;
  readonly folder: string;
  /** Of the finished file, without its ending. */
  readonly name: string;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** Writes the body of an answer into a file that appears under its name when it is complete. */
export async function download(request: Download): Promise<{ readonly path: string; readonly size: number }> {
  const { response, form, folder, name, maxBytes, signal } = request;
  checkBody(response, maxBytes);
  const part = join(folder, unfinishedName());
  const target = createWriteStream(part, { flags: 'wx' });
  // The pipeline reports the error; before it starts, there is no other listener.
  target.on('error', () => undefined);
  try {
    const swap = form.swapsBytes === true ? swapped : asTheyAre;
    await pipeline(response, (bytes: AsyncIterable<Buffer>) => swap(atMost(bytes, maxBytes)), target, { signal });
    if (target.bytesWritten === 0) throw new RemoteSoundError('it is empty');
    const path = join(folder, `${name}.${await extensionFor(part, form)}`);
    await rename(part, path);
    return { path, size: target.bytesWritten };
  } catch (error) {
    await closed(target);
    await rm(part, { force: true });
    throw error;
  }
}

/** A stream that is given up may still be about to make its file. */
function closed(target: WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (target.closed) return resolve();
    target.once('close', resolve);
    target.destroy();
  });
}

function checkBody({ headers }: IncomingMessage, maxBytes: number): void {
  const coding = headers['content-encoding'] ?? 'identity';
  if (coding !== 'identity') throw new RemoteSoundError(`its content encoding '${coding}' is not supported`);
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
}

/** What a header promises need not be what comes. */
async function* atMost(bytes: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let count = 0;
  for await (const chunk of bytes) {
    count += chunk.length;
    if (count > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

function tooLarge(maxBytes: number): RemoteSoundError {
  return new RemoteSoundError(`it is larger than ${maxBytes} bytes (max_size)`);
}

function asTheyAre(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  return bytes;
}

/** Both bytes of each sample in the other order. Half a sample at the end is left out. */
async function* swapped(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    const whole = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const even = whole.length - (whole.length % 2);
    rest = Buffer.from(whole.subarray(even));
    yield Buffer.from(whole.subarray(0, even)).swap16();
  }
}

const auMark = '.snd';

async function extensionFor(path: string, { extension, withAuMark }: StoredForm): Promise<string> {
  if (withAuMark === undefined) return extension;
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(auMark.length), 0, auMark.length, 0);
    return buffer.toString('latin1') === auMark ? withAuMark : extension;
  } finally {
    await file.close();
  }
}
