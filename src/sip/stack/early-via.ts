import type { NetworkPlace } from '../../shared/network/network-place';
import { branchCookie } from '../message/headers/via';
import { bytesOf, startsWith } from './early-bytes';

/** Positions in a datagram; the last one is behind it. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** The top hop of a request, as far as a refusal needs it. */
export interface EarlyVia {
  /** What of it belongs to the key of the transaction, as `serverKey` has it. */
  readonly owner: string;
  /** Where `rport` stands, in whose place the real source is written (RFC 3581 §4); -1 for an answer without it. */
  readonly stampAt: number;
}

const [start, branchName, rport, received] = [
  bytesOf('sip/2.0/udp '),
  bytesOf('branch='),
  bytesOf('rport'),
  bytesOf('received='),
];
const cookie = Buffer.from(branchCookie);
export const rportLength = rport.length;
const [semicolon, colon, comma, quote, space, tab, zero, nine] = [0x3b, 0x3a, 0x2c, 0x22, 0x20, 0x09, 0x30, 0x39];
const [openBracket, closeBracket] = [0x5b, 0x5d];

/** One hop that wants its answer where the request came from; undefined for any other. */
export function readVia(datagram: Buffer, { from, to }: ByteRange, source: NetworkPlace): EarlyVia | undefined {
  if (!startsWith(datagram, from, start)) return undefined;
  const hostStart = from + start.length;
  const hostEnd = endOfHost(datagram, hostStart, to);
  const portEnd = endOfPort(datagram, hostEnd, to);
  if (hostEnd === hostStart || datagram[portEnd] !== semicolon) return undefined;
  const { branchStart, branchEnd, stampAt } = readParameters(datagram, portEnd, to);
  if (branchStart < 0) return undefined;
  const place = datagram.toString('latin1', hostStart, portEnd).toLowerCase();
  // Without a request for it, an answer goes to the place in the line, which has to be the source then.
  if (stampAt < 0 && place !== `${source.host}:${source.port}`) return undefined;
  return {
    owner: `${datagram.toString('latin1', branchStart, branchEnd)} ${hostEnd === portEnd ? `${place}:` : place}`,
    stampAt,
  };
}

function endOfHost(datagram: Buffer, from: number, to: number): number {
  for (let at = from; at < to; at += 1) {
    const byte = datagram[at];
    if (byte === colon || byte === semicolon) return at;
    if (byte === comma || byte === space || byte === tab || byte === openBracket || byte === closeBracket) return from;
  }
  return from;
}

/** The position itself where there is no port; ports with leading zeros would have another key. */
function endOfPort(datagram: Buffer, from: number, to: number): number {
  if (datagram[from] !== colon) return from;
  let at = from + 1;
  if (datagram[at] === zero) return from;
  for (; at < to; at += 1) {
    const byte = datagram[at] ?? 0;
    if (byte < zero || byte > nine) break;
  }
  return at - from > 1 && at - from <= 6 ? at : from;
}

interface ViaParameters {
  branchStart: number;
  branchEnd: number;
  stampAt: number;
}

/** The branch is missing (-1) when there is a parameter that a plain hop does not have. */
function readParameters(datagram: Buffer, from: number, to: number): ViaParameters {
  const found = { branchStart: -1, branchEnd: -1, stampAt: -1 };
  let next = from;
  while (next < to) {
    const name = next + 1;
    next = endOfParameter(datagram, name, to);
    if (next < 0 || startsWith(datagram, name, received)) return { branchStart: -1, branchEnd: -1, stampAt: -1 };
    if (next - name === rport.length && startsWith(datagram, name, rport)) found.stampAt = name;
    if (!startsWith(datagram, name, branchName)) continue;
    const value = name + branchName.length;
    if (!isCookie(datagram, value) || next - value === cookie.length) continue;
    found.branchStart = value;
    found.branchEnd = next;
  }
  return found;
}

/** In the very same case: other branches belong to another kind of key. */
function isCookie(datagram: Buffer, at: number): boolean {
  for (let index = 0; index < cookie.length; index += 1) if (datagram[at + index] !== cookie[index]) return false;
  return true;
}

/** Where the next one begins, or the line ends; -1 when there is more in the line than a hop. */
function endOfParameter(datagram: Buffer, from: number, to: number): number {
  for (let at = from; at < to; at += 1) {
    const byte = datagram[at];
    if (byte === semicolon) return at;
    if (byte === comma || byte === quote || byte === space || byte === tab) return -1;
  }
  return to;
}
