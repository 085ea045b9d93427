import { hash } from 'node:crypto';
import { encode64, repeated, stretch } from './crypt-rounds';

const rounds = 1000;
const groups = [[0, 6, 12], [1, 7, 13], [2, 8, 14], [3, 9, 15], [4, 10, 5], [11]];

/** The hash part of `$1$`: old and weak, but still found in configurations that were written long ago. */
export async function md5Crypt(password: string, saltText: string): Promise<string> {
  const digestOf = (...parts: readonly Buffer[]): Buffer => hash('md5', Buffer.concat(parts), 'buffer');
  const key = Buffer.from(password);
  const salt = Buffer.from(saltText).subarray(0, 8);
  const mixed = digestOf(key, salt, key);
  const start = digestOf(key, Buffer.from('$1$'), salt, repeated(mixed, key.length), lengthBits(key));
  return encode64(await stretch({ algorithm: 'md5', start, key, salt, rounds }), groups);
}

/** One byte per binary digit of the key's length, lowest first: zero for a one, the key's first byte for a zero. */
function lengthBits(key: Buffer): Buffer {
  if (key.length === 0) return Buffer.alloc(0);
  return Buffer.from([...key.length.toString(2)].reverse().map((digit) => (digit === '1' ? 0 : (key[0] ?? 0))));
}
