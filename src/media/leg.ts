import { FormatPassage } from './format-passage';
import { LegDetectors } from './leg-detectors';
import { LegMonitors } from './leg-monitor';
import { addInto, frameSize, hasSound, silentFrame } from './media-frames';
import type { TickWork } from './media-work';
import { amplify } from './mix';
import { PlayStage } from './play-stage';
import type { AudioForm, MediaDirection } from './protocol';
import { RecorderSet } from './record-set';
import type { Tap } from './tap';

/** What a leg talks to: the other leg of a pair, or a tap. */
export interface FarEnd {
  /** What it sent in the tick before this one. */
  readonly frameAt: (tick: number) => Int16Array | undefined;
  /** The leg has sent something in this tick. */
  readonly carry: (work: TickWork) => void;
  readonly detach: () => void;
}

/** The leg's place in a bridge, as far as the leg has to know. */
export interface LegMembership {
  /** What the bridge sends to the leg in this tick, at the leg's rate. */
  readonly outgoing: Int16Array | undefined;
  /** What the bridge says goes before music. */
  readonly isAnnounced: boolean;
  /** The leg has something to say in this tick. */
  readonly speak: (work: TickWork) => void;
  readonly leave: () => void;
}

/**
 * One channel's way to its far end. In a direction, gain comes first, then detectors, monitors and taps listen, then whispers are
 * added and muting has the last word: digits of a muted caller are still found, and a supervisor hears who is muted.
 */
export class Leg {
  readonly id: string;
  readonly rate: number;
  readonly size: number;
  readonly stage = new PlayStage();
  readonly recorders = new RecorderSet();
  readonly monitors = new LegMonitors();
  readonly detectors = new LegDetectors();
  far: FarEnd | undefined;
  membership: LegMembership | undefined;
  echoes = false;
  muted: MediaDirection = 'none';
  /** What came in this tick, as bridges, echo and recorders hear it. */
  incoming: Int16Array | undefined;
  /** The same as detectors hear it. */
  #heard: Int16Array | undefined;
  /** Two, in turn: the far end reads the one of the last tick while this tick's is written. Made when first needed. */
  #outbox: readonly [Int16Array, Int16Array] | undefined;
  /** For what must be changed before it is heard: frames of the far end are only lent. */
  #changed: Int16Array | undefined;
  readonly #sentAt: [number, number] = [-1, -1];
  #receivedAt = -1;
  #triedAt = -1;
  /** Decibels. */
  #gainIn = 0;
  #gainOut = 0;
  #hasHeard = false;
  #taps: readonly Tap[] = [];

  constructor(id: string, rate: number) {
    this.id = id;
    this.rate = rate;
    this.size = frameSize(rate);
  }

  /** Wants a frame in every tick, be it silence. */
  get isWatched(): boolean {
    return !this.detectors.isEmpty || !this.recorders.isEmpty || !this.monitors.isEmpty;
  }

  setGain({ in: inward, out: outward }: { readonly in: number; readonly out: number }): void {
    this.#gainIn = inward;
    this.#gainOut = outward;
  }

  addTap(tap: Tap): void {
    this.#taps = [...this.#taps, tap];
  }

  dropTap(tap: Tap): void {
    this.#taps = this.#taps.filter((other) => other !== tap);
  }

  /** The frame sent in that tick; kept for one tick longer. */
  sentAt(tick: number): Int16Array | undefined {
    const turn = tick & 1 ? 1 : 0;
    return this.#sentAt[turn] === tick ? this.#outbox?.[turn] : undefined;
  }

  /** Takes what the far end sent, and tells those who have something to do because of it. */
  receive(work: TickWork): void {
    if (this.#receivedAt === work.tick) return;
    this.#receivedAt = work.tick;
    const came = this.#takeFromFar(work);
    this.#heard = came;
    if (came !== undefined && !this.monitors.isEmpty) this.monitors.overhear(came, 'in');
    const frame = this.#taps.length === 0 ? came : this.#tapInward(came, work);
    this.incoming = this.muted === 'in' || this.muted === 'both' ? undefined : frame;
    if (this.incoming === undefined) return;
    if (this.membership !== undefined) this.membership.speak(work);
    else if (this.echoes) work.send(this);
  }

  /** Runs the detectors over what came, or over silence. */
  detect(): void {
    if (!this.detectors.isEmpty) this.detectors.process(this.#heard ?? silentFrame(this.size));
  }

  record(): void {
    if (!this.recorders.isEmpty) this.recorders.take(this.incoming ?? silentFrame(this.size));
    if (!this.monitors.isEmpty) this.monitors.take();
  }

  /** Sends what there is to send, if there is anything. */
  send(work: TickWork): void {
    if (this.#triedAt === work.tick) return;
    this.#triedAt = work.tick;
    const turn = work.tick & 1 ? 1 : 0;
    const frame = this.#outboxes()[turn];
    let isFilled = this.#fill(frame);
    if (isFilled && this.#gainOut !== 0) amplify(frame, this.#gainOut);
    if (isFilled && !this.monitors.isEmpty) this.monitors.overhear(frame, 'out');
    if (this.#taps.length > 0) isFilled = this.#tapOutward(frame, isFilled, work);
    if (!isFilled || this.muted === 'out' || this.muted === 'both') return;
    this.#sentAt[turn] = work.tick;
    this.far?.carry(work);
  }

  /** The tick is over. */
  forget(): void {
    this.incoming = undefined;
    this.#heard = undefined;
  }

  close(): void {
    this.membership?.leave();
    this.far?.detach();
    this.far = undefined;
    this.#taps = [];
    this.detectors.clear();
    // Recorders first: one that waits for its beep would begin when the beep is cut off.
    this.recorders.loseTarget();
    this.monitors.loseTarget();
    this.stage.fail('the leg is gone');
  }

  #takeFromFar(work: TickWork): Int16Array | undefined {
    const frame = this.far?.frameAt(work.tick);
    if (frame === undefined) return undefined;
    if (!this.#hasHeard && hasSound(frame)) {
      this.#hasHeard = true;
      work.firstAudio(this);
    }
    return this.#gainIn === 0 ? frame : amplify(frame, this.#gainIn, this.#changedFrame());
  }

  #tapInward(came: Int16Array | undefined, work: TickWork): Int16Array | undefined {
    let frame = came;
    for (const tap of this.#taps) if (came !== undefined) tap.overhear(came, 'in', work);
    for (const tap of this.#taps) {
      // Whoever whispers to the leg makes it send in this tick.
      if (tap.whisperAt(work.tick, 'out') !== undefined) work.send(this);
      const whisper = tap.whisperAt(work.tick, 'in');
      if (whisper !== undefined) frame = this.#withWhisper(frame, whisper);
    }
    return frame;
  }

  /** Into a frame of its own: detectors still want the one without the whisper. */
  #withWhisper(frame: Int16Array | undefined, whisper: Int16Array): Int16Array {
    if (frame === undefined) return whisper;
    const sum = frame.slice();
    addInto(sum, whisper);
    return sum;
  }

  #tapOutward(frame: Int16Array, isFilled: boolean, work: TickWork): boolean {
    let hasAudio = isFilled;
    for (const tap of this.#taps) if (isFilled) tap.overhear(frame, 'out', work);
    for (const tap of this.#taps) {
      const whisper = tap.whisperAt(work.tick, 'out');
      if (whisper === undefined) continue;
      if (hasAudio) addInto(frame, whisper);
      else frame.set(whisper);
      hasAudio = true;
    }
    return hasAudio;
  }

  #fill(frame: Int16Array): boolean {
    const { stage, membership } = this;
    // Asked twice: filling may find that the play is over, and then the others are heard at once.
    if (stage.holdsFloor && stage.fillForeground(frame)) return true;
    if (stage.holdsFloor) return false;
    const others = membership === undefined ? this.#echo() : membership.outgoing;
    const isHeard = others !== undefined && (membership?.isAnnounced === true || !stage.hasMusic);
    if (!isHeard) return stage.fillBackground(frame);
    frame.set(others);
    return true;
  }

  #echo(): Int16Array | undefined {
    return this.echoes ? this.incoming : undefined;
  }

  #outboxes(): readonly [Int16Array, Int16Array] {
    this.#outbox ??= [new Int16Array(this.size), new Int16Array(this.size)];
    return this.#outbox;
  }

  #changedFrame(): Int16Array {
    this.#changed ??= new Int16Array(this.size);
    return this.#changed;
  }
}

/** The other leg of a pair, and the wire from there. */
export class PairEnd implements FarEnd {
  readonly #other: Leg;
  readonly #wire: FormatPassage;

  constructor(other: Leg, form: AudioForm) {
    this.#other = other;
    this.#wire = new FormatPassage(form);
  }

  frameAt(tick: number): Int16Array | undefined {
    const frame = this.#other.sentAt(tick - 1);
    return frame === undefined ? undefined : this.#wire.pass(frame);
  }

  carry(work: TickWork): void {
    work.arriveNext(this.#other);
  }

  /** The one who is left loses its far end, and with it the other wire. */
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
