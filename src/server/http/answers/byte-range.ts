/** A part of a body, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The part of a body that a `Range` header requests (RFC 9110 §14.2). Anything but a single well-formed byte range is
 * ignored, as the RFC allows: several ranges would need a multipart body, which clients do not use for recordings. The
 * package range-parser is not used: it refuses a suffix that is longer than the body, where RFC 9110 §14.1.2 asks for
 * all of the body.
 */
export function rangeOf(header: string | undefined, length: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'whole';
  if (first === '') return lastBytes(Number(last), length);
  const [start, end] = [Number(first), last === '' ? Infinity : Number(last)];
  if (end < start) return 'whole';
  return start < length ? { start, end: Math.min(end, length - 1) } : 'unsatisfiable';
}

function lastBytes(count: number, length: number): ByteRange | 'unsatisfiable' {
  if (count === 0 || length === 0) return 'unsatisfiable';
  return { start: Math.max(0, length - count), end: length - 1 };
}
