import { isUtf8 } from 'node:buffer';
import { isDigit, isToken, tokenCharacters } from '../grammar/characters';
import { HeaderList } from '../headers/header-list';
import { headerBit, headerKey, knownNameAt } from '../headers/header-names';
import type { MessageLimits } from '../grammar/limits';
import type { SipMessage } from '../message';
import { SipRequest, SipResponse } from '../message';
import { MessageRefusal } from '../grammar/refusal';
import { parseUri, SipUri } from '../uri/uri';

/** Start line and header fields, as far as they could be parsed, and the first error. */
export interface ParsedHead {
  readonly message: SipMessage;
  readonly fault: MessageRefusal | undefined;
  /** Whether all lines could be parsed: otherwise the length of the body is unknown. */
  readonly isComplete: boolean;
}

type StartLine = Omit<ParsedHead, 'isComplete'>;

const versionAtEnd = /SIP\/\d+\.\d+[ \t]*$/i;

/**
 * Reads everything before the body, which is up to `end` without the line breaks there. Throws only when it is not SIP at all; of
 * everything else enough is read to answer it.
 */
export function parseHead(bytes: Buffer, limits: MessageLimits, end = bytes.length): ParsedHead {
  const text = decode(bytes, end);
  const firstEnd = text.indexOf('\r\n');
  const line = firstEnd < 0 ? text : text.slice(0, firstEnd);
  const headers = new HeaderList();
  const start = line.startsWith('SIP/') ? readStatusLine(line, headers) : readRequestLine(line, headers);
  const { maxHeaders } = limits;
  const linesStart = firstEnd < 0 ? text.length : firstEnd + 2;
  const fault = faultOf(() => readHeaderLines({ text, start: linesStart, maxHeaders }, headers));
  return { message: start.message, fault: start.fault ?? fault, isComplete: fault === undefined };
}

/** Deviation: old telephones write names in ISO 8859-1. That is read as what it is; we always write UTF-8. */
function decode(bytes: Buffer, end: number): string {
  const text = bytes.toString('utf8', 0, end);
  return text.includes('\ufffd') && !isUtf8(bytes.subarray(0, end)) ? bytes.toString('latin1', 0, end) : text;
}

function faultOf(action: () => void): MessageRefusal | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    if (error instanceof MessageRefusal) return error;
    throw error;
  }
}

function readStatusLine(line: string, headers: HeaderList): StartLine {
  const { status, reason } = usualStatusLine(line) ?? anyStatusLine(line);
  if (status < 100 || status > 699) throw new MessageRefusal({ offset: 8, reason: 'status must be 100 to 699' });
  return { message: new SipResponse({ status, reason, headers }), fault: undefined };
}

interface StatusLine {
  readonly status: number;
  readonly reason: string;
}

/** As nearly all are written: this version, three digits, and a space before the reason. */
function usualStatusLine(line: string): StatusLine | undefined {
  if (!line.startsWith('SIP/2.0 ') || line.charCodeAt(11) !== 32) return undefined;
  let status = 0;
  for (let at = 8; at < 11; at += 1) {
    const code = line.charCodeAt(at);
    if (!isDigit(code)) return undefined;
    status = status * 10 + code - 48;
  }
  return { status, reason: line.slice(12) };
}

function anyStatusLine(line: string): StatusLine {
  const [, version, digits, , reason] = /^SIP\/(\d+\.\d+) (\d{3})( (.*))?$/is.exec(line) ?? [];
  if (digits === undefined) throw new MessageRefusal({ offset: 0, reason: 'malformed status line' });
  if (version !== '2.0') throw new MessageRefusal({ offset: 4, reason: 'version must be SIP/2.0', status: 505 });
  return { status: Number(digits), reason: reason ?? '' };
}

function readRequestLine(line: string, headers: HeaderList): StartLine {
  const { method, uri, version, isLonger } = usualRequestLine(line) ?? anyRequestLine(line);
  if (!isToken(method)) throw new MessageRefusal({ offset: 0, reason: 'malformed method' });
  const message = new SipRequest({ method, uri, headers });
  return { message, fault: faultOf(() => checkRequestLine(message, { version, isLonger })) };
}

interface RequestLine {
  readonly method: string;
  readonly uri: string;
  readonly version: string;
  /** Whether there is more behind the version. */
  readonly isLonger: boolean;
}

const usualEnd = ' SIP/2.0';

/** As nearly all are written: with two spaces, and this version. */
function usualRequestLine(line: string): RequestLine | undefined {
  const uriStart = line.indexOf(' ') + 1;
  const uriEnd = line.length - usualEnd.length;
  if (uriStart > uriEnd || !line.endsWith(usualEnd) || line.indexOf(' ', uriStart) !== uriEnd) return undefined;
  const method = line.slice(0, uriStart - 1);
  return { method, uri: line.slice(uriStart, uriEnd), version: 'SIP/2.0', isLonger: false };
}

function anyRequestLine(line: string): RequestLine {
  if (!versionAtEnd.test(line)) throw new MessageRefusal({ offset: 0, reason: 'neither request nor response' });
  const [method = '', uri = '', version = '', ...rest] = line.split(' ', 5);
  return { method, uri, version, isLonger: rest.length > 0 };
}

function checkRequestLine(message: SipRequest, { version, isLonger }: Pick<RequestLine, 'version' | 'isLonger'>): void {
  const offset = message.method.length + 1;
  if (isLonger || message.uriText === '' || version === '') {
    throw new MessageRefusal({ offset, reason: 'request line must have one space before and after the URI' });
  }
  if (version !== 'SIP/2.0' && version.toUpperCase() !== 'SIP/2.0') {
    const reason = 'version must be SIP/2.0';
    throw new MessageRefusal({ offset: offset + message.uriText.length + 1, reason, status: 505 });
  }
  const uri = parseUri(message.uriText, 'Request-URI');
  if (uri instanceof SipUri && uri.rawHeaders !== undefined) {
    throw new MessageRefusal({ header: 'Request-URI', offset: 0, reason: 'must not contain header fields' });
  }
  message.uri = uri;
}

interface HeaderText {
  readonly text: string;
  readonly start: number;
  readonly maxHeaders: number;
}

function readHeaderLines({ text, start, maxHeaders }: HeaderText, headers: HeaderList): void {
  let at = start;
  while (at < text.length) {
    if (headers.size >= maxHeaders) {
      throw new MessageRefusal({ offset: at, reason: `more than ${maxHeaders} header fields`, status: 513 });
    }
    at = readHeaderLine(text, at, headers);
  }
}

/** Returns where the next line starts. */
function readHeaderLine(text: string, start: number, headers: HeaderList): number {
  let nameEnd = start;
  while (nameEnd < text.length && tokenCharacters[text.charCodeAt(nameEnd)] === 1) nameEnd += 1;
  if (nameEnd === start) throw new MessageRefusal({ offset: start, reason: 'name of a header field expected' });
  let colon = nameEnd;
  while (isSpace(text.charCodeAt(colon))) colon += 1;
  if (text.charCodeAt(colon) !== 58) throw new MessageRefusal({ offset: colon, reason: "':' expected" });

  let end = lineEnd(text, colon + 1);
  let isFolded = false;
  while (isSpace(text.charCodeAt(end + 2))) {
    isFolded = true;
    end = lineEnd(text, end + 2);
  }
  const trimmedValue = trimmed(text, colon + 1, end);
  const value = isFolded ? unfold(trimmedValue) : trimmedValue;
  const known = knownNameAt(text, start, nameEnd);
  if (known === undefined) {
    const name = text.slice(start, nameEnd);
    const key = headerKey(name);
    headers.addParsed({ name, key, bit: headerBit(key) }, value);
  } else headers.addParsed(known, value);
  return end + 2;
}

/** Line breaks come as CR LF and in no other form: what one element takes for a break, another might not. */
function lineEnd(text: string, start: number): number {
  const carriageReturn = text.indexOf('\r', start);
  const lineFeed = text.indexOf('\n', start);
  if (carriageReturn < 0 && lineFeed < 0) return text.length;
  if (carriageReturn < 0 || lineFeed !== carriageReturn + 1) {
    const isLineFeedFirst = carriageReturn < 0 || (lineFeed >= 0 && lineFeed < carriageReturn);
    const offset = isLineFeedFirst ? lineFeed : carriageReturn;
    throw new MessageRefusal({ offset, reason: 'CR and LF must stand together' });
  }
  return carriageReturn;
}

function trimmed(text: string, start: number, end: number): string {
  let first = start;
  let last = end;
  while (first < last && isBlank(text.charCodeAt(first))) first += 1;
  while (last > first && isBlank(text.charCodeAt(last - 1))) last -= 1;
  return text.slice(first, last);
}

function unfold(value: string): string {
  return value.replace(/\r\n[ \t]+/g, ' ');
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9;
}

/** Folded lines may be blank at either end. */
function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 13 || code === 10;
}
