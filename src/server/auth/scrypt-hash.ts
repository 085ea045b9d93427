import { scrypt, timingSafeEqual } from 'node:crypto';
import type { PasswordProblem } from './password-problem';

/** Our own format, `scrypt$N$r$p$salt$hash`: costs as in RFC 7914, salt and hash in base64. */
export interface ScryptHash {
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelization: number;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

type Costs = Pick<ScryptHash, 'cost' | 'blockSize' | 'parallelization'>;

/**
 * 32 MiB and about a tenth of a second: expensive for guessing, and paid only once per client and start of the server.
 */
const usual: Costs = { cost: 2 ** 15, blockSize: 8, parallelization: 1 };
const hashBytes = 32;
const maxMemory = 256 * 2 ** 20;
const maxParallelization = 16;

export async function makeScryptHash(password: string, salt: Buffer): Promise<string> {
  const hash = await derive(password, { ...usual, salt, length: hashBytes });
  const { cost, blockSize, parallelization } = usual;
  return ['scrypt', cost, blockSize, parallelization, salt.toString('base64'), hash.toString('base64')].join('$');
}

export async function matchesScrypt(password: string, { hash, ...costs }: ScryptHash): Promise<boolean> {
  return timingSafeEqual(await derive(password, { ...costs, length: hash.length }), hash);
}

export function parseScryptHash(text: string): ScryptHash | PasswordProblem {
  const parts = /^scrypt\$(\d{1,8})\$(\d{1,3})\$(\d{1,3})\$([\w+/=-]+)\$([\w+/=-]+)$/.exec(text);
  if (parts === null) return { message: 'the password does not look like scrypt$N$r$p$salt$hash', hint: makeAnother };
  const [, cost, blockSize, parallelization, salt = '', hash = ''] = parts;
  const parsed: ScryptHash = {
    cost: Number(cost),
    blockSize: Number(blockSize),
    parallelization: Number(parallelization),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
  const message = whatIsWrong(parsed);
  return message === undefined ? parsed : { message, hint: makeAnother };
}

const makeAnother = "make one with 'patchbay hash-password'";

function whatIsWrong({ cost, blockSize, parallelization, salt, hash }: ScryptHash): string | undefined {
  if (cost < 2 || !Number.isInteger(Math.log2(cost))) return `the scrypt cost ${cost} is not a power of two`;
  if (blockSize < 1 || parallelization < 1) return 'block size and parallelization of scrypt begin at 1';
  if (128 * cost * blockSize > maxMemory)
    return `each check of the password would take over ${maxMemory / 2 ** 20} MiB`;
  if (parallelization > maxParallelization) return `the scrypt parallelization is above ${maxParallelization}`;
  if (salt.length < 8) return 'the salt of the password is shorter than 8 bytes';
  return hash.length < 16 || hash.length > 64 ? 'the hash of the password is not 16 to 64 bytes long' : undefined;
}

/** Runs on a thread of the pool, so that it blocks no other request. */
function derive(
  password: string,
  { cost, blockSize, parallelization, salt, length }: Costs & { readonly salt: Buffer; readonly length: number },
): Promise<Buffer> {
  const maxmem = 128 * blockSize * (cost + parallelization + 2);
  return new Promise((resolve, reject) => {
    scrypt(password, salt, length, { cost, blockSize, parallelization, maxmem }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}
