/**
 * The same bytes with nothing else around them: on the way to another thread, what is a part of something larger takes
 * all of it along. Copied there, never transferred: one buffer that changes hands makes every typed array of its thread
 * slower from then on, mixing by a third.
 */
export function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.length === bytes.buffer.byteLength ? bytes : bytes.slice();
}
