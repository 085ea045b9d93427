/** HMAC with SHA-1 (RFC 2104) over one key and many messages: what the key brings about is worked out once. */
export class HmacSha1 {
  readonly #inner: Int32Array;
  readonly #outer: Int32Array;
  readonly #state = new Int32Array(5);
  readonly #words = new Int32Array(80);

  /** The key has at most 64 bytes. */
  constructor(key: Uint8Array) {
    this.#inner = this.#begun(key, 0x36);
    this.#outer = this.#begun(key, 0x5c);
  }

  /**
   * Authenticates the first `length` bytes, followed by a number of four bytes. The result is good until the next call:
   * five words.
   */
  sign(bytes: Uint8Array, length: number, number: number): Int32Array {
    const state = this.#state;
    state.set(this.#inner);
    let start = 0;
    for (; start + 64 <= length; start += 64) {
      this.#load(bytes, start, 16);
      this.#compress(state);
    }
    this.#finish(bytes, { start, length, number });
    this.#load(emptyBytes, 0, 0);
    this.#words.set(state);
    this.#words[5] = 0x80000000 | 0;
    this.#words[15] = (64 + 20) * 8;
    state.set(this.#outer);
    this.#compress(state);
    return state;
  }

  /** The rest of the message, the number, and the padding: one block or two. */
  #finish(bytes: Uint8Array, { start, length, number }: Rest): void {
    const words = this.#words;
    const whole = (length - start) >> 2;
    this.#load(bytes, start, whole);
    const over = (length - start) & 3;
    let word = 0;
    for (let index = 0; index < 4; index += 1)
      word = (word << 8) | (index < over ? (bytes[start + 4 * whole + index] as number) : 0);
    // The number begins behind the last byte, which may be in the middle of a word.
    const shift = 8 * over;
    words[whole] = word | (number >>> shift);
    let next = whole + 1;
    const tail = shift === 0 ? 0x80000000 : (number << (32 - shift)) | (0x80000000 >>> shift);
    if (next === 16) {
      this.#compress(this.#state);
      this.#load(emptyBytes, 0, 0);
      next = 0;
    }
    words[next] = tail | 0;
    if (next > 13) {
      this.#compress(this.#state);
      this.#load(emptyBytes, 0, 0);
    }
    words[15] = (64 + length + 4) * 8;
    this.#compress(this.#state);
  }

  #begun(key: Uint8Array, pad: number): Int32Array {
    const block = new Uint8Array(64).fill(pad);
    for (let index = 0; index < key.length; index += 1) block[index] = (key[index] ?? 0) ^ pad;
    const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
    this.#load(block, 0, 16);
    this.#compress(state);
    return state;
  }

  /** Fills the block with as many words of the bytes, and zeros behind them. */
  #load(bytes: Uint8Array, start: number, count: number): void {
    const words = this.#words;
    for (let index = 0, from = start; index < count; index += 1, from += 4)
      words[index] =
        ((bytes[from] as number) << 24) |
        ((bytes[from + 1] as number) << 16) |
        ((bytes[from + 2] as number) << 8) |
        (bytes[from + 3] as number);
    for (let index = count; index < 16; index += 1) words[index] = 0;
  }

  /** FIPS 180-4 §6.1.2. A loop for each of the four kinds of rounds: one loop that chooses would be half as fast. */
  #compress(state: Int32Array): void {
    const words = this.#words;
    for (let index = 16; index < 80; index += 1) {
      const word = at(words, index - 3) ^ at(words, index - 8) ^ at(words, index - 14) ^ at(words, index - 16);
      words[index] = (word << 1) | (word >>> 31);
    }
    let a = at(state, 0);
    let b = at(state, 1);
    let c = at(state, 2);
    let d = at(state, 3);
    let e = at(state, 4);
    let index = 0;
    for (; index < 20; index += 1) {
      const next = (((a << 5) | (a >>> 27)) + (d ^ (b & (c ^ d))) + e + at(words, index) + 0x5a827999) | 0;
      e = d;
      d = c;
      c = (b << 30) | (b >>> 2);
      b = a;
      a = next;
    }
    for (; index < 40; index += 1) {
      const next = (((a << 5) | (a >>> 27)) + (b ^ c ^ d) + e + at(words, index) + 0x6ed9eba1) | 0;
      e = d;
      d = c;
      c = (b << 30) | (b >>> 2);
      b = a;
      a = next;
    }
    for (; index < 60; index += 1) {
      const next = (((a << 5) | (a >>> 27)) + ((b & c) | (d & (b | c))) + e + at(words, index) - 0x70e44324) | 0;
      e = d;
      d = c;
      c = (b << 30) | (b >>> 2);
      b = a;
      a = next;
    }
    for (; index < 80; index += 1) {
      const next = (((a << 5) | (a >>> 27)) + (b ^ c ^ d) + e + at(words, index) - 0x359d3e2a) | 0;
      e = d;
      d = c;
      c = (b << 30) | (b >>> 2);
      b = a;
      a = next;
    }
    state[0] = at(state, 0) + a;
    state[1] = at(state, 1) + b;
    state[2] = at(state, 2) + c;
    state[3] = at(state, 3) + d;
    state[4] = at(state, 4) + e;
  }
}

interface Rest {
  readonly start: number;
  readonly length: number;
  readonly number: number;
}

const emptyBytes = new Uint8Array(0);

// Indexes are within the arrays: the casts save a test in the innermost loops.
function at(words: Int32Array, index: number): number {
  return words[index] as number;
}
