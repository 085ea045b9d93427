import type { NetworkPlace } from '../../shared/network/network-place';
import { methods } from '../message/methods';
import { isEmergencyService } from '../message/uri/service-urn';
import { bytesOf, startsWith } from './early-bytes';
import type { ByteRange } from './early-via';
import { readVia, rportLength } from './early-via';

/** What a datagram with a request has to say before it is worth more: enough to refuse it. */
export interface EarlyRequest {
  readonly method: string;
  /** Of its transaction, as `serverKey` has it. */
  readonly key: string;
  /** The tag of To; empty for a request outside of dialogs. */
  readonly toTag: string;
  /** Whether it asks for an emergency service. */
  readonly isEmergency: boolean;
  readonly source: NetworkPlace;
  readonly datagram: Buffer;
  /** Starts and ends of the pieces that an answer takes over. */
  readonly copied: readonly number[];
  /** Where the source is written into the top Via, in place of `rport`; -1 where it is not. */
  readonly stampAt: number;
  /** Where the tag is written behind To. */
  readonly tagAt: number;
}

const tagForm = />[^>]*;\s*tag=([^;\s]+)|^[^<"]*;\s*tag=([^;\s]+)/i;
const version = bytesOf(' sip/2.0');
const [space, tab, lineFeed, carriageReturn, colon, semicolon] = [0x20, 0x09, 0x0a, 0x0d, 0x3a, 0x3b];
const lowerU = 0x75;
const lowerCase = 0x20;

/** How messages begin that are never refused: answers, and requests of calls that there are. */
const kept = new Set(
  ['SIP/', 'ACK ', 'BYE ', 'CANC', 'PRAC', 'UPDA', 'INFO'].map((start) => Buffer.from(start).readUInt32BE()),
);

/** By their first four letters. */
const known: ReadonlyMap<number, string> = new Map(
  methods.map((method) => [Buffer.from(`${method} `).readUInt32BE(), method]),
);

/** Whether a datagram may hold a request outside of dialogs. Looks at four bytes of it. */
export function mayBeNew(datagram: Buffer): boolean {
  return datagram.length > 4 && !kept.has(datagram.readUInt32BE());
}

/**
 * Reads the few lines of a request that an answer needs, without the care that a message gets which is let in. Undefined
 * for whatever is not plain: line folding, several hops in a line, an answer that is to go elsewhere.
 */
export function readEarly(datagram: Buffer, source: NetworkPlace): EarlyRequest | undefined {
  const method = methodOf(datagram);
  if (method === undefined) return undefined;
  const uriStart = method.length + 1;
  const uriEnd = endOfUri(datagram, uriStart);
  const lines = uriEnd < 0 ? undefined : linesFrom(datagram, uriEnd + version.length + 2);
  const via = lines && readVia(datagram, lines.via, source);
  if (lines === undefined || via === undefined) return undefined;
  return {
    method,
    key: `${via.owner} ${method}`,
    toTag: lines.hasParameters ? tagIn(datagram.toString('latin1', lines.to.from, lines.to.to)) : '',
    isEmergency: isEmergency(datagram, uriStart, uriEnd),
    source,
    datagram,
    copied: lines.copied,
    stampAt: via.stampAt,
    tagAt: lines.to.to,
  };
}

/** The fixed parts of a refusal without a body. */
export interface EarlyRefusal {
  readonly tag: string;
  /** The lines at its end. */
  readonly last: string;
}

export function earlyRefusal(tag: string, retryAfterSeconds: number): EarlyRefusal {
  return { tag: `;tag=${tag}`, last: `Retry-After: ${retryAfterSeconds}\r\nContent-Length: 0\r\n\r\n` };
}

/** The bytes of a refusal of a request without a tag in To. */
export function earlyAnswer(request: EarlyRequest, { tag, last }: EarlyRefusal): Buffer {
  const { datagram, copied, stampAt, tagAt, source } = request;
  let text = 'SIP/2.0 503 Service Unavailable\r\n';
  for (let index = 0; index < copied.length; index += 2) {
    let start = copied[index] ?? 0;
    const end = copied[index + 1] ?? 0;
    if (stampAt >= start && stampAt < end) {
      text += `${datagram.toString('latin1', start, stampAt)}received=${source.host};rport=${source.port}`;
      start = stampAt + rportLength;
    }
    if (tagAt >= start && tagAt < end) {
      text += datagram.toString('latin1', start, tagAt) + tag;
      start = tagAt;
    }
    text += datagram.toString('latin1', start, end);
  }
  return Buffer.from(text + last, 'latin1');
}

function methodOf(datagram: Buffer): string | undefined {
  const method = datagram.length < 4 ? undefined : known.get(datagram.readUInt32BE());
  if (method === undefined || datagram[method.length] !== space) return undefined;
  for (let index = 4; index < method.length; index += 1)
    if (datagram[index] !== method.charCodeAt(index)) return undefined;
  return method;
}

/** Where the version begins, which comes after the URI and ends the line; -1 for another line. */
function endOfUri(datagram: Buffer, start: number): number {
  let at = start;
  while (at < datagram.length && (datagram[at] ?? 0) > space) at += 1;
  const end = at + version.length;
  const isPlain =
    at > start &&
    startsWith(datagram, at, version) &&
    datagram[end] === carriageReturn &&
    datagram[end + 1] === lineFeed;
  return isPlain ? at : -1;
}

/** URIs of other schemes are not looked at. */
function isEmergency(datagram: Buffer, start: number, end: number): boolean {
  return ((datagram[start] ?? 0) | lowerCase) === lowerU && isEmergencyService(datagram.toString('latin1', start, end));
}

/** Values without spaces around them. */
interface EarlyLines {
  readonly copied: number[];
  /** The top one. */
  via: ByteRange;
  to: ByteRange;
  /** Whether there is a semicolon in To. */
  hasParameters: boolean;
  /** The bits of the fields that were found. */
  found: number;
}

const nowhere: ByteRange = { from: 0, to: 0 };

interface Field {
  readonly name: Uint8Array;
  readonly bit: number;
}

const [viaBit, fromBit, toBit, callIdBit, sequenceBit] = [1, 2, 4, 8, 16];
const allBits = viaBit | fromBit | toBit | callIdBit | sequenceBit;
const field = (name: string, bit: number): Field => ({ name: bytesOf(name), bit });

/** By their first letters. Names that begin with the same one come in the order in which they are tried, compact forms last. */
const fields: readonly (readonly Field[] | undefined)[] = byInitial([
  ...[field('via', viaBit), field('v', viaBit), field('from', fromBit), field('f', fromBit)],
  ...[field('to', toBit), field('t', toBit), field('i', callIdBit)],
  ...[field('call-id', callIdBit), field('cseq', sequenceBit)],
]);

function byInitial(all: readonly Field[]): readonly (readonly Field[] | undefined)[] {
  return Array.from({ length: 256 }, (_, initial) => {
    const group = all.filter(({ name }) => name[0] === (initial | lowerCase));
    return group.length === 0 ? undefined : group;
  });
}

/** Undefined when a line goes on in the next one, or a field that is needed once is there more often or not at all. */
function linesFrom(datagram: Buffer, start: number): EarlyLines | undefined {
  const lines: EarlyLines = {
    copied: [],
    via: nowhere,
    to: nowhere,
    hasParameters: false,
    found: 0,
  };
  let at = start;
  for (;;) {
    const end = endOfLine(datagram, at);
    if (end < 0) return undefined;
    if (end === at) return lines.found === allBits ? lines : undefined;
    const initial = datagram[at] ?? 0;
    if (initial === space || initial === tab) return undefined;
    const group = fields[initial];
    if (group !== undefined && !readLine(datagram, { at, end, group }, lines)) return undefined;
    at = end + 2;
  }
}

/** -1 when it has no end, or a control character that may be one for others. */
function endOfLine(datagram: Buffer, start: number): number {
  const { length } = datagram;
  for (let at = start; at < length; at += 1) {
    const byte = datagram[at] ?? 0;
    if (byte > carriageReturn || byte === tab) continue;
    return byte === carriageReturn && datagram[at + 1] === lineFeed ? at : -1;
  }
  return -1;
}

interface Line {
  readonly at: number;
  readonly end: number;
  readonly group: readonly Field[];
}

/** False when the line is one too many, or says nothing. */
function readLine(datagram: Buffer, { at, end, group }: Line, lines: EarlyLines): boolean {
  for (const { name, bit } of group) {
    const valueAt = valueBehind(datagram, at, name);
    if (valueAt < 0) continue;
    const isRepeated = (lines.found & bit) !== 0;
    if (isRepeated && bit !== viaBit) return false;
    const value = trimmed(datagram, valueAt, end);
    if (value.from === value.to) return false;
    lines.found |= bit;
    copyLine(lines.copied, at, end + 2);
    if (bit === viaBit && !isRepeated) lines.via = value;
    if (bit === toBit) {
      lines.to = value;
      lines.hasParameters = hasParameters(datagram, value);
    }
    return true;
  }
  return true;
}

/** Lines that follow each other become one piece. */
function copyLine(copied: number[], start: number, end: number): void {
  if (copied.at(-1) === start) copied[copied.length - 1] = end;
  else copied.push(start, end);
}

/** The position behind the colon of a field of that name; -1 for another one. */
function valueBehind(datagram: Buffer, at: number, name: Uint8Array): number {
  if (!startsWith(datagram, at, name)) return -1;
  let next = at + name.length;
  while (datagram[next] === space || datagram[next] === tab) next += 1;
  return datagram[next] === colon ? next + 1 : -1;
}

function trimmed(datagram: Buffer, from: number, to: number): ByteRange {
  let [start, end] = [from, to];
  while (start < end && (datagram[start] === space || datagram[start] === tab)) start += 1;
  while (end > start && (datagram[end - 1] === space || datagram[end - 1] === tab)) end -= 1;
  return { from: start, to: end };
}

function hasParameters(datagram: Buffer, { from, to }: ByteRange): boolean {
  for (let at = from; at < to; at += 1) if (datagram[at] === semicolon) return true;
  return false;
}

function tagIn(to: string): string {
  const [, afterBracket, bare] = tagForm.exec(to) ?? [];
  return afterBracket ?? bare ?? '';
}
