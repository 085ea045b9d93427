import type { AudioCodec } from '../codecs/audio-codec';
import { makeCodec } from '../codecs/make-codec';
import type { AudioForm } from '../protocol';

/**
 * What audio goes through when it is carried in a format: it comes out as whoever gets it there would hear it. Signed
 * linear changes nothing, and neither does a format that there is no codec for: nothing of ours speaks it outside.
 */
export class FormatPassage {
  readonly rate: number;
  readonly #codec: AudioCodec | undefined;
  #bytes: Uint8Array = new Uint8Array(0);
  #samples: Int16Array = new Int16Array(0);

  constructor({ format, rate }: AudioForm) {
    this.rate = rate;
    this.#codec = codecOf(format, rate);
  }

  /** A frame at the rate of the passage. The result is good until the next call, and may be the frame itself. */
  pass(frame: Int16Array): Int16Array {
    if (this.#codec === undefined) return frame;
    this.#bytes = this.#codec.encode(frame, this.#bytes);
    this.#samples = this.#codec.decode(this.#bytes, this.#samples);
    return this.#samples;
  }

  /** Twice is harmless. */
  close(): void {
    this.#codec?.close?.();
  }
}

function codecOf(format: string, rate: number): AudioCodec | undefined {
  if (format.startsWith('slin')) return undefined;
  const codec = makeCodec(format);
  if (codec === undefined || codec.rate === rate) return codec;
  codec.close?.();
  return undefined;
}
