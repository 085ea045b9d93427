import type * as LibOpus from 'libopus-wasm' with { 'resolution-mode': 'import' };
import type { AudioCodec } from './audio-codec';

/** Its packets of up to 20 ms. Longer ones would need more stack than the library's module has. */
const frameLengths: ReadonlySet<number> = new Set([120, 240, 480, 960]);
const usualFrame = 960;
const nothing = new Uint8Array(0);

/** The library's objects of one stream. */
interface Coders {
  readonly encoder: LibOpus.OpusEncoderHandle;
  readonly decoder: LibOpus.OpusDecoderHandle;
  readonly isRefusal: (error: unknown) => boolean;
}

/**
 * RFC 6716, mono: a frame of 2.5, 5, 10 or 20 ms becomes one packet of variable size. Empty input means a lost packet.
 * There and back takes 120 samples.
 *
 * The library loads asynchronously. Until then, and after close, it sends nothing and decodes silence.
 */
export class Opus implements AudioCodec {
  readonly name = 'opus';
  readonly rate = 48_000;
  readonly bytesPerSecond = 63_750;

  #coders: Coders | undefined;
  #isClosed = false;
  /** Samples of the last packet: a missing one was most likely as long. */
  #lastLength = usualFrame;

  /** Resolves when the codec is ready. Rejects when the library is missing, which ends the thread. */
  readonly opened: Promise<void> = this.#open();

  readonly encode = (samples: Int16Array, into?: Uint8Array): Uint8Array => {
    if (samples.length === 0) return nothing;
    if (!frameLengths.has(samples.length))
      throw new RangeError(`Opus packs 2.5, 5, 10 or 20 ms at a time, not ${samples.length} samples`);
    if (this.#coders === undefined) return nothing;
    return handedOver(this.#coders.encoder.encode(samples, { frameSize: samples.length }), into);
  };

  readonly decode = (packet: Uint8Array, into?: Int16Array): Int16Array => {
    const samples = this.#coders === undefined ? new Int16Array(this.#lastLength) : this.#decoded(packet, this.#coders);
    this.#lastLength = samples.length;
    return handedOver(samples, into);
  };

  readonly close = (): void => {
    this.#isClosed = true;
    this.#coders?.encoder.free();
    this.#coders?.decoder.free();
    this.#coders = undefined;
  };

  async #open(): Promise<void> {
    this.#coders = await openCoders();
    if (this.#isClosed) this.close();
  }

  #decoded(packet: Uint8Array, { decoder, isRefusal }: Coders): Int16Array {
    try {
      if (packet.length > 0) return decoder.decode(packet);
    } catch (error) {
      // An invalid packet counts as lost. Any other exception means that the library's memory, which all streams share,
      // is corrupt.
      if (!isRefusal(error)) throw error;
    }
    return decoder.decodePacketLoss(this.#lastLength);
  }
}

let library: Promise<typeof LibOpus> | undefined;

/** The library is loaded for the first stream, so that servers without Opus do not load it. */
async function openCoders(): Promise<Coders> {
  library ??= import('libopus-wasm');
  const { Application, createDecoder, createEncoder, isOpusError: isRefusal } = await library;
  const encoder = await createEncoder({
    channels: 1,
    // Its transform coder only: the one made for speech takes several times as long for each frame, delays by 4 ms
    // more and shows its strength at rates far below this one.
    application: Application.RestrictedLowDelay,
    bitrate: 48_000,
    complexity: 3,
  });
  return { encoder, decoder: await createDecoder({ channels: 1 }), isRefusal };
}

function handedOver<Data extends Uint8Array | Int16Array>(made: Data, into: Data | undefined): Data {
  if (into?.length !== made.length) return made;
  into.set(made);
  return into;
}
