import { hash as hashOf } from 'node:crypto';

/** RFC 2617, RFC 7616, RFC 8760. */
export const digestAlgorithms = ['SHA-512-256', 'SHA-256', 'MD5'] as const;
export type DigestAlgorithm = (typeof digestAlgorithms)[number];

const hashNames: Readonly<Record<DigestAlgorithm, string>> = {
  MD5: 'md5',
  'SHA-256': 'sha256',
  'SHA-512-256': 'sha512-256',
};

/** A password, or what stays of it: the hash of user, realm and password under each algorithm, in hexadecimal. */
export type DigestSecret =
  | { readonly password: string }
  | { readonly hashes: Readonly<Partial<Record<DigestAlgorithm, string>>> };

export interface DigestUser {
  readonly username: string;
  readonly realm: string;
}

export interface DigestInput {
  readonly nonce: string;
  readonly method: string;
  /** The `uri` parameter as it stands in the header field. */
  readonly uri: string;
  /** Absent where the challenge asked for no quality of protection. */
  readonly protection?: { readonly nonceCount: string; readonly clientNonce: string } | undefined;
}

/** Undefined for an algorithm that we do not know; MD5 where none is named. */
export function parseAlgorithm(text: string | undefined): DigestAlgorithm | undefined {
  const wanted = (text ?? 'MD5').toUpperCase();
  return digestAlgorithms.find((algorithm) => algorithm === wanted);
}

/** Undefined when only hashes are known, and none for this algorithm. */
export function userHash(
  algorithm: DigestAlgorithm,
  { username, realm }: DigestUser,
  secret: DigestSecret,
): string | undefined {
  if ('hashes' in secret) return secret.hashes[algorithm]?.toLowerCase();
  return hash(algorithm, `${username}:${realm}:${secret.password}`);
}

export function digestResponse(algorithm: DigestAlgorithm, userHash: string, input: DigestInput): string {
  const { nonce, method, uri, protection } = input;
  const request = hash(algorithm, `${method}:${uri}`);
  if (protection === undefined) return hash(algorithm, `${userHash}:${nonce}:${request}`);
  const { nonceCount, clientNonce } = protection;
  return hash(algorithm, `${userHash}:${nonce}:${nonceCount}:${clientNonce}:auth:${request}`);
}

/** In one call: an object for the hash would take longer than the hash itself. */
function hash(algorithm: DigestAlgorithm, text: string): string {
  return hashOf(hashNames[algorithm], text, 'hex');
}
