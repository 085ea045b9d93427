/** Writes the first bytes of a signature behind a packet. */
export function writeTag(bytes: Uint8Array, start: number, { signature, length }: Tag): void {
  for (let index = 0; index < length; index += 1) bytes[start + index] = byteOf(signature, index);
}

/** Whether they are there. Takes the same time whatever differs. */
export function hasTag(bytes: Uint8Array, start: number, { signature, length }: Tag): boolean {
  let difference = 0;
  for (let index = 0; index < length; index += 1)
    difference |= (bytes[start + index] as number) ^ byteOf(signature, index);
  return difference === 0;
}

export interface Tag {
  readonly signature: Int32Array;
  /** Bytes. */
  readonly length: number;
}

function byteOf(signature: Int32Array, index: number): number {
  return ((signature[index >> 2] as number) >>> (24 - 8 * (index & 3))) & 0xff;
}
