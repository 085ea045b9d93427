/** What is known of how a stream arrives. */
export interface ReceptionCounters {
  readonly received: number;
  /** Those that never came; those that came too late are not among them. */
  readonly lost: number;
  readonly late: number;
  readonly duplicated: number;
  /** Milliseconds. */
  readonly jitter: number;
}

/** What a report tells the sender of a stream (RFC 3550 §6.4.1). */
export interface ReceptionReport {
  /** Of the packets since the report before, in 256ths. */
  readonly fractionLost: number;
  readonly lost: number;
  readonly highestSequence: number;
  /** In steps of the timestamp. */
  readonly jitter: number;
}

/** Further ahead than this, or further behind, is another stream and not a gap (RFC 3550 A.1). */
const longestGap = 3000;
const longestDisorder = 100;
/** Seconds; a change of transit by more is a sender that began its timestamps anew. */
const longestTransitChange = 2;

const cycle = 0x10000;

/** Gives packets their place in the stream, and counts. */
export class Reception {
  late = 0;
  duplicated = 0;
  #clockRate: number;
  readonly #jumped: () => void;
  #isBegun = false;
  /** Places count on where sequence numbers start over. */
  #lowest = 0;
  #highest = 0;
  #received = 0;
  #suspect = -1;
  #transit: number | undefined;
  #jitter = 0;
  #reportedExpected = 0;
  #reportedReceived = 0;
  /** Of streams before this one. */
  #receivedBefore = 0;
  #lostBefore = 0;

  /** `jumped` is called when packets turn out to be of another stream, before the first of them gets its place. */
  constructor(clockRate: number, jumped: () => void) {
    this.#clockRate = clockRate;
    this.#jumped = jumped;
  }

  get counters(): ReceptionCounters {
    return {
      received: this.#receivedBefore + this.#received,
      lost: this.#lostBefore + Math.max(0, this.#lost()),
      late: this.late,
      duplicated: this.duplicated,
      jitter: (this.#jitter * 1000) / this.#clockRate,
    };
  }

  /** The place of a packet, or undefined when it is far off. Two far off in a row are another stream. */
  place(sequence: number): number | undefined {
    if (!this.#isBegun) return this.#begin(sequence);
    const ahead = (sequence - this.#highest) & 0xffff;
    if (ahead >= longestGap && ahead < cycle - longestDisorder) return this.#suspicious(sequence);
    this.#suspect = -1;
    const place = this.#highest + (ahead < longestGap ? ahead : ahead - cycle);
    this.#highest = Math.max(this.#highest, place);
    this.#lowest = Math.min(this.#lowest, place);
    this.#received += 1;
    return place;
  }

  /** For packets whose timestamp says when they were sent; `arrivedAt` are milliseconds of any clock. */
  time(timestamp: number, arrivedAt: number): void {
    const transit = (Math.round((arrivedAt * this.#clockRate) / 1000) - timestamp) | 0;
    const change = this.#transit === undefined ? 0 : Math.abs((transit - this.#transit) | 0);
    this.#transit = transit;
    if (change <= longestTransitChange * this.#clockRate) this.#jitter += (change - this.#jitter) / 16;
  }

  /** Timestamps count by another clock from now on. */
  retune(clockRate: number): void {
    if (clockRate === this.#clockRate) return;
    this.#jitter *= clockRate / this.#clockRate;
    this.#clockRate = clockRate;
    this.#transit = undefined;
  }

  /** Begins anew with the next packet; what was counted is kept. */
  restart(): void {
    this.#receivedBefore += this.#received;
    this.#lostBefore += Math.max(0, this.#lost());
    this.#isBegun = false;
    this.#received = 0;
    this.#suspect = -1;
    this.#transit = undefined;
    this.#jitter = 0;
    this.#reportedExpected = 0;
    this.#reportedReceived = 0;
  }

  /** What to report now; the next one is about what comes from now on (RFC 3550 A.3). Undefined before any packet. */
  report(): ReceptionReport | undefined {
    if (!this.#isBegun) return undefined;
    const expected = this.#expected() - this.#reportedExpected;
    const lost = expected - (this.#received - this.#reportedReceived);
    this.#reportedExpected = this.#expected();
    this.#reportedReceived = this.#received;
    return {
      fractionLost: expected <= 0 || lost <= 0 ? 0 : Math.min(255, Math.floor((256 * lost) / expected)),
      lost: this.#lost(),
      // Places begin one cycle up, so that there is room for what was overtaken by the very first packet.
      highestSequence: (this.#highest - cycle) >>> 0,
      jitter: Math.floor(this.#jitter),
    };
  }

  #expected(): number {
    return this.#isBegun ? this.#highest - this.#lowest + 1 : 0;
  }

  /** Less than none when packets came twice. */
  #lost(): number {
    return this.#expected() - this.#received;
  }

  #begin(sequence: number): number {
    this.#isBegun = true;
    this.#received = 1;
    this.#highest = sequence + cycle;
    this.#lowest = this.#highest;
    return this.#highest;
  }

  #suspicious(sequence: number): number | undefined {
    if (sequence !== this.#suspect) {
      this.#suspect = (sequence + 1) & 0xffff;
      return undefined;
    }
    this.restart();
    this.#jumped();
    return this.#begin(sequence);
  }
}
