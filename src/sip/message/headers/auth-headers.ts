import { tokenCharacters } from '../grammar/characters';
import type { HeaderType } from './header-type';
import { headerType } from './header-type';
import { maxParameters } from '../grammar/limits';
import { Parameters } from '../grammar/parameters';
import type { Scanner } from '../grammar/scanner';

/** A challenge or the credentials that answer it. */
export interface AuthValue {
  /** As written; compare without case. */
  readonly scheme: string;
  /** Of the scheme Digest; other schemes have none. */
  readonly params: Parameters;
  /** What follows the scheme, as written. */
  readonly text: string;
}

function authHeader(name: string): HeaderType<AuthValue> {
  return headerType(name, 'lines', { read: readAuth, write: ({ scheme, text }: AuthValue) => `${scheme} ${text}` });
}

export const wwwAuthenticateHeader = authHeader('WWW-Authenticate');
export const proxyAuthenticateHeader = authHeader('Proxy-Authenticate');
export const authorizationHeader = authHeader('Authorization');
export const proxyAuthorizationHeader = authHeader('Proxy-Authorization');

/** A value of the scheme Digest from its parameters as they are to be written: some of them quoted, some not. */
export function digestValue(entries: readonly (readonly [name: string, raw: string])[]): AuthValue {
  const params = Parameters.fromRaw(
    entries.map(([name]) => name),
    entries.map(([, raw]) => raw),
  );
  return { scheme: 'Digest', params, text: entries.map(([name, raw]) => `${name}=${raw}`).join(', ') };
}

function readAuth(scanner: Scanner): AuthValue {
  const scheme = scanner.token('scheme');
  scanner.skipSpace();
  const text = scanner.text.slice(scanner.position).trimEnd();
  if (scheme.toLowerCase() === 'digest') return { scheme, params: readDigest(scanner), text };
  // The syntax of other schemes is unknown; their values are kept as they are.
  scanner.position = scanner.text.length;
  return { scheme, params: Parameters.none, text };
}

function readDigest(scanner: Scanner): Parameters {
  const names: string[] = [];
  const values: string[] = [];
  do {
    const start = scanner.position;
    const name = scanner.token('parameter name').toLowerCase();
    scanner.expectSeparator('=');
    const value = scanner.sees('"') ? scanner.quoted() : scanner.takeWhile(tokenCharacters);
    if (value === '') scanner.refuse(`value of '${name}' expected`);
    if (names.includes(name)) scanner.refuse(`parameter '${name}' appears twice`, start);
    if (names.push(name) > maxParameters) scanner.refuse(`more than ${maxParameters} parameters`, start);
    values.push(value);
  } while (scanner.takeSeparator(','));
  return Parameters.fromRaw(names, values);
}
