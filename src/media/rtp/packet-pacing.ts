import type { AudioCodec } from '../codecs/audio-codec';
import { frameLength } from '../samples/media-frames';
import { SampleQueue } from '../samples/sample-queue';

/** Milliseconds in a packet, at least and at most. */
const shortest = 10;
const longest = 200;

/** Opus packs at most 20 ms here, and formats of a fixed size per second can be cut anywhere. */
const longestFrames: Readonly<Record<string, number>> = { opus: 20 };

/** How many milliseconds of a format go into a packet when that many are asked for. */
export function packetTimeOf(format: string, asked: number): number {
  const most = longestFrames[format] ?? longest;
  return Math.min(most, Math.max(shortest, Math.round(asked / shortest) * shortest));
}

/** Cuts frames of 20 ms into packets of another length. */
export class PacketPacing {
  readonly #codec: AudioCodec;
  readonly #queue: SampleQueue;
  readonly #samples: Int16Array;
  /** Steps of the timestamp for a sample. */
  readonly #stepsPerSample: number;
  #bytes: Uint8Array = new Uint8Array(0);
  #start = 0;

  constructor(codec: AudioCodec, packetTime: number, clockRate: number) {
    const length = (codec.rate * packetTime) / 1000;
    this.#codec = codec;
    this.#samples = new Int16Array(length);
    this.#queue = new SampleQueue(length + (codec.rate * frameLength) / 1000);
    this.#stepsPerSample = clockRate / codec.rate;
  }

  /** A frame, and where in the stream it begins. */
  push(frame: Int16Array, timestamp: number): void {
    this.#start = (timestamp - this.#queue.length * this.#stepsPerSample) >>> 0;
    this.#queue.push(frame);
  }

  /** The timestamp of the packet that `next` gives. */
  get timestamp(): number {
    return this.#start;
  }

  /** The next packet that is full; `moveOn` goes behind it. */
  next(): Uint8Array | undefined {
    if (this.#queue.length < this.#samples.length) return undefined;
    this.#queue.shift(this.#samples);
    this.#bytes = this.#codec.encode(this.#samples, this.#bytes);
    return this.#bytes;
  }

  moveOn(): void {
    this.#start = (this.#start + this.#samples.length * this.#stepsPerSample) >>> 0;
  }

  /** Nothing follows what is left. */
  clear(): void {
    this.#queue.clear();
  }
}
