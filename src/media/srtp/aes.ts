/**
 * AES with keys of 128 bits, one direction, one block at a time. Written out here because a cipher object of Node for
 * every packet costs several times what the packet itself does.
 */
export class Aes128 {
  readonly #keys: Uint32Array;

  /** The key is 16 bytes. */
  constructor(key: Uint8Array) {
    this.#keys = expand(key);
  }

  /** Encrypts the four words of `block` in place. */
  encrypt(block: Uint32Array): void {
    const keys = this.#keys;
    const rows = mixed;
    let a = at(block, 0) ^ at(keys, 0);
    let b = at(block, 1) ^ at(keys, 1);
    let c = at(block, 2) ^ at(keys, 2);
    let d = at(block, 3) ^ at(keys, 3);
    for (let round = 4; round < 40; round += 4) {
      const e =
        at(rows, a >>> 24) ^
        at(rows, 256 | ((b >>> 16) & 0xff)) ^
        at(rows, 512 | ((c >>> 8) & 0xff)) ^
        at(rows, 768 | (d & 0xff));
      const f =
        at(rows, b >>> 24) ^
        at(rows, 256 | ((c >>> 16) & 0xff)) ^
        at(rows, 512 | ((d >>> 8) & 0xff)) ^
        at(rows, 768 | (a & 0xff));
      const g =
        at(rows, c >>> 24) ^
        at(rows, 256 | ((d >>> 16) & 0xff)) ^
        at(rows, 512 | ((a >>> 8) & 0xff)) ^
        at(rows, 768 | (b & 0xff));
      const h =
        at(rows, d >>> 24) ^
        at(rows, 256 | ((a >>> 16) & 0xff)) ^
        at(rows, 512 | ((b >>> 8) & 0xff)) ^
        at(rows, 768 | (c & 0xff));
      a = e ^ at(keys, round);
      b = f ^ at(keys, round + 1);
      c = g ^ at(keys, round + 2);
      d = h ^ at(keys, round + 3);
    }
    // The last round does not mix.
    block[0] = (byte(a, 24) | byte(b, 16) | byte(c, 8) | byte(d, 0)) ^ at(keys, 40);
    block[1] = (byte(b, 24) | byte(c, 16) | byte(d, 8) | byte(a, 0)) ^ at(keys, 41);
    block[2] = (byte(c, 24) | byte(d, 16) | byte(a, 8) | byte(b, 0)) ^ at(keys, 42);
    block[3] = (byte(d, 24) | byte(a, 16) | byte(b, 8) | byte(c, 0)) ^ at(keys, 43);
  }
}

// Indexes are within the arrays: the casts save a test in the innermost loops.
function at(words: Uint32Array, index: number): number {
  return words[index] as number;
}

const substitution = makeSubstitution();
/** Substitution and mixing of a column: 256 words for each row of the state. */
const mixed = mixingTables();

/** One substituted byte of a word, at its place. */
function byte(word: number, shift: number): number {
  return (substitution[(word >>> shift) & 0xff] as number) << shift;
}

/** FIPS 197 §5.2. */
function expand(key: Uint8Array): Uint32Array {
  const view = new DataView(key.buffer, key.byteOffset, 16);
  const words = new Uint32Array(44);
  for (let index = 0; index < 4; index += 1) words[index] = view.getUint32(4 * index);
  let constant = 1;
  for (let index = 4; index < 44; index += 1) {
    let word: number = words[index - 1] ?? 0;
    if (index % 4 === 0) {
      const turned = (word << 8) | (word >>> 24);
      word = (byte(turned, 24) | byte(turned, 16) | byte(turned, 8) | byte(turned, 0)) ^ (constant << 24);
      constant = doubled(constant);
    }
    words[index] = (words[index - 4] ?? 0) ^ word;
  }
  return words;
}

/** In the field of 2^8 elements (FIPS 197 §4.2). */
function doubled(value: number): number {
  return ((value << 1) ^ (value & 0x80 ? 0x11b : 0)) & 0xff;
}

/** FIPS 197 §5.1.1: the inverse of a byte, and an affine transformation. Walks through all powers of 3 and their inverses. */
function makeSubstitution(): Uint8Array {
  const table = new Uint8Array(256);
  let [power, inverse] = [1, 1];
  do {
    power = power ^ doubled(power);
    inverse ^= inverse << 1;
    inverse ^= inverse << 2;
    inverse ^= inverse << 4;
    inverse = (inverse ^ (inverse & 0x80 ? 0x09 : 0)) & 0xff;
    const turned = (bits: number): number => (inverse << bits) | (inverse >>> (8 - bits));
    table[power] = (inverse ^ turned(1) ^ turned(2) ^ turned(3) ^ turned(4) ^ 0x63) & 0xff;
  } while (power !== 1);
  table[0] = 0x63;
  return table;
}

function mixingTables(): Uint32Array {
  const tables = new Uint32Array(4 * 256);
  substitution.forEach((once, index) => {
    const twice = doubled(once);
    const word = ((twice << 24) | (once << 16) | (once << 8) | (twice ^ once)) >>> 0;
    for (let row = 0; row < 4; row += 1)
      tables[256 * row + index] = row === 0 ? word : (word >>> (8 * row)) | (word << (32 - 8 * row));
  });
  return tables;
}
