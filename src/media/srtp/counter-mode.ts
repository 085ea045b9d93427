import { Aes128 } from './aes';

/** AES in counter mode as SRTP uses it (RFC 3711 §4.1.1): one key and salt, and a position for every packet. */
export class CounterMode {
  readonly #cipher: Aes128;
  /** Of 14 bytes, and two zeros behind them. */
  readonly #salt: Uint32Array;
  readonly #block = new Uint32Array(4);

  constructor(key: Uint8Array, salt: Uint8Array) {
    this.#cipher = new Aes128(key);
    const padded = new DataView(new ArrayBuffer(16));
    salt.forEach((byte, index) => padded.setUint8(index, byte));
    this.#salt = Uint32Array.of(padded.getUint32(0), padded.getUint32(4), padded.getUint32(8), padded.getUint32(12));
  }

  /** Encrypts or decrypts bytes in place; both are the same. */
  apply(bytes: Uint8Array, { start, end, ssrc, high, low }: PacketPosition): void {
    const block = this.#block;
    const [salt0, salt1, salt2, salt3] = this.#salt as unknown as readonly [number, number, number, number];
    for (let at = start, counter = 0; at < end; at += 16, counter += 1) {
      block[0] = salt0;
      block[1] = salt1 ^ ssrc;
      block[2] = salt2 ^ high;
      block[3] = (salt3 ^ (low << 16)) + counter;
      this.#cipher.encrypt(block);
      if (at + 16 <= end) this.#addBlock(bytes, at);
      else this.#add(bytes, at, end - at);
    }
  }

  #add(bytes: Uint8Array, start: number, count: number): void {
    const block = this.#block;
    for (let index = 0; index < count; index += 1) {
      const byte = ((block[index >> 2] as number) >>> (24 - 8 * (index & 3))) & 0xff;
      bytes[start + index] = (bytes[start + index] as number) ^ byte;
    }
  }

  /** The same for a whole block, by words. */
  #addBlock(bytes: Uint8Array, start: number): void {
    const block = this.#block;
    for (let index = 0, at = start; index < 4; index += 1, at += 4) {
      const word = block[index] as number;
      bytes[at] = (bytes[at] as number) ^ (word >>> 24);
      bytes[at + 1] = (bytes[at + 1] as number) ^ (word >>> 16);
      bytes[at + 2] = (bytes[at + 2] as number) ^ (word >>> 8);
      bytes[at + 3] = (bytes[at + 3] as number) ^ word;
    }
  }
}

/** Which bytes of which packet. */
export interface PacketPosition {
  readonly start: number;
  readonly end: number;
  readonly ssrc: number;
  /** The upper 32 and the lower 16 bits of the index of the packet. */
  readonly high: number;
  readonly low: number;
}
