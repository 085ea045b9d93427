import { randomBytes } from 'node:crypto';
import type { UserConfig } from '../../config/server-config';
import { matchesCrypt, parseCryptHash } from './crypt-hash';
import type { PasswordProblem } from './password-problem';
import { sameText } from './same-text';
import { makeScryptHash, matchesScrypt, parseScryptHash } from './scrypt-hash';

export type { PasswordProblem };

/** A password as the configuration holds it. */
export type Secret = Pick<UserConfig, 'password' | 'passwordFormat'>;

/**
 * The limit of crypt(3). SHA-crypt's work grows with the square of the length, so clients must not choose it freely.
 */
const longestHashed = 512;

/**
 * Whether this is the password. Plain ones are compared synchronously; hashed ones asynchronously, because checking
 * them is slow on purpose: scrypt on another thread, crypt(3) in short slices on this one.
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

/**
 * Why no login with this password could ever succeed; checked at start, so that the error is found before the first
 * login.
 */
export function passwordProblem({ password, passwordFormat }: Secret): PasswordProblem | undefined {
  if (passwordFormat === 'plain') return undefined;
  const hash = passwordFormat === 'scrypt' ? parseScryptHash(password) : parseCryptHash(password);
  return 'message' in hash ? hash : undefined;
}

/** A password in the form for `password_format = scrypt`. */
export async function hashPassword(password: string, salt: Buffer = randomBytes(16)): Promise<string> {
  if (password === '') throw new RangeError('an empty password cannot be used to log in');
  if (Buffer.byteLength(password) > longestHashed)
    throw new RangeError(`a password has at most ${longestHashed} bytes`);
  return makeScryptHash(password, salt);
}
