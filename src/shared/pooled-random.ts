import { randomFillSync } from 'node:crypto';

const poolBytes = 4096;
let pool = Buffer.alloc(0);
let used = 0;

/** Random bytes for cryptographic use, drawn in advance: to ask the system for a few costs as much as for many. No byte is given twice. */
export function pooledRandomBytes(size: number): Buffer {
  if (size > poolBytes) return randomFillSync(Buffer.alloc(size));
  if (used + size > pool.length) {
    pool = randomFillSync(Buffer.alloc(poolBytes));
    used = 0;
  }
  used += size;
  return pool.subarray(used - size, used);
}
