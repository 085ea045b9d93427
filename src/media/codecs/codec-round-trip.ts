import type { AudioCodec } from '../codecs/audio-codec';
import { makeCodec } from '../codecs/make-codec';
import type { AudioForm } from '../protocol';

/**
 * Encodes and decodes audio as if it were carried in a format, so that it sounds as it would to a receiver. Signed
 * linear changes nothing, and neither does a format without a codec.
 */
export class CodecRoundTrip {
  readonly rate: number;
  readonly #codec: AudioCodec | undefined;
  #bytes: Uint8Array = new Uint8Array(0);
  #samples: Int16Array = new Int16Array(0);

  constructor({ format, rate }: AudioForm) {
    this.rate = rate;
    this.#codec = codecOf(format, rate);
  }

  /** A frame at the rate of the passage. The result is valid until the next call, and may be the frame itself. */
  pass(frame: Int16Array): Int16Array {
    if (this.#codec === undefined) return frame;
    this.#bytes = this.#codec.encode(frame, this.#bytes);
    this.#samples = this.#codec.decode(this.#bytes, this.#samples);
    return this.#samples;
  }

  /** Idempotent. */
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
