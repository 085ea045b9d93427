import { randomBytes } from 'node:crypto';
import type { UserConfig } from '../../config/server-config';
import { matchesCrypt, parseCryptHash } from './crypt-hash';
import type { PasswordProblem } from './password-problem';
import { sameText } from './same-text';
import { makeScryptHash, matchesScrypt, parseScryptHash } from './scrypt-hash';

export type { PasswordProblem };

/** A password as the configuration holds it. */
export type Secret = Pick<UserConfig, 'password' | 'passwordFormat'>;

/** crypt(3) takes no more, and SHA-crypt's work grows with the square of the length: nobody may choose that freely. */
const longestHashed = 512;

/**
 * Whether this is the password. Plain ones are answered at once; hashed ones later, because checking them takes long on
 * purpose: scrypt on another thread, crypt(3) in short turns of this one.
 */
export function verify(password: string, { password: kept, passwordFormat }: Secret): boolean | Promise<boolean> {
  if (passwordFormat === 'plain') return sameText(password, kept);
  if (Buffer.byteLength(password) > longestHashed) return false;
  if (passwordFormat === 'scrypt') {
    const hash = parseScryptHash(kept);
    return 'message' in hash ? false : matchesScrypt(password, hash);
  }
  const hash = parseCryptHash(kept);
  return 'message' in hash ? false : matchesCrypt(password, hash);
}

/** Why nobody could ever come in with this password; asked at start, so that the server does not start half-useful. */
export function passwordProblem({ password, passwordFormat }: Secret): PasswordProblem | undefined {
  if (passwordFormat === 'plain') return undefined;
  const hash = passwordFormat === 'scrypt' ? parseScryptHash(password) : parseCryptHash(password);
  return 'message' in hash ? hash : undefined;
}

/** A password in the form that `password_format = scrypt` takes. */
export async function hashPassword(password: string, salt: Buffer = randomBytes(16)): Promise<string> {
  if (password === '') throw new RangeError('an empty password lets nobody in');
  if (Buffer.byteLength(password) > longestHashed)
    throw new RangeError(`a password has at most ${longestHashed} bytes`);
  return makeScryptHash(password, salt);
}
