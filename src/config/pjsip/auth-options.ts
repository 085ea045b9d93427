import type { Parser } from '../reader/option-parsers';
import { choice, list } from '../reader/option-parsers';
import type { OptionSource, Values } from '../reader/section-schema';
import { lastEntry } from '../reader/section-schema';
import { count, oneWord, option, secret, several, word } from './object-option';
import type { ObjectOption } from './object-option';
import { readObject } from './read-object';
import type { ObjectReading } from './read-object';
import { withoutEffect } from './without-effect';

/** Digest algorithms, in the spelling of the protocol. */
export const digestNames = ['MD5', 'SHA-256', 'SHA-512-256'] as const;
export type DigestName = (typeof digestNames)[number];

/** `SHA-256:hexadecimal digest` */
const storedDigest: Parser<readonly [DigestName, string]> = {
  wanted: `${digestNames.join(':…, ')}:… with the digest of user:realm:password in hexadecimal`,
  parse: (given) => {
    const [name = '', digest = ''] = given.split(':').map((part) => part.trim());
    const found = digestNames.find((known) => known.toLowerCase() === name.toLowerCase());
    return found === undefined || !/^[\da-f]{32,64}$/i.test(digest) ? { refused: name } : { value: [found, digest] };
  },
};

export const algorithms = (name: string): ObjectOption<readonly DigestName[]> =>
  option<readonly DigestName[]>(name, list(choice(...digestNames)), 'MD5');

export const authOptions = {
  authType: oneWord('auth_type', ['userpass', 'md5', 'digest', 'google_oauth'], 'userpass'),
  username: word('username'),
  password: secret('password'),
  md5Digest: secret('md5_cred'),
  digests: { ...several('password_digest', storedDigest), isSecret: true as const },
  realm: word('realm'),
  nonceLifetime: count('nonce_lifetime', 32, [1, 86_400]),
  clientAlgorithms: algorithms('supported_algorithms_uac'),
  serverAlgorithms: algorithms('supported_algorithms_uas'),
};

/** A name and a secret: what others prove themselves with, or what we do. */
export interface AuthConfig extends Pick<
  Values<typeof authOptions>,
  'username' | 'realm' | 'nonceLifetime' | 'clientAlgorithms' | 'serverAlgorithms'
> {
  readonly id: string;
  /** The password, or digests of user, realm and password. */
  readonly secret: { readonly password: string } | { readonly hashes: Readonly<Partial<Record<DigestName, string>>> };
}

export function readAuth(section: OptionSource, reading: ObjectReading): AuthConfig {
  const values = readObject(authOptions, section, { reading, unused: withoutEffect.auth });
  const { password, username, realm, nonceLifetime, clientAlgorithms, serverAlgorithms } = values;
  const hashes = Object.fromEntries([
    ...(values.md5Digest === '' ? [] : [['MD5', values.md5Digest]]),
    ...values.digests.flatMap(({ value }) => value),
  ]) as Partial<Record<DigestName, string>>;
  checkAuth({ ...values, hasDigest: Object.keys(hashes).length > 0 }, section, reading);
  const usesDigest = password === '' || values.authType === 'md5';
  return {
    id: section.name,
    username,
    realm,
    nonceLifetime,
    clientAlgorithms,
    serverAlgorithms,
    secret: usesDigest && Object.keys(hashes).length > 0 ? { hashes } : { password },
  };
}

type Given = Values<typeof authOptions> & { readonly hasDigest: boolean };

/** An account that cannot log in, or that could without a password, is a mistake to report at the start, not at the first call. */
function checkAuth(
  { authType, username, password, hasDigest }: Given,
  section: OptionSource,
  { findings }: ObjectReading,
): void {
  const at = (name: string) => lastEntry(section, name);
  if (authType === 'google_oauth')
    findings.problem(
      at('auth_type'),
      `[${section.name}] wants auth_type = ${authType}, which is not available here`,
      'write userpass, md5 or digest',
    );
  if (username === '') findings.problem(at('username'), `[${section.name}] has no username`, 'add username = …');
  if (authType === 'md5' && !hasDigest)
    findings.problem(
      at('md5_cred'),
      `[${section.name}] has no md5_cred`,
      'add md5_cred = … with the MD5 digest of user:realm:password',
    );
  else if (password === '' && !hasDigest)
    findings.problem(at('password'), `[${section.name}] has no password`, 'add password = …');
}
