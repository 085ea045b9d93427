import type { Leg, LegMembership } from '../leg/leg';
import type { TickWork } from '../media-work';
import type { MixingBridge } from './mixing-bridge';
import type { MemberRole } from '../protocol';
import { Resampler } from '../samples/resample';

/** A leg's membership in a bridge: its audio at the rate of the bridge, and the bridge's at the rate of the leg. */
export class MixingMember implements LegMembership {
  readonly leg: Leg;
  readonly #bridge: MixingBridge;
  readonly #speaks: boolean;
  /** It has audio in this tick. */
  isHeard = false;
  outgoing: Int16Array | undefined;
  /** Its number in the mix of this tick. */
  place = 0;
  #inward: Resampler | undefined;
  #outward: Resampler | undefined;

  constructor(leg: Leg, bridge: MixingBridge, role: MemberRole) {
    this.leg = leg;
    this.#bridge = bridge;
    this.#speaks = !role.isMuted && (bridge.mixes === 'all' || role.isAnnouncer);
  }

  get isAnnounced(): boolean {
    return this.#bridge.mixes === 'announcers';
  }

  get onlyOther(): Leg | undefined {
    const other = this.#speaks ? this.#bridge.onlyOther(this) : undefined;
    return other !== undefined && other.#speaks ? other.leg : undefined;
  }

  retune(): void {
    this.tune(this.#bridge.rate);
    this.#bridge.retune();
  }

  tune(rate: number): void {
    const needsResampler = rate !== this.leg.rate;
    this.#inward = needsResampler ? new Resampler(this.leg.rate, rate) : undefined;
    this.#outward = needsResampler ? new Resampler(rate, this.leg.rate) : undefined;
  }

  speak(work: TickWork): void {
    if (this.#speaks) this.#bridge.touch(work);
  }

  leave(): void {
    this.#bridge.leave(this.leg);
  }

  /** Its audio of this tick, at the rate of the bridge. */
  contribute(): Int16Array | undefined {
    const frame = this.#speaks ? this.leg.incoming : undefined;
    this.isHeard = frame !== undefined;
    return frame === undefined || this.#inward === undefined ? frame : this.#inward.process(frame);
  }

  hear(frame: Int16Array): void {
    this.outgoing = this.#outward === undefined ? frame : this.#outward.process(frame);
  }
}
