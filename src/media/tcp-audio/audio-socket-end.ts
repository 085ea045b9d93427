import { signedLinear } from '../codecs/signed-linear';
import type { Leg } from '../leg/leg';
import { frameLength, framesPerSecond } from '../samples/media-frames';
import type { ExternalEnd } from '../leg/external-end';
import { Resampler } from '../samples/resample';
import type { AudioConnection } from './audio-connection';
import type { AudioKind } from './message-kinds';
import { MessageReader } from './message-reader';
import { audioMessage, digitMessage, uuidMessage } from './message-writer';
import { PlayoutQueue } from './playout-queue';
import { guarded } from '../../shared/scheduling/guard';

export interface AudioSocketEndOptions {
  readonly leg: Leg;
  readonly kind: AudioKind;
  readonly connection: AudioConnection;
  readonly uuid: string;
  /** Milliseconds without audio in either direction after which it has failed; undefined for no limit. */
  readonly timeoutMs: number | undefined;
  readonly onEnded: (end: { readonly reason: string; readonly isFault: boolean }) => void;
  /** An internal fault while handling received data. */
  readonly onFault: (error: unknown) => void;
  /** Milliseconds of dropped audio: reported once a second at most. */
  readonly onDropped: (direction: 'in' | 'out', milliseconds: number) => void;
}

/** Seconds of audio that may wait to be heard: any single message fits. */
const longestWait = 5;

/** Milliseconds in which the rest of a message has to go on coming. */
const longestStall = 1000;

/** The far end of a leg that talks to a program over a connection, in messages of signed linear audio. */
export class AudioSocketEnd implements ExternalEnd {
  readonly leg: Leg;
  readonly #options: AudioSocketEndOptions;
  readonly #reader: MessageReader;
  readonly #queue: PlayoutQueue;
  readonly #frame: Int16Array;
  readonly #decoder = signedLinear('slin', 8000);
  /** By the rate that the audio comes in: each message may have another one. */
  readonly #inward = new Map<number, Resampler>();
  readonly #outward: Resampler;
  #samples: Int16Array = new Int16Array(0);
  #isHeard = false;
  #hasStarted = false;
  /** Why it ends once all that came before has been heard. */
  #lastWords: string | undefined;
  #isOver = false;
  #stall = 0;
  #silence = 0;
  #ticks = 0;
  /** Milliseconds since it was last told. */
  readonly #dropped = { in: 0, out: 0 };

  constructor(options: AudioSocketEndOptions) {
    const { leg, kind, connection } = options;
    this.leg = leg;
    this.#options = options;
    this.#queue = new PlayoutQueue(leg.size, longestWait * leg.rate);
    this.#frame = new Int16Array(leg.size);
    this.#outward = new Resampler(leg.rate, kind.rate);
    this.#reader = new MessageReader({
      onAudio: (payload, rate) => this.#hear(payload, rate),
      onHangUp: () => this.#endAfterAudio('the audio socket has hung up'),
      onBroken: (reason) => this.#fail(reason),
    });
    connection.listen({
      onBytes: guarded((bytes) => this.#receive(bytes), options.onFault),
      onEnd: (failure) => (failure === undefined ? this.#closed() : this.#fail(failure)),
    });
  }

  start(): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    this.#options.connection.send(uuidMessage(this.#options.uuid));
  }

  frameAt(): Int16Array | undefined {
    return this.#isHeard ? this.#frame : undefined;
  }

  /** Sent at the end of the tick. */
  carry(): void {}

  take(): boolean {
    this.#watch();
    this.#isHeard = !this.#isOver && this.#queue.take(this.#frame);
    if (!this.#isHeard && this.#lastWords !== undefined && this.#queue.isEmpty) this.#end(this.#lastWords, false);
    return this.#isHeard;
  }

  give(tick: number): void {
    if (!this.#hasStarted || this.#isOver) return;
    const { kind, connection, timeoutMs } = this.#options;
    const frame = this.leg.sentAt(tick);
    this.#silence = frame === undefined && !this.#isHeard ? this.#silence + frameLength : 0;
    if (timeoutMs !== undefined && this.#silence >= timeoutMs)
      return this.#fail(`there was no audio in either direction for ${timeoutMs} ms`);
    if (frame === undefined) return;
    const hasRoom = connection.send(audioMessage(kind.kind, this.#outward.process(frame)));
    if (!hasRoom) this.#dropped.out += frameLength;
  }

  sendDigit(digit: string): void {
    if (this.#hasStarted) this.#options.connection.send(digitMessage(digit));
  }

  detach(): void {
    this.#isOver = true;
    this.#reader.end();
    this.#options.connection.close();
  }

  #receive(bytes: Uint8Array): void {
    this.#stall = 0;
    this.#reader.receive(bytes);
  }

  #hear(payload: Uint8Array, rate: number): void {
    this.#samples = this.#decoder.decode(payload, this.#samples);
    const dropped = this.#queue.push(this.#resampler(rate).process(this.#samples));
    this.#dropped.in += (1000 * dropped) / this.leg.rate;
  }

  #resampler(rate: number): Resampler {
    const known = this.#inward.get(rate);
    if (known !== undefined) return known;
    const made = new Resampler(rate, this.leg.rate);
    this.#inward.set(rate, made);
    return made;
  }

  #watch(): void {
    this.#ticks += 1;
    if (this.#ticks % framesPerSecond === 0) this.#tellDropped();
    this.#stall = this.#reader.isMidway ? this.#stall + frameLength : 0;
    if (this.#stall >= longestStall) this.#fail(`the rest of a message has not come for ${longestStall} ms`);
  }

  #tellDropped(): void {
    for (const direction of ['in', 'out'] as const) {
      const milliseconds = Math.round(this.#dropped[direction]);
      if (milliseconds > 0) this.#options.onDropped(direction, milliseconds);
      this.#dropped[direction] = 0;
    }
  }

  #closed(): void {
    if (this.#reader.isMidway) this.#fail('the connection was closed in the middle of a message');
    else this.#endAfterAudio('the audio socket was closed');
  }

  #endAfterAudio(reason: string): void {
    this.#lastWords ??= reason;
    this.#options.connection.close();
  }

  #fail(reason: string): void {
    this.#end(reason, true);
  }

  #end(reason: string, isFault: boolean): void {
    if (this.#isOver) return;
    this.#tellDropped();
    this.detach();
    this.#options.onEnded({ reason, isFault });
  }
}
