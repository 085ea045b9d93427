import type { IncomingHttpHeaders } from 'node:http';
import fresh from 'fresh';
import type { BinaryBody } from '../../../contract/handler';
import type { ByteRange } from './byte-range';
import { rangeOf } from './byte-range';

/**
 * Which part of a file is sent: all, a range, nothing because the client's copy is current, or nothing because the
 * range is unsatisfiable.
 */
export type FileAnswer = 'whole' | ByteRange | 'not-modified' | 'unsatisfiable';

type Version = NonNullable<BinaryBody['version']>;

/** How a request for a file is answered, with conditions evaluated in the order of RFC 9110 §13.2.2. */
export function fileAnswer(method: string, headers: IncomingHttpHeaders, { length, version }: BinaryBody): FileAnswer {
  if (version !== undefined && isKnown(headers, version)) return 'not-modified';
  // HEAD ignores ranges (RFC 9110 §14.2).
  if (method !== 'GET' || !isSame(headers['if-range'], version)) return 'whole';
  return rangeOf(headers.range, length);
}

/** `"2a-5dc"`, for `ETag`. */
export function entityTag({ tag }: Version): string {
  return `"${tag}"`;
}

/** For `Last-Modified`, which has whole seconds only. */
export function modificationDate({ modifiedAt }: Version): string {
  return new Date(modifiedAt).toUTCString();
}

/** Whether the client has this version already. */
function isKnown(headers: IncomingHttpHeaders, version: Version): boolean {
  return fresh(headers, { etag: entityTag(version), 'last-modified': modificationDate(version) });
}

/** Whether the range continues the client's version (If-Range); true without a condition. A weak tag never matches. */
function isSame(condition: IncomingHttpHeaders[string], version: Version | undefined): boolean {
  if (condition === undefined) return true;
  if (version === undefined) return false;
  const text = String(condition).trim();
  return text === entityTag(version) || text === modificationDate(version);
}
