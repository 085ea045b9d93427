/** Bytes of a block; texts are encoded into it one behind the other. */
const blockSize = 64 * 1024;

/**
 * Texts that are encoded as they come and taken together. What was taken stays as it is, for as long as one of its
 * readers keeps it: a block is filled once and never again.
 */
export class SharedBytes {
  #block = Buffer.alloc(0);
  /** Where what was not taken begins and ends. */
  #start = 0;
  #end = 0;

  get length(): number {
    return this.#end - this.#start;
  }

  /** False when what waits must be taken first. */
  add(text: string): boolean {
    // A character has at most three bytes in UTF-8 for each of its code units.
    if (this.#end + text.length * 3 > this.#block.length && !this.#renew(text.length * 3)) return false;
    this.#end += this.#block.write(text, this.#end);
    return true;
  }

  /** What waits, without its first bytes. */
  from(offset: number): Buffer {
    return this.#block.subarray(this.#start + offset, this.#end);
  }

  take(): Buffer {
    const taken = this.from(0);
    this.#start = this.#end;
    return taken;
  }

  #renew(needed: number): boolean {
    if (this.length > 0) return false;
    this.#block = Buffer.allocUnsafeSlow(Math.max(blockSize, needed));
    this.#start = 0;
    this.#end = 0;
    return true;
  }
}
