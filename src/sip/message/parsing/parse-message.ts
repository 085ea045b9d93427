import type { MessageLimits } from '../grammar/limits';
import { defaultLimits } from '../grammar/limits';
import { checkMandatoryHeaders } from '../headers/mandatory-headers';
import type { SipMessage, SipRequest } from '../message';
import { contentLengthHeader } from '../headers/number-headers';
import type { ParsedHead } from './parse-head';
import { parseHead } from './parse-head';
import { MessageRefusal } from '../grammar/refusal';

export interface RefusedMessage {
  readonly message: undefined;
  readonly refusal: MessageRefusal;
  /** To be answered with the refusal's status; undefined when no response is possible or allowed. */
  readonly request: SipRequest | undefined;
}

/** What came out of some bytes: a message, or why there is none. */
export type ParseResult = { readonly message: SipMessage } | RefusedMessage;

const carriageReturn = 13;
const lineFeed = 10;

/** Reads a datagram. What follows the body is ignored; a body that is shorter than announced is refused (§18.3). */
export function parseDatagram(bytes: Buffer, limits: MessageLimits = defaultLimits): ParseResult {
  const emptyLine = findEmptyLine(bytes);
  const end = emptyLine < 0 ? bytes.length : emptyLine;
  if (end > limits.maxHeadBytes) return tooLarge(limits.maxHeadBytes);
  const result = readHead(bytes, limits, end);
  if ('refusal' in result) return result;
  result.message.received = bytes;
  const fault = emptyLine < 0 ? missingEmptyLine(bytes) : undefined;
  return finishMessage(withFault(result, fault), { bytes, start: Math.min(end + 4, bytes.length) }, limits);
}

/**
 * Where the first CR LF CR LF begins; -1 without one. Looks at every fourth byte, as long as that is not part of a line break: the
 * search of Buffer costs as much as reading some header fields.
 */
function findEmptyLine(bytes: Buffer): number {
  let last = 3;
  while (last < bytes.length) {
    const byte = bytes[last];
    if (byte === carriageReturn) last += 1;
    else if (byte !== lineFeed) last += 4;
    else if (isLineBreak(bytes, last - 1) && isLineBreak(bytes, last - 3)) return last - 3;
    else last += 2;
  }
  return -1;
}

function isLineBreak(bytes: Buffer, at: number): boolean {
  return bytes[at] === carriageReturn && bytes[at + 1] === lineFeed;
}

/** The head, or the refusal when it is not SIP. */
export function readHead(bytes: Buffer, limits: MessageLimits, end = bytes.length): ParsedHead | RefusedMessage {
  try {
    return parseHead(bytes, limits, end);
  } catch (error) {
    return refused(error, undefined);
  }
}

/** Bytes of which those from a place on may be a body. */
interface Rest {
  readonly bytes: Buffer;
  readonly start: number;
}

/** Joins a head with all bytes that may be its body. */
export function finishMessage(head: ParsedHead, rest: Rest, limits: MessageLimits): ParseResult {
  const { message, fault } = head;
  try {
    if (fault !== undefined) throw fault;
    checkMandatoryHeaders(message);
    message.body = bodyOf(message, rest, limits);
    return { message };
  } catch (error) {
    return refused(error, message);
  }
}

export function tooLarge(maxBytes: number): RefusedMessage {
  const reason = `start line and header fields are longer than ${maxBytes} bytes`;
  return refused(new MessageRefusal({ offset: maxBytes, reason, status: 513 }), undefined);
}

function bodyOf(message: SipMessage, { bytes, start }: Rest, { maxBodyBytes }: MessageLimits): Buffer {
  const present = bytes.length - start;
  const length = message.headers.get(contentLengthHeader) ?? present;
  const header = 'Content-Length';
  if (length > maxBodyBytes) {
    throw new MessageRefusal({ header, offset: 0, reason: `must not be greater than ${maxBodyBytes}`, status: 413 });
  }
  if (length > present) {
    throw new MessageRefusal({ header, offset: 0, reason: `only ${present} bytes of ${length} arrived` });
  }
  // A message without a body has the empty one of its own.
  return length === 0 ? message.body : bytes.subarray(start, start + length);
}

function missingEmptyLine({ length }: Buffer): MessageRefusal {
  return new MessageRefusal({ offset: length, reason: 'empty line after the header fields is missing' });
}

function withFault(head: ParsedHead, fault: MessageRefusal | undefined): ParsedHead {
  return fault === undefined ? head : { ...head, fault: head.fault ?? fault };
}

/** A refusal as a result; anything else that was thrown is a bug and stays thrown. */
export function refused(error: unknown, message: SipMessage | undefined): RefusedMessage {
  if (!(error instanceof MessageRefusal)) throw error;
  return { message: undefined, refusal: error, request: isAnswerable(message) ? message : undefined };
}

/** An answer finds its way by Via and its request by CSeq; an ACK never has one (RFC 3261 §17). */
function isAnswerable(message: SipMessage | undefined): message is SipRequest {
  if (message?.kind !== 'request' || message.method === 'ACK') return false;
  return message.headers.has('Via') && message.headers.has('CSeq');
}
