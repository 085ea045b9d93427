import { frameLength } from '../../samples/media-frames';
import { endBit, eventClockRate, eventDigits, eventLength, longestSegment } from './telephone-events';

export interface SentDigit {
  /** `!` is a flash of the hook. */
  readonly digit: string;
  /** Milliseconds. */
  readonly duration: number;
  /** Milliseconds until the next digit may begin. */
  readonly gap: number;
}

interface QueuedEvent {
  readonly code: number;
  readonly duration: number;
  readonly gap: number;
}

/** The end is told so often, as a digit without one would go on (RFC 4733 §2.5.1.4). */
const endPackets = 3;

/** -10 dBm0, which is how loud key pads are. */
const volume = 10;

/**
 * Tells digits as telephone events, at most one packet in 20 ms. While one is told there is no room for audio; between
 * two digits there is.
 */
export class TelephoneEventWriter {
  /** Of the packet that is due. */
  readonly payload = new Uint8Array(eventLength);
  timestamp = 0;
  marker = false;

  readonly #clockRate: number;
  readonly #step: number;
  readonly #queue: QueuedEvent[] = [];
  #current: QueuedEvent | undefined;
  /** How long the digit has lasted, and what of that was told in earlier segments. */
  #elapsed = 0;
  #before = 0;
  #start = 0;
  #endsLeft = 0;
  #gapLeft = 0;

  constructor(clockRate = eventClockRate) {
    this.#clockRate = clockRate;
    this.#step = (clockRate * frameLength) / 1000;
  }

  /** Whether there is nothing to tell, now or later. */
  get isIdle(): boolean {
    return this.#current === undefined && this.#queue.length === 0;
  }

  /** Whether a digit is being told just now. */
  get isTelling(): boolean {
    return this.#current !== undefined;
  }

  /** Queues a digit; false when there is no such digit. */
  send({ digit, duration, gap }: SentDigit): boolean {
    const code = digit.length === 1 ? eventDigits.indexOf(digit.toUpperCase()) : -1;
    if (code < 0) return false;
    this.#queue.push({ code, duration: this.#units(duration), gap: this.#units(gap) });
    return true;
  }

  /** Forgets all digits; one that has begun is ended first. */
  clear(): void {
    this.#queue.length = 0;
    if (this.#current !== undefined && this.#endsLeft === 0)
      this.#current = { ...this.#current, duration: this.#elapsed };
  }

  /** 20 ms have gone by, and audio is at this timestamp; true when a packet is due, which is then here to be sent. */
  tick(timestamp: number): boolean {
    this.#gapLeft -= this.#step;
    this.marker = false;
    if (this.#current === undefined && !this.#begin(timestamp)) return false;
    this.#tell();
    return true;
  }

  #begin(timestamp: number): boolean {
    if (this.#gapLeft > 0) return false;
    this.#current = this.#queue.shift();
    if (this.#current === undefined) return false;
    this.#elapsed = 0;
    this.#before = 0;
    this.#endsLeft = 0;
    this.#start = timestamp;
    this.marker = true;
    return true;
  }

  #tell(): void {
    const event = this.#current;
    if (event === undefined) return;
    if (this.#endsLeft === 0) this.#goOn(event);
    if (this.#endsLeft === 0) return;
    this.#put(event, event.duration - this.#before);
    this.payload[1] = volume | endBit;
    this.#endsLeft -= 1;
    if (this.#endsLeft === 0) this.#current = undefined;
  }

  /** Tells how long it has lasted, or finds that it is over. The first packet is never the last one. */
  #goOn(event: QueuedEvent): void {
    this.#elapsed += this.#step;
    const lasted = Math.min(this.#elapsed, event.duration) - this.#before;
    if (lasted > longestSegment) {
      this.#put(event, longestSegment);
      // The rest is for the next packet, in a segment of its own (§2.5.1.3).
      this.#before += longestSegment;
      return;
    }
    if (this.#elapsed >= event.duration && !this.marker) {
      this.#endsLeft = endPackets;
      this.#gapLeft = event.gap + this.#step;
      return;
    }
    this.#put(event, lasted);
  }

  #put({ code }: QueuedEvent, duration: number): void {
    this.timestamp = (this.#start + this.#before) >>> 0;
    this.payload[0] = code;
    this.payload[1] = volume;
    this.payload[2] = duration >> 8;
    this.payload[3] = duration;
  }

  /** At least one, and no longer than an hour: NaN becomes the minimum. */
  #units(milliseconds: number): number {
    const units = Math.round((Math.min(milliseconds, 3_600_000) * this.#clockRate) / 1000);
    return units >= 1 ? units : 1;
  }
}
