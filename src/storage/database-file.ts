import { closeSync, fstatSync, mkdirSync, openSync, readSync } from 'node:fs';
import { dirname } from 'node:path';

const headerBytes = 32;
const magicOffset = 24;
const magic = 0xbeefc0de;
const smallestFile = 8192;

/**
 * Creates the file of a database, empty and private because it will hold passwords, or checks that an existing one is a
 * database. The native library accepts any file and would crash the process without a message.
 */
export function prepareDatabaseFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const descriptor = openSync(file, 'a+', 0o600);
  try {
    const { size } = fstatSync(descriptor);
    if (size > 0 && !isDatabase(descriptor, size))
      throw new Error('the file is not a database of this server; move it away to start with an empty one');
  } finally {
    closeSync(descriptor);
  }
}

function isDatabase(descriptor: number, size: number): boolean {
  const header = Buffer.alloc(headerBytes);
  readSync(descriptor, header, 0, headerBytes, 0);
  return size >= smallestFile && header.readUInt32LE(magicOffset) === magic;
}
