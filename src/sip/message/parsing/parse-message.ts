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

const headEnd = Buffer.from('\r\n\r\n');

/** Reads a datagram. What follows the body is ignored; a body that is shorter than announced is refused (§18.3). */
export function parseDatagram(bytes: Buffer, limits: MessageLimits = defaultLimits): ParseResult {
  const end = bytes.indexOf(headEnd);
  if ((end < 0 ? bytes.length : end) > limits.maxHeadBytes) return tooLarge(limits.maxHeadBytes);
  const result = readHead(end < 0 ? bytes : bytes.subarray(0, end), limits);
  if ('refusal' in result) return result;
  result.message.received = bytes;
  const fault = end < 0 ? missingEmptyLine(bytes) : undefined;
  return finishMessage(withFault(result, fault), end < 0 ? bytes.subarray(0, 0) : bytes.subarray(end + 4), limits);
}

/** The head, or the refusal when it is not SIP. */
export function readHead(bytes: Buffer, limits: MessageLimits): ParsedHead | RefusedMessage {
  try {
    return parseHead(bytes, limits);
  } catch (error) {
    return refused(error, undefined);
  }
}

/** Joins a head with all bytes that may be its body. */
export function finishMessage(head: ParsedHead, rest: Buffer, limits: MessageLimits): ParseResult {
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

function bodyOf(message: SipMessage, rest: Buffer, { maxBodyBytes }: MessageLimits): Buffer {
  const length = message.headers.get(contentLengthHeader) ?? rest.length;
  const header = 'Content-Length';
  if (length > maxBodyBytes) {
    throw new MessageRefusal({ header, offset: 0, reason: `must not be greater than ${maxBodyBytes}`, status: 413 });
  }
  if (length > rest.length) {
    throw new MessageRefusal({ header, offset: 0, reason: `only ${rest.length} bytes of ${length} arrived` });
  }
  return rest.subarray(0, length);
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
