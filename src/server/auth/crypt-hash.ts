import { md5Crypt } from './md5-crypt';
import type { PasswordProblem } from './password-problem';
import { sameText } from './same-text';
import { shaCrypt } from './sha-crypt';

/** A supported crypt(3) hash. */
export interface CryptHash {
  readonly scheme: 'md5' | 'sha256' | 'sha512';
  readonly salt: string;
  readonly rounds: number;
  readonly hash: string;
}

/** Half a million rounds take about two seconds of processor time; more would be an attack by configuration. */
export const maxRounds = 500_000;
const fewestRounds = 1000;
const usualRounds = 5000;

export function parseCryptHash(text: string): CryptHash | PasswordProblem {
  const parts = /^\$([156])\$(?:rounds=(\d{1,10})\$)?([^$]*)\$([./0-9A-Za-z]*)$/.exec(text);
  if (parts === null) return unknownScheme(text);
  const [, id = '', rounds, salt = '', hash = ''] = parts;
  const scheme = schemes.get(id);
  if (hash.length !== scheme?.length || (id === '1' && rounds !== undefined))
    return {
      message: `the password is not a complete $${id}$ hash`,
      hint: `write it as crypt(3) returns it${howToMake}`,
    };
  return roundsProblem(rounds) ?? { scheme: scheme.name, salt, rounds: Number(rounds ?? usualRounds), hash };
}

export async function matchesCrypt(password: string, { scheme, salt, rounds, hash }: CryptHash): Promise<boolean> {
  const computed =
    scheme === 'md5' ? await md5Crypt(password, salt) : await shaCrypt({ algorithm: scheme, password, salt, rounds });
  return sameText(computed, hash);
}

/** By scheme id: the name, and the length of the hash part. */
const schemes: ReadonlyMap<string, { readonly name: CryptHash['scheme']; readonly length: number }> = new Map([
  ['1', { name: 'md5', length: 22 }],
  ['5', { name: 'sha256', length: 43 }],
  ['6', { name: 'sha512', length: 86 }],
]);

const howToMake =
  "; 'openssl passwd -6' makes one, and 'patchbay hash-password' a better one for password_format = scrypt";

function roundsProblem(text: string | undefined): PasswordProblem | undefined {
  if (text === undefined) return undefined;
  const rounds = Number(text);
  if (rounds < fewestRounds)
    return {
      message: `the password hash claims ${rounds} rounds`,
      hint: `crypt(3) never makes fewer than ${fewestRounds}`,
    };
  if (rounds > maxRounds)
    return { message: `the password hash asks for ${rounds} rounds`, hint: `this server allows at most ${maxRounds}` };
  return undefined;
}

/** Unsupported schemes of crypt(3) by the prefix of their hashes. */
const unsupported: readonly (readonly [RegExp, string])[] = [
  [/^\$2[abxy]?\$/, 'bcrypt'],
  [/^\$g?y\$/, 'yescrypt'],
  [/^\$7\$/, "crypt(3)'s own scrypt"],
  [/^\$3\$/, 'NT'],
  [/^\$md5[$,]/, 'Sun MD5'],
  [/^\$sha1\$/, 'SHA-1'],
  [/^_[./0-9A-Za-z]{19}$/, 'BSDi DES'],
  [/^[./0-9A-Za-z]{13}$/, 'DES'],
];

function unknownScheme(text: string): PasswordProblem {
  const name = unsupported.find(([start]) => start.test(text))?.[1];
  const message =
    name === undefined
      ? 'the password is not a crypt(3) hash'
      : `the password is a ${name} hash, which this server cannot check`;
  return { message, hint: `use a $6$ or $5$ hash${howToMake}` };
}
