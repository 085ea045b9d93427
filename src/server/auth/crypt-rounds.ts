import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** What the repeated hashing of a crypt(3) scheme starts from. */
export interface Stretch {
  readonly algorithm: 'md5' | 'sha256' | 'sha512';
  readonly start: Buffer;
  readonly key: Buffer;
  readonly salt: Buffer;
  readonly rounds: number;
}

/** Rounds between two yields to the event loop: about half a millisecond, so that calls and events are not delayed. */
const roundsPerTurn = 126;

/**
 * The rounds that make a crypt(3) hash slow; md5-crypt and SHA-crypt share their pattern. They run in short slices: a
 * hash with many rounds takes seconds of processor time, which must not block the event loop.
 */
export async function stretch({ algorithm, start, key, salt, rounds }: Stretch): Promise<Buffer> {
  const messages = roundMessages({ key, salt, size: start.length });
  let digest = start;
  for (let done = 0; done < rounds; done += roundsPerTurn) {
    if (done > 0) await nextTurn();
    const turn = Math.min(roundsPerTurn, rounds - done);
    for (let round = 0; round < turn; round += 1) {
      const { bytes, at } = messages[(done + round) % messages.length] ?? noMessage;
      bytes.set(digest, at);
      digest = hash(algorithm, bytes, 'buffer');
    }
  }
  return digest;
}

interface RoundMessage {
  readonly bytes: Buffer;
  /** Offset of the previous round's digest. */
  readonly at: number;
}

const noMessage: RoundMessage = { bytes: Buffer.alloc(0), at: 0 };

/** What a round hashes depends on its number modulo 2, 3 and 7, so there are 42 messages; only the digest changes. */
function roundMessages({ key, salt, size }: { key: Buffer; salt: Buffer; size: number }): readonly RoundMessage[] {
  const room = Buffer.alloc(size);
  return Array.from({ length: 2 * 3 * 7 }, (_, round) => {
    const isOdd = round % 2 === 1;
    const middle = [...(round % 3 === 0 ? [] : [salt]), ...(round % 7 === 0 ? [] : [key])];
    const bytes = Buffer.concat(isOdd ? [key, ...middle, room] : [room, ...middle, key]);
    return { bytes, at: isOdd ? bytes.length - size : 0 };
  });
}

const alphabet = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** crypt(3)'s own base 64: bytes in groups of up to three, the first one highest; the lowest six bits come first. */
export function encode64(digest: Buffer, groups: readonly (readonly number[])[]): string {
  return groups
    .map((group) => {
      const bits = group.reduce((sum, index) => (sum << 8) | (digest[index] ?? 0), 0);
      return Array.from({ length: group.length + 1 }, (_, place) => alphabet.charAt((bits >> (6 * place)) & 63));
    })
    .flat()
    .join('');
}

/** The digest, again and again, until it has the wanted length. */
export function repeated(digest: Buffer, length: number): Buffer {
  return Buffer.alloc(length, digest);
}
