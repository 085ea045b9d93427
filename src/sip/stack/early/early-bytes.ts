const lowerCase = 0x20;
const [firstCapital, lastCapital] = [0x41, 0x5a];

/** The bytes of a text in lower case, to compare with. */
export function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'latin1'));
}

/** Whether these bytes, which are in lower case, stand at a position in either case. */
export function startsWith(datagram: Buffer, at: number, expected: Uint8Array): boolean {
  for (let index = 0; index < expected.length; index += 1)
    if (lowered(datagram[at + index] ?? 0) !== expected[index]) return false;
  return true;
}

/** Capital letters in lower case, everything else as it is. */
function lowered(byte: number): number {
  return byte >= firstCapital && byte <= lastCapital ? byte | lowerCase : byte;
}
