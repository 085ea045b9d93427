import { CodecRoundTrip } from '../codecs/codec-round-trip';
import type { FarEnd, Leg } from './leg';
import type { TickWork } from '../media-work';
import type { AudioForm } from '../protocol';

/** The other leg of a pair, and the audio from there. */
export class PairEnd implements FarEnd {
  readonly #other: Leg;
  readonly #wire: CodecRoundTrip;

  constructor(other: Leg, form: AudioForm) {
    this.#other = other;
    this.#wire = new CodecRoundTrip(form);
  }

  frameAt(tick: number): Int16Array | undefined {
    const frame = this.#other.sentAt(tick - 1);
    return frame === undefined ? undefined : this.#wire.pass(frame);
  }

  carry(work: TickWork): void {
    work.arriveNext(this.#other);
  }

  /** The remaining leg loses its far end, and with it the other direction. */
  detach(): void {
    this.#wire.close();
    const { far } = this.#other;
    this.#other.far = undefined;
    if (far instanceof PairEnd) far.#wire.close();
  }
}

export function joinAsPair([one, other]: readonly [Leg, Leg], form: AudioForm): void {
  one.far = new PairEnd(other, form);
  other.far = new PairEnd(one, form);
}
