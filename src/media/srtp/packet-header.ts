/** Where the payload of an RTP packet begins, behind sources and extension; possibly beyond its end (RFC 3550 §5.1). */
export function rtpPayloadStart(bytes: Uint8Array): number {
  const first = bytes[0] ?? 0;
  const extension = 12 + 4 * (first & 0x0f);
  if ((first & 0x10) === 0) return extension;
  return extension + 4 + 4 * readWord(bytes, extension + 2);
}

export function readWord(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}

export function readLongWord(bytes: Uint8Array, at: number): number {
  return ((readWord(bytes, at) << 16) | readWord(bytes, at + 2)) >>> 0;
}

export function writeLongWord(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value >>> 24;
  bytes[at + 1] = value >>> 16;
  bytes[at + 2] = value >>> 8;
  bytes[at + 3] = value;
}
