import type { NetworkPlace } from '../../../shared/network/network-place';
import { methods } from '../../message/methods';
import { isEmergencyService } from '../../message/uri/service-urn';
import { bytesOf, startsWith } from './early-bytes';
import { EarlyVia } from './early-via';

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

/** What a datagram with a request says, as far as that is needed to refuse it: positions in it, and texts where they are asked for. */
export class EarlyRequest {
  method = '';
  /** Whether it asks for an emergency service. */
  isEmergency = false;
  readonly via: EarlyVia;
  /** Starts and ends of the pieces that an answer takes over. */
  readonly copied: number[] = [];
  /** The value of To, without spaces around it: the tag of an answer is written behind it. */
  #toStart = 0;
  #toEnd = 0;
  /** The bits of the fields that were found. */
  #found = 0;
  #viaStart = 0;
  #viaEnd = 0;

  constructor(
    readonly datagram: Buffer,
    readonly source: NetworkPlace,
  ) {
    this.via = new EarlyVia(datagram);
  }

  /** Of its transaction, as `serverKey` has it. */
  get key(): string {
    return `${this.via.owner} ${this.method}`;
  }

  /** Where the tag is written behind To. */
  get tagAt(): number {
    return this.#toEnd;
  }

  /** The tag of To; empty for a request outside of dialogs. */
  get toTag(): string {
    for (let at = this.#toStart; at < this.#toEnd; at += 1)
      if (this.datagram[at] === semicolon) return tagIn(this.datagram.toString('latin1', this.#toStart, this.#toEnd));
    return '';
  }

  /** False for whatever is not plain; see `readEarly`. */
  read(): boolean {
    const { datagram } = this;
    const method = methodOf(datagram);
    if (method === undefined) return false;
    this.method = method;
    const uriStart = method.length + 1;
    const uriEnd = endOfUri(datagram, uriStart);
    if (uriEnd < 0 || !this.#readLines(uriEnd + version.length + 2)) return false;
    this.isEmergency = isEmergency(datagram, uriStart, uriEnd);
    return this.via.read(this.#viaStart, this.#viaEnd, this.source);
  }

  /** False when a line goes on in the next one, or a field that is needed once is there more often or not at all. */
  #readLines(start: number): boolean {
    const { datagram } = this;
    let at = start;
    for (;;) {
      const end = endOfLine(datagram, at);
      if (end < 0) return false;
      if (end === at) return this.#found === allBits;
      const initial = datagram[at] ?? 0;
      if (initial === space || initial === tab) return false;
      const group = fields[initial];
      if (group !== undefined && !this.#readLine(at, end, group)) return false;
      at = end + 2;
    }
  }

  /** False when the line is one too many, or says nothing. */
  #readLine(at: number, end: number, group: readonly Field[]): boolean {
    for (const { name, bit } of group) {
      const valueAt = valueBehind(this.datagram, at, name);
      if (valueAt >= 0) return this.#take(bit, valueAt, end) && this.#copy(at, end + 2);
    }
    return true;
  }

  #take(bit: number, valueAt: number, lineEnd: number): boolean {
    const isRepeated = (this.#found & bit) !== 0;
    if (isRepeated && bit !== viaBit) return false;
    const { datagram } = this;
    let [start, end] = [valueAt, lineEnd];
    while (start < end && (datagram[start] === space || datagram[start] === tab)) start += 1;
    while (end > start && (datagram[end - 1] === space || datagram[end - 1] === tab)) end -= 1;
    if (start === end) return false;
    this.#found |= bit;
    if (bit === viaBit && !isRepeated) {
      this.#viaStart = start;
      this.#viaEnd = end;
    } else if (bit === toBit) {
      this.#toStart = start;
      this.#toEnd = end;
    }
    return true;
  }

  /** Lines that follow each other become one piece. */
  #copy(start: number, end: number): true {
    const { copied } = this;
    const last = copied.length - 1;
    if (last >= 0 && copied[last] === start) copied[last] = end;
    else copied.push(start, end);
    return true;
  }
}

/**
 * Reads the few lines of a request that an answer needs, without the care that a message gets which is let in. Undefined
 * for whatever is not plain: line folding, several hops in a line, an answer that is to go elsewhere.
 */
export function readEarly(datagram: Buffer, source: NetworkPlace): EarlyRequest | undefined {
  const request = new EarlyRequest(datagram, source);
  return request.read() ? request : undefined;
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

/** The position behind the colon of a field of that name; -1 for another one. */
function valueBehind(datagram: Buffer, at: number, name: Uint8Array): number {
  if (!startsWith(datagram, at, name)) return -1;
  let next = at + name.length;
  while (datagram[next] === space || datagram[next] === tab) next += 1;
  return datagram[next] === colon ? next + 1 : -1;
}

function tagIn(to: string): string {
  const [, afterBracket, bare] = tagForm.exec(to) ?? [];
  return afterBracket ?? bare ?? '';
}
