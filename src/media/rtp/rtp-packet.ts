/** The fixed part of a packet, as it is read and written (RFC 3550 §5.1). */
export interface RtpHeader {
  payloadType: number;
  marker: boolean;
  sequence: number;
  timestamp: number;
  ssrc: number;
}

/** One packet that came: its header, and where in the bytes its payload lies. Filled anew for every packet. */
export class RtpPacket implements RtpHeader {
  payloadType = 0;
  marker = false;
  sequence = 0;
  timestamp = 0;
  ssrc = 0;
  bytes: Uint8Array = nothing;
  /** The payload is in the bytes from here, and up to `end`. */
  start = 0;
  end = 0;

  get length(): number {
    return this.end - this.start;
  }

  /** The payload without copying it; a new view with each call. */
  get payload(): Uint8Array {
    return this.bytes.subarray(this.start, this.end);
  }
}

const nothing = new Uint8Array(0);

export const rtpHeaderLength = 12;

const version = 2;

/** Reads a packet into the given one; undefined when it is not RTP, or has invalid lengths. */
export function readRtp(bytes: Uint8Array, into: RtpPacket = new RtpPacket()): RtpPacket | undefined {
  if (bytes.length < rtpHeaderLength || isRtcp(bytes)) return undefined;
  const first = bytes[0] ?? 0;
  if (first >> 6 !== version) return undefined;
  const start = payloadStart(bytes, first);
  const end = first & 0x20 ? bytes.length - (bytes[bytes.length - 1] ?? 0) : bytes.length;
  // Padding counts itself, so none at all is a lie too.
  if (start > end || (first & 0x20 && end === bytes.length)) return undefined;
  into.payloadType = (bytes[1] ?? 0) & 0x7f;
  into.marker = (bytes[1] ?? 0) >= 0x80;
  into.sequence = word(bytes, 2);
  into.timestamp = longWord(bytes, 4);
  into.ssrc = longWord(bytes, 8);
  into.bytes = bytes;
  into.start = start;
  into.end = end;
  return into;
}

/** Whether this is RTCP where both share a port: its types take the place of marker and payload type (RFC 5761 §4). */
export function isRtcp(bytes: Uint8Array): boolean {
  const type = bytes[1] ?? 0;
  return (bytes[0] ?? 0) >> 6 === version && type >= 192 && type <= 223;
}

/** Writes a header without sources or extension to the start of the bytes. */
export function writeRtpHeader(into: Uint8Array, header: RtpHeader): void {
  into[0] = version << 6;
  into[1] = (header.marker ? 0x80 : 0) | (header.payloadType & 0x7f);
  into[2] = header.sequence >> 8;
  into[3] = header.sequence;
  putLongWord(into, 4, header.timestamp);
  putLongWord(into, 8, header.ssrc);
}

export function word(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}

export function longWord(bytes: Uint8Array, at: number): number {
  return ((word(bytes, at) << 16) | word(bytes, at + 2)) >>> 0;
}

export function putLongWord(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value >>> 24;
  bytes[at + 1] = value >>> 16;
  bytes[at + 2] = value >>> 8;
  bytes[at + 3] = value;
}

/** Behind the contributing sources and the extension; possibly beyond the end of the bytes. */
function payloadStart(bytes: Uint8Array, first: number): number {
  const extension = rtpHeaderLength + 4 * (first & 0x0f);
  if (!(first & 0x10)) return extension;
  const start = extension + 4;
  return start > bytes.length ? start : start + 4 * word(bytes, extension + 2);
}
