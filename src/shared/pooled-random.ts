import { randomFillSync } from 'node:crypto';

const poolBytes = 4096;
let pool = Buffer.alloc(0);
let used = 0;

/** Characters of texts that are drawn in advance. */
const poolCharacters = 4096;
let text = '';
let taken = 0;

/** A random text of letters, digits, `_` and `~`, six bits each, for the same use and in the same way: a word of SIP. */
export function pooledRandomText(length: number): string {
  if (length > poolCharacters) throw new RangeError(`at most ${poolCharacters} characters, not ${length}`);
  if (taken + length > text.length) {
    text = wordOf(randomFillSync(Buffer.alloc((poolCharacters / 4) * 3)));
    taken = 0;
  }
  taken += length;
  return text.slice(taken - length, taken);
}

/** Four characters for each three bytes. */
export function wordOf(bytes: Buffer): string {
  return bytes.toString('base64url').replaceAll('-', '~');
}

/** Random bytes for cryptographic use, drawn in advance: to ask the system for a few costs as much as for many. No byte is given twice. */
export function pooledRandomBytes(size: number): Buffer {
  if (size > poolBytes) return randomFillSync(Buffer.alloc(size));
  const start = draw(size);
  return pool.subarray(start, used);
}

/** A whole number below 2 to the power of 32, for the same use and in the same way. */
export function pooledRandomNumber(): number {
  const start = draw(4);
  return pool.readUInt32BE(start);
}

/** Where the next unused bytes of the pool begin. */
function draw(size: number): number {
  if (used + size > pool.length) {
    pool = randomFillSync(Buffer.alloc(poolBytes));
    used = 0;
  }
  used += size;
  return used - size;
}
