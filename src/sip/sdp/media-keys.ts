import type { Attribute, MediaDescription } from './session-description';
import { attribute, attributeValues } from './session-description';

/** The ways to protect packets that are known here, best first (RFC 4568 §6.2). */
export const cryptoSuites = ['AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32'] as const;
export type CryptoSuite = (typeof cryptoSuites)[number];

/** A master key of 16 bytes with its salt of 14. */
export const mediaKeyLength = 30;

/** One `a=crypto` line: how the side that writes it protects what it sends. */
export interface MediaKey {
  readonly tag: number;
  readonly suite: CryptoSuite;
  readonly key: Buffer;
}

/** How both directions of a stream are protected. */
export interface AgreedKeys {
  readonly suite: CryptoSuite;
  readonly send: Buffer;
  readonly receive: Buffer;
}

export function keyAttribute({ tag, suite, key }: MediaKey): Attribute {
  return attribute('crypto', `${tag} ${suite} inline:${key.toString('base64')}`);
}

/** Those that can be used, as they are written. */
export function mediaKeys(section: MediaDescription): readonly MediaKey[] {
  const keys: MediaKey[] = [];
  for (const text of attributeValues(section, 'crypto')) {
    const key = readKey(text);
    if (key !== undefined) keys.push(key);
  }
  return keys;
}

/** What two descriptions of a stream agree on: the line that both have under one number. */
export function agreedKeys(local: MediaDescription, remote: MediaDescription): AgreedKeys | undefined {
  const theirs = mediaKeys(remote);
  if (theirs.length === 0) return undefined;
  for (const { tag, suite, key } of mediaKeys(local)) {
    const other = theirs.find((each) => each.tag === tag && each.suite === suite);
    if (other !== undefined) return { suite, send: key, receive: other.key };
  }
  return undefined;
}

/** Lines with several keys, with key identifiers, or with parameters that change the packets cannot be used. */
function readKey(text: string): MediaKey | undefined {
  const [, tag = '', suite = '', inline = '', rest = ''] = /^(\d{1,9}) (\S+) inline:(\S+)(.*)$/i.exec(text) ?? [];
  const known = cryptoSuites.find((each) => each === suite.toUpperCase());
  const [encoded = '', ...parameters] = inline.split('|');
  const hasIdentifier = parameters.some((parameter) => parameter.includes(':'));
  const key = Buffer.from(encoded, 'base64');
  const isPlain = rest.split(' ').every((parameter) => parameter === '' || /^(-|WSH=)/i.test(parameter));
  if (known === undefined || inline.includes(';') || hasIdentifier || !isPlain) return undefined;
  return key.length === mediaKeyLength ? { tag: Number(tag), suite: known, key } : undefined;
}
