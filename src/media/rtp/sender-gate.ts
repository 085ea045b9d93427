/** Packets in a row that a sender other than the expected one has to show before it is believed. */
const probation = 4;
/** Ticks of silence after which somebody else may take the place of the sender. */
const patience = 250;

/**
 * Says whose packets count: those of the place that was agreed on, from wherever they were missing, or else of the first
 * that proves to be a stream. Nobody else can speak into the call then, unless that one has fallen silent.
 */
export class SenderGate {
  readonly #expected: string;
  #sender: string | undefined;
  #candidate = '';
  #shown = 0;
  #silent = 0;

  /** `address:port` of who is to send. */
  constructor(expected: string) {
    this.#expected = expected;
  }

  /** Whether a packet from there counts. */
  admits(from: string): boolean {
    if (from !== this.#expected && from !== this.#sender) {
      if (this.#sender !== undefined && this.#silent < patience) return false;
      if (!this.#proves(from)) return false;
    }
    this.#sender = from;
    return this.#hears();
  }

  /** 20 ms have gone by. */
  tick(): void {
    this.#silent += 1;
  }

  #hears(): true {
    this.#silent = 0;
    this.#shown = 0;
    return true;
  }

  #proves(from: string): boolean {
    this.#shown = from === this.#candidate ? this.#shown + 1 : 1;
    this.#candidate = from;
    return this.#shown >= probation;
  }
}
