import { isUtf8 } from 'node:buffer';

/** A name and a password as presented by the client, or why there are none. */
export type Credentials =
  | { readonly name: string; readonly password: string }
  | { readonly lack: 'missing' | 'malformed' };

/**
 * Whether an Authorization header uses the Basic scheme; any other scheme counts as none. RFC 9110 §11.1:
 * case-insensitive.
 */
export function isBasic(authorization: string): boolean {
  return /^basic(?:[ \t]|$)/i.test(authorization);
}

/** The content of a header that isBasic. */
export function readBasic(authorization: string): Credentials {
  const token = authorization.slice('basic'.length).trim();
  if (token === '') return { lack: 'missing' };
  // Buffer skips invalid characters; such input is refused. Missing padding is common, though.
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(token) || token.replace(/=+$/, '').length % 4 === 1) return { lack: 'malformed' };
  const bytes = Buffer.from(token, 'base64');
  // RFC 7617 §2.1 leaves the character set to us: UTF-8 when the bytes are valid UTF-8, otherwise Latin-1 as older
  // clients send it.
  return readPair(bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1'));
}

/** `user:password`. Only the first colon separates: a password may hold more. */
export function readPair(text: string): Credentials {
  const colon = text.indexOf(':');
  if (colon === -1) return { lack: text === '' ? 'missing' : 'malformed' };
  const [name, password] = [text.slice(0, colon), text.slice(colon + 1)];
  return password === '' ? { lack: 'missing' } : { name, password };
}
