import type { Channel } from '../../engine/calls/channel/channel';
import type { Ending } from '../../engine/calls/channel/ending';
import { formatReader } from '../../engine/calls/channel/formats';
import { causes } from '../../engine/calls/channel/hangup-cause';
import type { ChannelSignal } from '../../engine/calls/channel/signal';
import type { DialStart, TechnologyAudio, TechnologyChannel } from '../../engine/calls/technology/technology-channel';
import { Stopper } from '../../shared/scheduling/stop-signal';
import type { StopSignal } from '../../shared/scheduling/stop-signal';
import type { PhoneAudio } from './phone-audio';

/** `calling`: no answer yet to a call of the phone. `waiting`: the phone is called and has not rung yet. */
export type PhoneCallState = 'calling' | 'waiting' | 'ringing' | 'up' | 'ended';

export interface PhoneCallParts {
  /** Seen from the phone. */
  readonly direction: 'incoming' | 'outgoing';
  readonly audio: PhoneAudio;
  /** The call reaches the phone. */
  readonly onDialled: (call: PhoneCall) => void;
  readonly onChanged: (call: PhoneCall) => void;
}

/** What the other end has told the phone, in order. */
export type ToldSignal = ChannelSignal['type'];

/** How many of the signals and texts that a phone was told are kept. */
const maxTold = 1000;

/** One call of a simulated phone: the far end of its channel. */
export class PhoneCall implements TechnologyChannel {
  readonly audio: TechnologyAudio;
  readonly carriesText = 'basic';
  readonly read = formatReader('slin16');
  readonly told: ToldSignal[] = [];
  readonly texts: string[] = [];
  /** Digits that the other end has sent. */
  digits = '';
  readonly #over = new Stopper();
  readonly #waiting = new Set<() => void>();
  #state: PhoneCallState;
  #isHeld = false;
  #ending: Ending | undefined;

  constructor(
    readonly channel: Channel,
    private readonly parts: PhoneCallParts,
  ) {
    this.audio = parts.audio.audio;
    this.#state = parts.direction === 'outgoing' ? 'calling' : 'waiting';
  }

  get direction(): PhoneCallParts['direction'] {
    return this.parts.direction;
  }

  get sound(): PhoneAudio {
    return this.parts.audio;
  }

  get state(): PhoneCallState {
    return this.#state;
  }

  /** Whether the phone has put the other end on hold. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Undefined while the call goes on. */
  get ending(): Ending | undefined {
    return this.#ending;
  }

  /** Fires when the call is over. */
  get signal(): StopSignal {
    return this.#over.signal;
  }

  dial(): DialStart {
    // The call is reported before anything that the phone does.
    queueMicrotask(() => this.parts.onDialled(this));
    return { outcome: 'dialling' };
  }

  send(signal: ChannelSignal): void {
    if (this.told.length < maxTold) this.told.push(signal.type);
    if (signal.type === 'answer') this.#enter('up');
    if (signal.type === 'digit') this.digits = (this.digits + signal.digit).slice(-maxTold);
    if (signal.type === 'text' && this.texts.length < maxTold) this.texts.push(signal.text);
    this.#changed();
  }

  carries(): boolean {
    return true;
  }

  hangUp(ending: Ending): undefined {
    this.#ending = ending;
    this.#enter('ended');
    this.#over.abort();
    this.parts.audio.close();
  }

  ring(): void {
    if (this.#state !== 'waiting') return;
    this.#enter('ringing');
    this.channel.receive({ type: 'ringing' });
  }

  /** Early media: what the phone says is heard before it answers. */
  progress(): void {
    if (this.#state === 'waiting' || this.#state === 'ringing') this.channel.receive({ type: 'progress' });
  }

  answer(): void {
    if (this.#state !== 'waiting' && this.#state !== 'ringing') return;
    this.#enter('up');
    this.channel.receive({ type: 'answer' });
  }

  press(digit: string, milliseconds: number): void {
    this.channel.receive({ type: 'digit', digit, milliseconds });
  }

  hold(isHeld: boolean): void {
    if (this.#state !== 'up' || isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    this.channel.receive(isHeld ? { type: 'hold', musicClass: undefined } : { type: 'unhold' });
    this.#changed();
  }

  text(text: string): void {
    this.channel.receive({ type: 'text', text });
  }

  /** The phone ends the call, or does not take it. */
  end(cause: number = causes.normal): void {
    if (this.#state !== 'ended') this.channel.farEndHungUp({ cause });
  }

  /** Calls back after every change of the call, and when something was told to the phone. */
  onChange(listener: () => void): () => void {
    this.#waiting.add(listener);
    return () => void this.#waiting.delete(listener);
  }

  #enter(state: PhoneCallState): void {
    if (this.#state === state || this.#state === 'ended') return;
    this.#state = state;
    this.#changed();
  }

  #changed(): void {
    this.parts.onChanged(this);
    for (const listener of [...this.#waiting]) listener();
  }
}
