/** The same bytes with nothing else around them: what is a part of something larger takes all of it along. */
export function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.length === bytes.buffer.byteLength ? bytes : bytes.slice();
}

/** Fewer bytes are copied sooner than they are handed over. */
const worthIt = 4096;

/** What is handed to another thread instead of being copied, of bytes that nobody here needs any more. */
export function buffersOf({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  const isOwn = buffer instanceof ArrayBuffer && byteLength === buffer.byteLength;
  return isOwn && byteLength >= worthIt ? [buffer] : [];
}
