import { alphanumerics, characterSet } from '../grammar/characters';
import { formatHostPort, readHost, readPort, writtenHost } from '../grammar/host';
import { maxParameters } from '../grammar/limits';
import { Parameters } from '../grammar/parameters';
import { Scanner } from '../grammar/scanner';
import {
  escapeUri,
  firstUnescaped,
  normalEscapes,
  passwordCharacters,
  unescapeUri,
  uriHeaderCharacters,
  uriParameterCharacters,
  userCharacters,
} from './uri-escape';

/** Any URI of another scheme; what stands behind the colon is left alone. */
export interface OpaqueUri {
  readonly kind: 'opaque';
  /** In lower case. */
  readonly scheme: string;
  readonly toString: () => string;
}

/** A telephone number, RFC 3966. */
export interface TelUri {
  readonly kind: 'tel';
  readonly scheme: 'tel';
  /** As written, visual separators included. */
  readonly number: string;
  readonly params: Parameters;
  readonly toString: () => string;
}

export type Uri = SipUri | TelUri | OpaqueUri;

export interface SipUriParts {
  readonly scheme?: 'sip' | 'sips';
  /** Plain text; it is escaped where needed. */
  readonly user?: string | undefined;
  /** A name or an address, IPv6 with or without brackets. */
  readonly host: string;
  readonly port?: number | undefined;
  readonly params?: Parameters;
}

interface RawSipUri {
  readonly scheme: 'sip' | 'sips';
  readonly rawUser: string | undefined;
  readonly rawPassword: string | undefined;
  readonly host: string;
  readonly port: number | undefined;
  readonly params: Parameters;
  readonly rawHeaders: string | undefined;
}

/** A sip: or sips: URI. Immutable; parts that can be escaped are kept as written. */
export class SipUri implements RawSipUri {
  readonly kind = 'sip';
  readonly scheme: 'sip' | 'sips';
  readonly rawUser: string | undefined;
  readonly rawPassword: string | undefined;
  /** As written; an IPv6 address in its brackets. */
  readonly host: string;
  readonly port: number | undefined;
  readonly params: Parameters;
  /** What follows the question mark, as written. */
  readonly rawHeaders: string | undefined;
  #text: string | undefined;

  constructor(raw: RawSipUri, text?: string) {
    this.scheme = raw.scheme;
    this.rawUser = raw.rawUser;
    this.rawPassword = raw.rawPassword;
    this.host = raw.host;
    this.port = raw.port;
    this.params = raw.params;
    this.rawHeaders = raw.rawHeaders;
    this.#text = text;
  }

  static of({ scheme = 'sip', user, host, port, params = Parameters.none }: SipUriParts): SipUri {
    const rawUser = user === undefined ? undefined : escapeUri(user, userCharacters);
    return new SipUri({
      scheme,
      rawUser,
      rawPassword: undefined,
      host: writtenHost(host),
      port,
      params,
      rawHeaders: undefined,
    });
  }

  /** The user without escapes. */
  get user(): string | undefined {
    return this.rawUser === undefined ? undefined : unescapeUri(this.rawUser);
  }

  /** The transport that the URI asks for, in lower case. */
  get transport(): string | undefined {
    return this.params.get('transport')?.toLowerCase();
  }

  /** Whether a Route URI belongs to a loose router (RFC 3261 §19.1.1). */
  get isLoose(): boolean {
    return this.params.has('lr');
  }

  with(changes: Partial<Pick<RawSipUri, 'scheme' | 'host' | 'port' | 'params'>>): SipUri {
    return new SipUri({ ...this.raw(), ...changes });
  }

  /** Header fields that the URI asks for, without escapes (RFC 3261 §19.1.1). */
  get headers(): readonly (readonly [name: string, value: string])[] {
    return headersOf(this.rawHeaders);
  }

  /** Without `?headers`, which may not stand in a Request-URI. */
  withoutHeaders(): SipUri {
    return this.rawHeaders === undefined ? this : new SipUri({ ...this.raw(), rawHeaders: undefined });
  }

  toString(): string {
    return (this.#text ??= this.#write());
  }

  private raw(): RawSipUri {
    const { scheme, rawUser, rawPassword, host, port, params, rawHeaders } = this;
    return { scheme, rawUser, rawPassword, host, port, params, rawHeaders };
  }

  #write(): string {
    const password = this.rawPassword === undefined ? '' : `:${this.rawPassword}`;
    const user = this.rawUser === undefined ? '' : `${this.rawUser}${password}@`;
    const headers = this.rawHeaders === undefined ? '' : `?${this.rawHeaders}`;
    return `${this.scheme}:${user}${formatHostPort(this.host, this.port)}${this.params.toString()}${headers}`;
  }
}

const schemePattern = /^[a-z][a-z0-9+.-]*$/i;
/** Deviation: phones dial `*21#` without escaping the last character; it cannot be misunderstood here. */
const toleratedUserCharacters = characterSet(`${alphanumerics}-_.!~*'()&=+$,;?/#`);
/** Visible characters but no spaces, quotes and brackets. */
const opaqueForm = /^[^\s"<>]+$/;

/** Reads a whole URI; `header` names the place for refusals. */
export function parseUri(text: string, header: string): Uri {
  const colon = text.indexOf(':');
  const scheme = text.slice(0, Math.max(colon, 0));
  switch (scheme) {
    case 'sip':
    case 'sips':
      return parseSipUri(text, scheme, header);
    default:
      return parseOtherScheme(text, scheme, header);
  }
}

function parseOtherScheme(text: string, scheme: string, header: string): Uri {
  const scanner = new Scanner(text, header);
  if (!schemePattern.test(scheme)) return scanner.refuse('URI without a scheme', 0);
  if (!opaqueForm.test(text)) return scanner.refuse('URI with spaces, quotes or angle brackets', 0);
  const lowered = scheme.toLowerCase();
  if (lowered === 'sip' || lowered === 'sips') return parseSipUri(text, lowered, header);
  if (lowered === 'tel') return parseTelUri(text, scanner);
  return { kind: 'opaque', scheme: lowered, toString: () => text };
}

function parseTelUri(text: string, scanner: Scanner): TelUri {
  const semicolon = text.indexOf(';');
  const end = semicolon < 0 ? text.length : semicolon;
  const number = text.slice(4, end);
  if (!/^(\+[0-9.()-]*[0-9][0-9.()-]*|[0-9A-F*#.()-]+)$/i.test(number)) scanner.refuse('malformed telephone number', 4);
  scanner.position = end;
  const params = readUriParameters(scanner);
  scanner.expectEnd();
  return { kind: 'tel', scheme: 'tel', number, params, toString: () => text };
}

function parseSipUri(text: string, scheme: 'sip' | 'sips', header: string): SipUri {
  const scanner = new Scanner(text, header);
  scanner.position = scheme.length + 1;
  const [rawUser, rawPassword] = readUserInfo(scanner);
  const host = readHost(scanner);
  const port = takePort(scanner);
  const params = readUriParameters(scanner);
  const rawHeaders = scanner.sees('?') ? readUriHeaders(scanner) : undefined;
  if (!scanner.atEnd) scanner.refuse(`unexpected '${text.charAt(scanner.position)}' in URI`);
  return new SipUri({ scheme, rawUser, rawPassword, host, port, params, rawHeaders }, text);
}

/** White space may stand around the colon in Via, but never in a URI. */
function takePort(scanner: Scanner): number | undefined {
  if (!scanner.sees(':')) return undefined;
  scanner.position += 1;
  return readPort(scanner);
}

function readUserInfo(scanner: Scanner): [user: string | undefined, password: string | undefined] {
  const { text, position: start } = scanner;
  const at = text.indexOf('@', start);
  if (at < 0) return [undefined, undefined];
  const colon = text.indexOf(':', start);
  const userEnd = colon < 0 || colon > at ? at : colon;
  const user = text.slice(start, userEnd);
  const password = userEnd === at ? undefined : text.slice(userEnd + 1, at);
  if (user === '') scanner.refuse('empty user');
  const wrong = firstUnescaped(user, toleratedUserCharacters);
  if (wrong >= 0) scanner.refuse(`'${user.charAt(wrong)}' is not allowed in a user`, start + wrong);
  if (password !== undefined) {
    const wrongPassword = firstUnescaped(password, passwordCharacters);
    if (wrongPassword >= 0) scanner.refuse('character not allowed in a password', userEnd + 1 + wrongPassword);
  }
  scanner.position = at + 1;
  return [user, password];
}

function readUriParameters(scanner: Scanner): Parameters {
  const { text } = scanner;
  if (!scanner.sees(';')) return Parameters.none;
  const names: string[] = [];
  const values: (string | undefined)[] = [];
  while (scanner.sees(';')) {
    scanner.position += 1;
    const start = scanner.position;
    const end = endOfParameter(text, start);
    const [written, value] = splitParameter(scanner, end);
    const name = normalEscapes(written).toLowerCase();
    if (names.includes(name)) scanner.refuse(`URI parameter '${name}' appears twice`, start);
    if (names.push(name) > maxParameters) scanner.refuse(`more than ${maxParameters} URI parameters`, start);
    values.push(value);
    scanner.position = end;
  }
  return Parameters.fromRaw(names, values);
}

function splitParameter(scanner: Scanner, end: number): [name: string, value: string | undefined] {
  const start = scanner.position;
  const part = scanner.text.slice(start, end);
  const equals = part.indexOf('=');
  const name = equals < 0 ? part : part.slice(0, equals);
  const value = equals < 0 ? undefined : part.slice(equals + 1);
  if (name === '') scanner.refuse('URI parameter without a name', start);
  const wrong = firstUnescaped(equals < 0 ? name : name + value, uriParameterCharacters);
  if (wrong >= 0) scanner.refuse('character not allowed in a URI parameter', start + wrong);
  return [name, value];
}

function endOfParameter(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 59 || code === 63) return at;
  }
  return text.length;
}

function readUriHeaders(scanner: Scanner): string {
  const start = scanner.position + 1;
  const rest = scanner.text.slice(start);
  const parts = rest.split('&');
  if (parts.length > maxParameters) scanner.refuse(`more than ${maxParameters} URI headers`, start);
  for (const part of parts) {
    const equals = part.indexOf('=');
    const wrong = firstUnescaped(part.replace('=', ''), uriHeaderCharacters);
    if (equals < 1 || wrong >= 0) scanner.refuse('malformed URI header', start);
  }
  scanner.position = scanner.text.length;
  return rest;
}

function headersOf(raw: string | undefined): readonly (readonly [string, string])[] {
  return (raw ?? '')
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const equals = part.indexOf('=');
      return [unescapeUri(part.slice(0, equals)), unescapeUri(part.slice(equals + 1))] as const;
    });
}
