import type { AudioCodec } from '../codecs/audio-codec';
import { makeCodec } from '../codecs/make-codec';
import type { Leg } from '../leg/leg';
import type { ExternalEnd } from '../leg/external-end';
import { ownBytes } from './own-bytes';
import type { MediaNotice, ExternalCommand, StreamCommand, StreamFlow } from '../protocol';
import { Resampler } from '../samples/resample';
import { SampleQueue } from '../samples/sample-queue';
import { MediaQueue } from './media-queue';

export interface StreamEndDeps {
  readonly leg: Leg;
  readonly tell: (notice: MediaNotice) => void;
}

/** Seconds of the longest message that can be one frame; of a longer one the end is left out. */
const longestFrame = 1;

/**
 * The far end of a leg whose audio is carried as messages by the deciding side: what comes waits in a queue, what goes
 * is told. There is no clock but ours, so a frame is 20 ms of it, or as much as a codec makes of one message.
 */
export class StreamEnd implements ExternalEnd {
  readonly leg: Leg;
  readonly #deps: StreamEndDeps;
  readonly #codec: AudioCodec;
  readonly #queue: MediaQueue;
  readonly #inward: Resampler;
  readonly #outward: Resampler;
  /** What is left of a message that was longer than a tick, and the frame made of it. */
  readonly #left: SampleQueue;
  readonly #frame: Int16Array;
  readonly #isPassedThrough: boolean;
  #flow: StreamFlow;
  #incoming: Int16Array | undefined;

  /** Throws when there is no codec for the format. */
  constructor(command: Extract<ExternalCommand, { readonly do: 'open-stream' }>, deps: StreamEndDeps) {
    const { leg, tell } = deps;
    const codec = makeCodec(command.form.format);
    if (codec === undefined) throw new Error(`there is no codec for the format ${command.form.format}`);
    this.leg = leg;
    this.#deps = deps;
    this.#codec = codec;
    this.#flow = command.flow;
    this.#isPassedThrough = command.frameSize === 0;
    this.#queue = new MediaQueue({
      frameSize: command.frameSize,
      tell: (event) => tell({ tell: 'stream-event', leg: leg.id, event }),
    });
    for (const order of command.orders) this.#queue.obey(order);
    this.#inward = new Resampler(codec.rate, leg.rate);
    this.#outward = new Resampler(leg.rate, codec.rate);
    this.#left = new SampleQueue(leg.size + (this.#isPassedThrough ? leg.rate * longestFrame : 0));
    this.#frame = new Int16Array(leg.size);
  }

  apply(command: StreamCommand): void {
    switch (command.do) {
      case 'stream-bytes':
        if (this.#flow.takes) this.#queue.add(command.bytes);
        return;
      case 'stream-order':
        return this.#queue.obey(command.order);
      case 'stream-flow':
        this.#flow = command.flow;
        // What was sent before is out of date when it is taken again.
        if (!this.#flow.takes) this.#queue.flush();
    }
  }

  frameAt(): Int16Array | undefined {
    return this.#incoming;
  }

  /** Given at the end of the tick. */
  carry(): void {}

  take(): boolean {
    let bytes = this.#left.length < this.leg.size ? this.#queue.next() : undefined;
    while (bytes !== undefined) {
      this.#left.push(this.#inward.process(this.#codec.decode(bytes)));
      // Only uncut messages may be shorter than a tick.
      const isShort = this.#isPassedThrough && this.#left.length < this.leg.size;
      bytes = isShort ? this.#queue.next() : undefined;
    }
    this.#incoming = this.#left.length === 0 ? undefined : this.#filled();
    return this.#incoming !== undefined;
  }

  give(tick: number): void {
    if (!this.#flow.gives) return;
    const frame = this.leg.sentAt(tick);
    if (frame === undefined) return;
    // Bytes of their own each time: they are given away, to another thread or to a socket that sends them later.
    const bytes = this.#codec.encode(this.#outward.process(frame));
    if (bytes.length > 0) this.#deps.tell({ tell: 'stream-bytes', leg: this.leg.id, bytes: ownBytes(bytes) });
  }

  /** Handled by the main thread, which has the socket. */
  sendDigit(): void {}

  detach(): void {
    this.#codec.close?.();
  }

  #filled(): Int16Array {
    const filled = this.#left.shift(this.#frame);
    this.#frame.fill(0, filled);
    return this.#frame;
  }
}
