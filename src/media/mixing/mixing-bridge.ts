import type { Leg } from '../leg/leg';
import { frameSize, silentFrame } from '../samples/media-frames';
import type { TickWork } from '../media-work';
import { Mixer } from '../samples/mix';
import { MixingMember } from './mixing-member';
import { PlayStage } from '../plays/play-stage';
import type { MemberRole } from '../protocol';
import { RecorderSet } from '../recorders/record-set';

export type MixedParties = 'all' | 'announcers';

/** The rate of an empty bridge: only recorders hear what is played to it. */
const emptyRate = 8000;

/**
 * Sends to every member the mix of all others, at the highest rate of any of them. All members hear what is played to
 * the bridge. A bridge without speakers, plays and recorders does nothing.
 */
export class MixingBridge {
  readonly id: string;
  readonly mixes: MixedParties;
  readonly stage = new PlayStage();
  readonly recorders = new RecorderSet();
  readonly #mixer = new Mixer();
  #members: readonly MixingMember[] = [];
  #rate = emptyRate;
  /** Made when first needed: many bridges only pass packets on. */
  #announcement: Int16Array | undefined;
  #touchedAt = -1;

  constructor(id: string, mixes: MixedParties) {
    this.id = id;
    this.mixes = mixes;
  }

  get rate(): number {
    return this.#rate;
  }

  /** Active in every tick, independent of speakers. */
  get isBusy(): boolean {
    return !this.stage.isEmpty || !this.recorders.isEmpty;
  }

  /** The other one of two members; undefined for any other number, or when anything else is heard. */
  onlyOther(member: MixingMember): MixingMember | undefined {
    if (this.#members.length !== 2 || this.isBusy) return undefined;
    return this.#members[0] === member ? this.#members[1] : this.#members[0];
  }

  join(leg: Leg, role: MemberRole): void {
    leg.membership?.leave();
    const member = new MixingMember(leg, this, role);
    this.#members = [...this.#members, member];
    leg.membership = member;
    member.tune(this.#rate);
    this.retune();
  }

  /** Ignored when it is not a member. */
  leave(leg: Leg): void {
    const member = this.#members.find((other) => other.leg === leg);
    if (member === undefined) return;
    this.#members = this.#members.filter((other) => other !== member);
    if (leg.membership === member) leg.membership = undefined;
    this.retune();
  }

  close(): void {
    for (const { leg } of this.#members) leg.membership = undefined;
    this.#members = [];
    // Recorders first: one that waits for its beep would begin when the beep is cut off.
    this.recorders.loseTarget();
    this.stage.fail('the bridge no longer exists');
  }

  touch(work: TickWork): void {
    if (this.#touchedAt === work.tick) return;
    this.#touchedAt = work.tick;
    work.mix(this);
  }

  /** Passes the mix of this tick to the members. */
  mix(work: TickWork): void {
    const speakers = this.#addSpeakers();
    const isAnnouncing = this.#announce();
    const isQuiet = speakers === 0 && !isAnnouncing;
    if (!this.recorders.isEmpty) this.recorders.take(isQuiet ? silentFrame(this.#size()) : this.#mixer.all());
    if (isQuiet) return;
    // The only speaker hears nothing.
    const hasOneSource = speakers === 1 && !isAnnouncing;
    for (const member of this.#members) {
      if (hasOneSource && member.isHeard) continue;
      member.hear(this.#mixer.heardBy(member.place));
      work.send(member.leg);
    }
  }

  /** End of the tick. */
  forget(): void {
    for (const member of this.#members) member.outgoing = undefined;
  }

  #size(): number {
    return frameSize(this.#rate);
  }

  #addSpeakers(): number {
    let speakers = 0;
    this.#mixer.begin(this.#size());
    for (const member of this.#members) {
      member.place = this.#mixer.add(member.contribute());
      if (member.isHeard) speakers += 1;
    }
    return speakers;
  }

  #announce(): boolean {
    const frame = (this.#announcement ??= new Int16Array(this.#size()));
    const { stage } = this;
    const isFilled = stage.fillForeground(frame) || (!stage.holdsFloor && stage.fillBackground(frame));
    if (isFilled) this.#mixer.add(frame);
    return isFilled;
  }

  /** A member has joined, left, or changed its rate. */
  retune(): void {
    const rate = this.#members.reduce((highest, { leg }) => Math.max(highest, leg.rate), 0) || emptyRate;
    if (rate === this.#rate) return;
    this.#rate = rate;
    this.#announcement = undefined;
    for (const member of this.#members) member.tune(rate);
    this.stage.retune(rate);
    this.recorders.retune(rate);
  }
}
