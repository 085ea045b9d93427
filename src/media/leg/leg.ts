import type { LegId } from '../../shared/ids';
import { LegDetectors } from './leg-detectors';
import type { LegMeter } from './leg-meter';
import { LegMonitors } from './leg-monitor';
import { addInto, frameSize, hasSound, silentFrame } from '../samples/media-frames';
import type { TickWork } from '../media-work';
import { amplify } from '../samples/mix';
import { PlayStage } from '../plays/play-stage';
import type { MediaDirection } from '../protocol';
import { RecorderSet } from '../recorders/record-set';
import type { Tap } from './tap';

/** The far end of a leg: the other leg of a pair, or a tap. */
export interface FarEnd {
  /** The audio it sent in the previous tick. */
  readonly frameAt: (tick: number) => Int16Array | undefined;
  /** The leg has sent something in this tick. */
  readonly carry: (work: TickWork) => void;
  readonly detach: () => void;
}

/** The leg's membership in a bridge, as seen by the leg. */
export interface LegMembership {
  /** The audio from the bridge in this tick, at the leg's rate. */
  readonly outgoing: Int16Array | undefined;
  /** Audio of the bridge takes precedence over music. */
  readonly isAnnounced: boolean;
  /** The only other member, when nothing else is heard in the bridge. */
  readonly onlyOther: Leg | undefined;
  /** The rate of the leg has changed. */
  readonly retune: () => void;
  /** The leg has audio for the bridge in this tick. */
  readonly speak: (work: TickWork) => void;
  readonly leave: () => void;
}

/**
 * One channel's audio connection to its far end. In each direction, gain comes first, then detectors, monitors and
 * taps, then whispers are added, and muting is applied last: digits of a muted caller are still detected, and a
 * supervisor hears a muted party.
 */
export class Leg {
  readonly id: LegId;
  readonly stage = new PlayStage();
  readonly recorders = new RecorderSet();
  readonly monitors = new LegMonitors();
  readonly detectors: LegDetectors;
  far: FarEnd | undefined;
  membership: LegMembership | undefined;
  echoes = false;
  muted: MediaDirection = 'none';
  meter: LegMeter | undefined;
  /** The audio received in this tick, for bridges, echo and recorders. */
  incoming: Int16Array | undefined;
  /** The same for detectors. */
  #heard: Int16Array | undefined;
  /** Two, in turn: the far end reads the one of the last tick while this tick's is written. Made when first needed. */
  #outbox: readonly [Int16Array, Int16Array] | undefined;
  /** For audio that must be modified: frames of the far end are borrowed. */
  #changed: Int16Array | undefined;
  readonly #sentAt: [number, number] = [-1, -1];
  #receivedAt = -1;
  #triedAt = -1;
  /** Decibels. */
  #gainIn = 0;
  #gainOut = 0;
  #rate: number;
  #size: number;
  #hasHeard = false;
  #taps: readonly Tap[] = [];

  constructor(id: LegId, rate: number) {
    this.id = id;
    this.#rate = rate;
    this.#size = frameSize(rate);
    this.detectors = new LegDetectors(rate);
  }

  get rate(): number {
    return this.#rate;
  }

  /** Samples of a frame. */
  get size(): number {
    return this.#size;
  }

  /** Whether sound has come from the far end. */
  get hasHeard(): boolean {
    return this.#hasHeard;
  }

  /** The far end of the bridge partner, when packets can be relayed in both directions. */
  get relayPartner(): Leg | undefined {
    if (!this.#isPlain()) return undefined;
    const other = this.membership?.onlyOther;
    return other !== undefined && other.#isPlain() ? other : undefined;
  }

  /** Changes the rate of its audio, and of everything attached to it. */
  retune(rate: number): void {
    this.#rate = rate;
    this.#size = frameSize(rate);
    this.#outbox = undefined;
    this.#changed = undefined;
    this.incoming = undefined;
    this.#heard = undefined;
    this.#sentAt.fill(-1);
    this.stage.retune(rate);
    this.recorders.retune(rate);
    this.monitors.retune(rate);
    this.detectors.retune(rate);
    for (const tap of this.#taps) tap.retune(rate);
    this.membership?.retune();
  }

  /** Needs a frame in every tick, even silence. */
  get isWatched(): boolean {
    return !this.detectors.isEmpty || !this.recorders.isEmpty || !this.monitors.isEmpty || this.meter !== undefined;
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

  /** Receives the audio of the far end, and passes it on. */
  receive(work: TickWork): void {
    if (this.#receivedAt === work.tick) return;
    this.#receivedAt = work.tick;
    const came = this.#takeFromFar(work);
    this.#heard = came;
    if (came !== undefined) this.meter?.hearIn(came);
    if (came !== undefined && !this.monitors.isEmpty) this.monitors.overhear(came, 'in');
    const frame = this.#taps.length === 0 ? came : this.#tapInward(came, work);
    this.incoming = this.muted === 'in' || this.muted === 'both' ? undefined : frame;
    if (this.incoming === undefined) return;
    if (this.membership !== undefined) this.membership.speak(work);
    else if (this.echoes) work.send(this);
  }

  /** The first audio has arrived from the far end. */
  heardFirst(work: Pick<TickWork, 'firstAudio'>): void {
    this.#hasHeard = true;
    work.firstAudio(this);
  }

  /** Runs the detectors over the received audio, or over silence. */
  detect(): void {
    if (!this.detectors.isEmpty) this.detectors.process(this.#heard ?? silentFrame(this.size));
  }

  record(): void {
    if (!this.recorders.isEmpty) this.recorders.take(this.incoming ?? silentFrame(this.size));
    if (!this.monitors.isEmpty) this.monitors.take();
    this.meter?.tick();
  }

  /** Sends the audio of this tick, if any. */
  send(work: TickWork): void {
    if (this.#triedAt === work.tick) return;
    this.#triedAt = work.tick;
    const turn = work.tick & 1 ? 1 : 0;
    const frame = this.#outboxes()[turn];
    let isFilled = this.#fill(frame);
    if (isFilled && this.#gainOut !== 0) amplify(frame, this.#gainOut);
    if (isFilled && !this.monitors.isEmpty) this.monitors.overhear(frame, 'out');
    if (isFilled) this.meter?.hearOut(frame);
    if (this.#taps.length > 0) isFilled = this.#tapOutward(frame, isFilled, work);
    if (!isFilled || this.muted === 'out' || this.muted === 'both') return;
    this.#sentAt[turn] = work.tick;
    this.far?.carry(work);
  }

  /** End of the tick. */
  forget(): void {
    this.incoming = undefined;
    this.#heard = undefined;
  }

  close(): void {
    this.membership?.leave();
    this.far?.detach();
    this.far = undefined;
    this.#taps = [];
    this.meter = undefined;
    this.detectors.clear();
    // Recorders first: one that waits for its beep would begin when the beep is cut off.
    this.recorders.loseTarget();
    this.monitors.loseTarget();
    this.stage.fail('the leg no longer exists');
  }

  /** Its audio is unmodified and used only by a bridge. */
  #isPlain(): boolean {
    const isUnchanged = this.muted === 'none' && this.#gainIn === 0 && this.#gainOut === 0;
    return isUnchanged && this.stage.isEmpty && !this.isWatched && this.#taps.length === 0;
  }

  #takeFromFar(work: TickWork): Int16Array | undefined {
    const frame = this.far?.frameAt(work.tick);
    if (frame === undefined) return undefined;
    if (!this.#hasHeard && hasSound(frame)) this.heardFirst(work);
    return this.#gainIn === 0 ? frame : amplify(frame, this.#gainIn, this.#changedFrame());
  }

  #tapInward(came: Int16Array | undefined, work: TickWork): Int16Array | undefined {
    let frame = came;
    for (const tap of this.#taps) if (came !== undefined) tap.overhear(came, 'in', work);
    for (const tap of this.#taps) {
      // A whisper makes the leg send in this tick.
      if (tap.whisperAt(work.tick, 'out') !== undefined) work.send(this);
      const whisper = tap.whisperAt(work.tick, 'in');
      if (whisper !== undefined) frame = this.#withWhisper(frame, whisper);
    }
    return frame;
  }

  /** Into a separate frame: detectors still need the one without the whisper. */
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
    // Checked twice: filling may end the play, and then the others are heard in the same tick.
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
