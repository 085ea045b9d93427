import { hash } from 'node:crypto';
import { encode64, repeated, stretch } from './crypt-rounds';

export interface ShaCryptInput {
  readonly algorithm: 'sha256' | 'sha512';
  readonly password: string;
  readonly salt: string;
  readonly rounds: number;
}

/** The hash part of `$5$` and `$6$`, after Ulrich Drepper's specification "Unix crypt using SHA-256 and SHA-512". */
export async function shaCrypt({ algorithm, password, salt: saltText, rounds }: ShaCryptInput): Promise<string> {
  const digestOf = (...parts: readonly Buffer[]): Buffer => hash(algorithm, Buffer.concat(parts), 'buffer');
  const key = Buffer.from(password);
  const salt = Buffer.from(saltText).subarray(0, 16);
  const mixed = digestOf(key, salt, key);
  const start = digestOf(key, salt, repeated(mixed, key.length), ...byLengthBits(key, mixed));
  const longKey = digestOf(...Array<Buffer>(key.length).fill(key));
  const longSalt = digestOf(...Array<Buffer>(16 + (start[0] ?? 0)).fill(salt));
  const digest = await stretch({
    algorithm,
    start,
    key: repeated(longKey, key.length),
    salt: repeated(longSalt, salt.length),
    rounds,
  });
  return encode64(digest, algorithm === 'sha256' ? groups256 : groups512);
}

/** One part per binary digit of the key's length, lowest first: the mix for a one, the key for a zero. */
function byLengthBits(key: Buffer, mixed: Buffer): readonly Buffer[] {
  if (key.length === 0) return [];
  return [...key.length.toString(2)].reverse().map((digit) => (digit === '1' ? mixed : key));
}

/** The specification lists the order of bytes; each group follows from the one before by a turn and a step. */
const groups256 = [...groupsFrom([0, 10, 20], ([a, b, c]) => [c + 1, a + 1, b + 1]).slice(0, 10), [31, 30]];
const groups512 = [...groupsFrom([0, 21, 42], ([a, b, c]) => [b + 1, c + 1, a + 1]).slice(0, 21), [63]];

type Group = readonly [number, number, number];

function groupsFrom(first: Group, next: (group: Group) => Group): readonly (readonly number[])[] {
  const groups: Group[] = [];
  for (let group = first; groups.length < 21; group = next(group)) groups.push(group);
  return groups;
}
