import type { NetworkPlace } from '../../../shared/network/network-place';
import { branchCookie } from '../../message/headers/via';
import { bytesOf, startsWith } from './early-bytes';
import { markWith, noMark } from './seen-branches';

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

/** The top hop of a request, as far as a refusal needs it: positions in its datagram. */
export class EarlyVia {
  #hostStart = 0;
  #hostEnd = 0;
  #portEnd = 0;
  #branchStart = -1;
  #branchEnd = -1;
  /** Of the branch, for `SeenBranches`. */
  mark = noMark;
  /** Where `rport` stands, in whose place the real source is written (RFC 3581 §4); -1 for an answer without it. */
  stampAt = -1;

  constructor(private readonly datagram: Buffer) {}

  /** Reads a line; false unless it is one hop that wants its answer where the request came from. */
  read(from: number, to: number, source: NetworkPlace): boolean {
    const { datagram } = this;
    if (!startsWith(datagram, from, start)) return false;
    this.#hostStart = from + start.length;
    this.#hostEnd = endOfHost(datagram, this.#hostStart, to);
    this.#portEnd = endOfPort(datagram, this.#hostEnd, to);
    if (this.#hostEnd === this.#hostStart || datagram[this.#portEnd] !== semicolon) return false;
    if (!this.#readParameters(to) || this.#branchStart < 0) return false;
    // Without a request for it, an answer goes to the place in the line, which has to be the source then.
    return this.stampAt >= 0 || this.#place === `${source.host}:${source.port}`;
  }

  /** What of it belongs to the key of the transaction, as `serverKey` has it. */
  get owner(): string {
    const branch = this.datagram.toString('latin1', this.#branchStart, this.#branchEnd);
    return `${branch} ${this.#place}${this.#hostEnd === this.#portEnd ? ':' : ''}`;
  }

  get #place(): string {
    return this.datagram.toString('latin1', this.#hostStart, this.#portEnd).toLowerCase();
  }

  /** False when there is a parameter that a plain hop does not have. */
  #readParameters(to: number): boolean {
    const { datagram } = this;
    let next = this.#portEnd;
    while (next < to) {
      const name = next + 1;
      next = endOfParameter(datagram, name, to);
      if (next < 0 || startsWith(datagram, name, received)) return false;
      if (next - name === rport.length && startsWith(datagram, name, rport)) this.stampAt = name;
      else if (startsWith(datagram, name, branchName)) this.#readBranch(name + branchName.length, next);
    }
    return true;
  }

  /** Others than those with the cookie, in the very same case, belong to another kind of key. */
  #readBranch(from: number, to: number): void {
    const { datagram } = this;
    for (let index = 0; index < cookie.length; index += 1) if (datagram[from + index] !== cookie[index]) return;
    if (to - from === cookie.length) return;
    let mark = noMark;
    for (let at = from; at < to; at += 1) mark = markWith(mark, datagram[at] as number);
    this.mark = mark;
    this.#branchStart = from;
    this.#branchEnd = to;
  }
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

/** Where the next one begins, or the line ends; -1 when there is more in the line than a hop. */
function endOfParameter(datagram: Buffer, from: number, to: number): number {
  for (let at = from; at < to; at += 1) {
    const byte = datagram[at];
    if (byte === semicolon) return at;
    if (byte === comma || byte === quote || byte === space || byte === tab) return -1;
  }
  return to;
}
