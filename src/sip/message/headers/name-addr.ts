import { characterSet, tokenCharacters } from '../grammar/characters';
import { Parameters } from '../grammar/parameters';
import type { Scanner } from '../grammar/scanner';
import { quoteText, unquote } from '../grammar/scanner';
import type { Uri } from '../uri/uri';
import { parseUri } from '../uri/uri';

/** An address with a name and parameters, as in From, To, Contact and Route. */
export interface NameAddr {
  /** Without quotes; empty when there is none. */
  readonly displayName: string;
  readonly uri: Uri;
  readonly params: Parameters;
}

/** Where an address without angle brackets ends: what follows belongs to the header field (RFC 3261 §20). */
const addressEnd = characterSet(' \t;,?"<>');

export function readNameAddr(scanner: Scanner): NameAddr {
  scanner.skipSpace();
  const displayName = scanner.sees('"') ? quotedName(scanner) : plainName(scanner);
  if (displayName === undefined) {
    const uri = parseUri(bareAddress(scanner), scanner.header);
    return { displayName: '', uri, params: Parameters.read(scanner) };
  }
  return { displayName, uri: bracketedUri(scanner), params: Parameters.read(scanner) };
}

export function writeNameAddr({ displayName, uri, params }: NameAddr): string {
  const name = displayName === '' ? '' : `${quoteText(displayName)} `;
  return `${name}<${uri.toString()}>${params.toString()}`;
}

export function nameAddr(uri: Uri, params: Parameters = Parameters.none, displayName = ''): NameAddr {
  return { displayName, uri, params };
}

/** The tag of a From or To. */
export function tagOf({ params }: NameAddr): string | undefined {
  return params.get('tag');
}

function quotedName(scanner: Scanner): string {
  const name = unquote(scanner.quoted());
  scanner.skipSpace();
  return scanner.sees('<') ? name : scanner.refuse("'<' expected after the display name");
}

/** Words before an angle bracket; undefined, and nothing taken, when there is no bracket behind them. */
function plainName(scanner: Scanner): string | undefined {
  const start = scanner.position;
  const { text } = scanner;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 60) {
      scanner.position = at;
      return text.slice(start, at).trim();
    }
    // Deviation: letters beyond ASCII need quotes, but many write them without and mean nothing else.
    const isNamePart = code >= 128 || code === 32 || code === 9 || tokenCharacters[code] === 1;
    if (!isNamePart) return undefined;
  }
  return undefined;
}

function bracketedUri(scanner: Scanner): Uri {
  const start = scanner.position + 1;
  const end = scanner.text.indexOf('>', start);
  if (end < 0) return scanner.refuse("'>' is missing", start - 1);
  scanner.position = end + 1;
  return parseUri(scanner.text.slice(start, end), scanner.header);
}

function bareAddress(scanner: Scanner): string {
  const { text, position: start } = scanner;
  let end = start;
  while (end < text.length && addressEnd[text.charCodeAt(end)] !== 1) end += 1;
  scanner.position = end;
  if (scanner.sees('?')) scanner.refuse('a URI with a question mark needs angle brackets');
  return text.slice(start, end);
}
