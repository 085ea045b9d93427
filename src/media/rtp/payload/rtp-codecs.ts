import type { AudioCodec } from '../../codecs/audio-codec';
import { makeRtpCodec } from './rtp-codec';

/** The codecs of one leg, by format: made when first needed, closed together. */
export class RtpCodecs {
  readonly #made = new Map<string, AudioCodec>();

  /** Throws when there is none. */
  of(format: string): AudioCodec {
    const known = this.#made.get(format);
    if (known !== undefined) return known;
    const codec = makeRtpCodec(format);
    if (codec === undefined) throw new Error(`there is no codec for the format ${format}`);
    this.#made.set(format, codec);
    return codec;
  }

  close(): void {
    for (const codec of this.#made.values()) codec.close?.();
    this.#made.clear();
  }
}
