/** Bits of each of the two tables: with a hundred thousand requests in one, one in ten branches that were never seen looks as if it had been. */
const tableBits = 20;
const bitMask = 2 ** tableBits - 1;
const wordBits = 5;
const space = 0x20;

/** The mark of a branch before its first byte, and with one byte more (FNV-1a). */
export const noMark = 0x811c9dc5 | 0;
export function markWith(mark: number, byte: number): number {
  return Math.imul(mark ^ byte, 0x01000193);
}

/**
 * Remembers roughly which branches requests had that were let in, for as long as copies of them may come: a branch that it
 * does not know is new for certain. To look for a transaction takes the text of its key, and a place in a large Map, which
 * is more than all else that a refusal needs of a request.
 */
export class SeenBranches {
  #present = new Int32Array(2 ** (tableBits - wordBits));
  #past = new Int32Array(2 ** (tableBits - wordBits));
  #since: number;

  /** A branch is remembered for the lifetime at least, and for twice that at most. */
  constructor(
    private readonly now: () => number,
    private readonly lifetimeMs: number,
  ) {
    this.#since = now();
  }

  /** By the key of a transaction, which begins with the branch. */
  note(key: string): void {
    let mark = noMark;
    for (let index = 0; index < key.length; index += 1) {
      const character = key.charCodeAt(index);
      if (character === space) break;
      mark = markWith(mark, character);
    }
    this.#turn();
    const place = placeOf(mark);
    this.#present[place >>> wordBits] = (this.#present[place >>> wordBits] as number) | (1 << place);
  }

  /** Whether a branch with that mark may have been noted. */
  mayKnow(mark: number): boolean {
    const place = placeOf(mark);
    const words = (this.#present[place >>> wordBits] as number) | (this.#past[place >>> wordBits] as number);
    return (words & (1 << place)) !== 0;
  }

  #turn(): void {
    const now = this.now();
    if (now - this.#since < this.lifetimeMs) return;
    const oldest = this.#past;
    this.#past = this.#present;
    this.#present = oldest.fill(0);
    if (now - this.#since >= 2 * this.lifetimeMs) this.#past.fill(0);
    this.#since = now;
  }
}

/** The upper bits of a mark differ least. */
function placeOf(mark: number): number {
  return (mark ^ (mark >>> tableBits)) & bitMask;
}
