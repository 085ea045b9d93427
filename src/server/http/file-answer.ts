import type { IncomingHttpHeaders } from 'node:http';
import fresh from 'fresh';
import type { BinaryBody } from '../../contract/handler';
import type { ByteRange } from './byte-range';
import { rangeOf } from './byte-range';

/** What of a file is sent: all of it, a part, nothing because the reader has it, or nothing because there is no such part. */
export type FileAnswer = 'whole' | ByteRange | 'not-modified' | 'unsatisfiable';

type Version = NonNullable<BinaryBody['version']>;

/** How a request for a file is answered, its conditions weighed in the order of RFC 9110 §13.2.2. */
export function fileAnswer(method: string, headers: IncomingHttpHeaders, { length, version }: BinaryBody): FileAnswer {
  if (version !== undefined && isKnown(headers, version)) return 'not-modified';
  // Of HEAD, ranges are not asked (RFC 9110 §14.2).
  if (method !== 'GET' || !isSame(headers['if-range'], version)) return 'whole';
  return rangeOf(headers.range, length);
}

/** `"2a-5dc"`, for `ETag`. */
export function entityTag({ tag }: Version): string {
  return `"${tag}"`;
}

/** For `Last-Modified`, which knows whole seconds only. */
export function modificationDate({ modifiedAt }: Version): string {
  return new Date(modifiedAt).toUTCString();
}

/** Whether the reader has this version already. */
function isKnown(headers: IncomingHttpHeaders, version: Version): boolean {
  return fresh(headers, { etag: entityTag(version), 'last-modified': modificationDate(version) });
}

/** Whether the part continues what the reader has; without a condition it does. A weak tag never says so. */
function isSame(condition: IncomingHttpHeaders[string], version: Version | undefined): boolean {
  if (condition === undefined) return true;
  if (version === undefined) return false;
  const text = String(condition).trim();
  return text === entityTag(version) || text === modificationDate(version);
}
