import { frameLength } from '../../samples/media-frames';
import { endBit, eventClockRate, eventDigits, eventLength, longestSegment } from './telephone-events';

/** Called twice for every digit: at its start and at its end. `!` is a hook flash. */
export interface DigitListener {
  readonly began: (digit: string) => void;
  /** With the milliseconds that it lasted, as far as is known. */
  readonly ended: (digit: string, duration: number) => void;
}

/** A packet with an event, whatever else is in it. */
export interface EventPacket {
  readonly payload: Uint8Array;
  readonly timestamp: number;
  readonly marker: boolean;
}

/** Without a packet for this long, a digit has ended: they come every 20 to 50 ms, and some get lost. */
const maxSilentFrames = 300 / frameLength;

/** Packets from so far back are not late ones, but of a sender that began its timestamps anew. */
const longestDelay = 10;

const none = -1;

/**
 * Makes digits out of telephone events (RFC 4733). All packets of an event have its timestamp and tell how long it has
 * lasted, so any one of them makes the digit known, and further ones are news only as long as it is not over.
 */
export class TelephoneEventReader {
  readonly #listener: DigitListener;
  #clockRate = eventClockRate;
  /** The event that is down. */
  #event = none;
  /** Of the event that is down, or of the last one. */
  #timestamp: number | undefined;
  #duration = 0;
  /** What earlier segments of a long event have lasted. */
  #before = 0;
  #waited = 0;

  constructor(listener: DigitListener) {
    this.#listener = listener;
  }

  get isDown(): boolean {
    return this.#event !== none;
  }

  /**
   * Only the first event of a packet counts: senders do not bundle digits, but some append bytes.
   * Timestamps and durations count by the clock that is given.
   */
  read({ payload, timestamp, marker }: EventPacket, clockRate = eventClockRate): void {
    this.#clockRate = clockRate;
    const code = payload[0] ?? 0;
    if (payload.length < eventLength || code >= eventDigits.length || this.#isOld(timestamp)) return;
    const duration = ((payload[2] ?? 0) << 8) | (payload[3] ?? 0);
    if (timestamp !== this.#timestamp) this.#meet(code, timestamp, marker);
    // Repeated ends, and what overtook them.
    if (code !== this.#event) return;
    this.#waited = 0;
    // Overtaken packets tell less.
    this.#duration = Math.max(this.#duration, duration);
    if ((payload[1] ?? 0) & endBit) this.#end();
  }

  /** 20 ms have gone by. */
  tick(): void {
    if (!this.isDown) return;
    this.#waited += 1;
    if (this.#waited >= maxSilentFrames) this.#end();
  }

  /** Nothing more will come: ends the digit that is down. */
  flush(): void {
    if (this.isDown) this.#end();
  }

  /** Another sender follows, with timestamps of its own. */
  restart(): void {
    this.flush();
    this.#timestamp = undefined;
  }

  #isOld(timestamp: number): boolean {
    if (this.#timestamp === undefined) return false;
    const behind = (this.#timestamp - timestamp) | 0;
    return behind > 0 && behind < longestDelay * this.#clockRate;
  }

  /** A timestamp not seen before: another event, or more of this one. */
  #meet(code: number, timestamp: number, marker: boolean): void {
    if (!marker && this.#isContinued(code, timestamp)) {
      this.#before += (timestamp - (this.#timestamp ?? 0)) >>> 0;
      this.#timestamp = timestamp;
      this.#duration = 0;
      return;
    }
    this.flush();
    this.#event = code;
    this.#timestamp = timestamp;
    this.#duration = 0;
    this.#before = 0;
    this.#listener.began(eventDigits.charAt(code));
  }

  /** A segment begins where the one before ended, which may have been told in a packet that got lost (§2.5.1.3). */
  #isContinued(code: number, timestamp: number): boolean {
    if (code !== this.#event || this.#timestamp === undefined) return false;
    const distance = (timestamp - this.#timestamp) >>> 0;
    return distance === longestSegment || (distance > 0 && distance === this.#duration);
  }

  #end(): void {
    const digit = eventDigits.charAt(this.#event);
    const duration = Math.round(((this.#before + this.#duration) * 1000) / this.#clockRate);
    this.#event = none;
    this.#listener.ended(digit, duration);
  }
}
