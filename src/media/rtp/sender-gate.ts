import { framesPerSecond } from '../samples/media-frames';
import type { SenderRule } from '../protocol-rtp';

/** Ticks of silence after which somebody else may take the place of the sender. */
const patience = 5 * framesPerSecond;

/** Where packets come from. Compared part by part: to join address and port would make a text for every packet. */
export interface Origin {
  readonly address: string;
  readonly port: number;
}

/**
 * Says whose packets count: those of the place that was agreed on, from wherever they were missing, or else of the first
 * that proves to be a stream. Nobody else can speak into the call then, unless that one has fallen silent.
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

  /** Who is believed; undefined before any packet was. */
  get sender(): Origin | undefined {
    return this.#sender;
  }

  /** Another place was agreed on: whoever was believed has to prove it again. */
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
    return (this.#sender === undefined || this.#silent >= patience) && this.#proves(from);
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
