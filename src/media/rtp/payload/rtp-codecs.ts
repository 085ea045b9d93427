import type { AudioCodec } from '../../codecs/audio-codec';
import { makeRtpCodec } from './rtp-codec';

interface MadeCodec {
  readonly format: string;
  readonly codec: AudioCodec;
}

/** The codecs of one leg, by format: made when first needed, closed together. */
export class RtpCodecs {
  /** A list, as there are hardly ever more than two. */
  readonly #made: MadeCodec[] = [];

  /** Throws when there is none. */
  of(format: string): AudioCodec {
    for (const made of this.#made) if (made.format === format) return made.codec;
    const codec = makeRtpCodec(format);
    if (codec === undefined) throw new Error(`there is no codec for the format ${format}`);
    this.#made.push({ format, codec });
    return codec;
  }

  close(): void {
    for (const { codec } of this.#made) codec.close?.();
    this.#made.length = 0;
  }
}
