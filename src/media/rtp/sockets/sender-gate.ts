import { framesPerSecond } from '../../samples/media-frames';
import type { SenderRule } from '../../protocol-rtp';

/** Ticks of silence after which another source may replace the current one. */
const maxSilentFrames = 5 * framesPerSecond;

/** Where packets come from. Compared part by part: to join address and port would make a text for every packet. */
export interface Origin {
  readonly address: string;
  readonly port: number;
}

/**
 * Decides which source is accepted: the negotiated address, or else the first verified source. All others are dropped,
 * unless the accepted source has fallen silent.
 */
export class SenderGate {
  #probation: number;
  #expected: Origin | undefined;
  #sender: Origin | undefined;
  #candidate: Origin | undefined;
  #shown = 0;
  #silent = 0;

  constructor(expected: Origin | undefined, { probation }: Pick<SenderRule, 'probation'>) {
    this.#expected = expected;
    this.#probation = probation;
  }

  /** The accepted source; undefined before any packet. */
  get sender(): Origin | undefined {
    return this.#sender;
  }

  /** Another address was negotiated: the source has to be verified again. */
  expect(expected: Origin | undefined, { probation }: Pick<SenderRule, 'probation'>): void {
    this.#probation = probation;
    if (expected !== undefined && this.#expected !== undefined && isSame(expected, this.#expected)) return;
    this.#expected = expected;
    this.#sender = undefined;
    this.#candidate = undefined;
    this.#shown = 0;
  }

  /** Whether a packet from there counts. */
  admits(from: Origin): boolean {
    if (this.#sender === undefined || !isSame(from, this.#sender)) {
      if (!this.#isExpected(from) && !this.#mayReplace(from)) return false;
      this.#sender = { address: from.address, port: from.port };
    }
    this.#silent = 0;
    this.#shown = 0;
    return true;
  }

  /** 20 ms have gone by. */
  tick(): void {
    this.#silent += 1;
  }

  #isExpected(from: Origin): boolean {
    return this.#expected !== undefined && isSame(from, this.#expected);
  }

  #mayReplace(from: Origin): boolean {
    return (this.#sender === undefined || this.#silent >= maxSilentFrames) && this.#proves(from);
  }

  #proves(from: Origin): boolean {
    const isKnown = this.#candidate !== undefined && isSame(from, this.#candidate);
    this.#shown = isKnown ? this.#shown + 1 : 1;
    if (!isKnown) this.#candidate = { address: from.address, port: from.port };
    return this.#shown >= this.#probation;
  }
}

function isSame(one: Origin, other: Origin): boolean {
  return one.port === other.port && one.address === other.address;
}
