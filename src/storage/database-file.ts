import { closeSync, fstatSync, mkdirSync, openSync, readSync } from 'node:fs';
import { dirname } from 'node:path';

const headerBytes = 32;
const magicOffset = 24;
const magic = 0xbeefc0de;
const smallestFile = 8192;

/**
 * Makes the file of a database, empty and for our eyes only because it will hold passwords, or makes sure that the one
 * there is a database. The native library would take any file for one and bring the whole process down, without a word.
 */
export function prepareDatabaseFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const descriptor = openSync(file, 'a+', 0o600);
  try {
    const { size } = fstatSync(descriptor);
    if (size > 0 && !isDatabase(descriptor, size))
      throw new Error('the file is no database of this server; move it away to start with an empty one');
  } finally {
    closeSync(descriptor);
  }
}

function isDatabase(descriptor: number, size: number): boolean {
  const header = Buffer.alloc(headerBytes);
  readSync(descriptor, header, 0, headerBytes, 0);
  return size >= smallestFile && header.readUInt32LE(magicOffset) === magic;
}
