import type { ConferenceMenu, MenuEntry } from '../../config/files/sound/confbridge-menu';
import type { ConferenceUser } from '../../config/files/sound/confbridge-profiles';
import type { Channel } from '../../engine/calls/channel/channel';
import type { ChannelSound } from '../../engine/audio/channel-sound';
import type { StopSignal } from '../../shared/scheduling/stop-signal';
import { linkedTo } from '../../shared/scheduling/stop-signal';
import type { DigitInbox } from '../interaction/digit-inbox';
import type { Prompt, Prompts } from '../interaction/prompts';
import { namedPrompts } from '../interaction/prompts';

export type LeaveReason = 'HANGUP' | 'KICKED' | 'ENDMARKED' | 'DTMF' | 'TIMEOUT';

export interface ParticipantDeps {
  readonly sound: () => ChannelSound;
  readonly prompts: Prompts;
}

export interface ParticipantFacts {
  readonly channel: Channel;
  readonly user: ConferenceUser;
  readonly menu: ConferenceMenu;
  /** Fires when the channel ends or has to go elsewhere. */
  readonly signal: StopSignal;
}

/** Longer than any call lasts. */
const forEver = 2 ** 31 - 1;
/** Milliseconds in which the next digit of a sequence has to come. */
const sequenceTimeout = 2000;

/** One channel in a conference. */
export class Participant {
  readonly channel: Channel;
  readonly user: ConferenceUser;
  readonly #menu: ConferenceMenu;
  readonly #over: ReturnType<typeof linkedTo>;
  #reason: LeaveReason | undefined;
  #isActive = false;
  #isMuted = false;
  #isAlone = false;
  /** Prompts that are heard now. Music is for when there are none. */
  #prompts = 0;

  constructor(
    facts: ParticipantFacts,
    private readonly deps: ParticipantDeps,
  ) {
    this.channel = facts.channel;
    this.user = facts.user;
    this.#menu = facts.menu;
    this.#over = linkedTo(facts.signal);
  }

  /** In the bridge, and not waiting for a leader. */
  get isActive(): boolean {
    return this.#isActive;
  }

  get isMuted(): boolean {
    return this.#isMuted;
  }

  /** Fires when the participation ends, for any reason. */
  get signal(): StopSignal {
    return this.#over.signal;
  }

  /** Why the stay was ended; a hangup where nothing else was said. */
  get reason(): LeaveReason {
    return this.#reason ?? 'HANGUP';
  }

  /** The first reason counts. */
  end(reason: LeaveReason): void {
    this.#reason ??= reason;
    this.#over.abort();
  }

  /** Lets go of everything; to be called in the end in any case. */
  release(): void {
    this.setAlone(false);
    if (this.#isMuted) this.mute(false);
    this.#over.release();
  }

  activated(isActive: boolean): void {
    this.#isActive = isActive;
  }

  mute(isMuted: boolean): void {
    this.#isMuted = isMuted;
    this.channel.audio.mute('in', isMuted);
  }

  /** The participant is alone: plays music, if the profile has some. */
  setAlone(isAlone: boolean): void {
    if (isAlone === this.#isAlone) return;
    this.#isAlone = isAlone;
    this.#reviewMusic();
  }

  /** Resolves when it has been played, or the participation has ended. */
  async say(prompts: readonly Prompt[], signal: StopSignal = this.signal): Promise<void> {
    if (prompts.length === 0) return;
    this.#prompts += 1;
    await this.deps.prompts.play(this.channel, { prompts, signal });
    this.#prompts -= 1;
    this.#reviewMusic();
  }

  /** Says something by the way, unless the participant wants to hear nothing of the kind. */
  tell(sounds: string): void {
    if (!this.user.isQuiet) void this.say(namedPrompts(sounds));
  }

  /** Executes the menu actions for the participant's digits, until the participation ends. */
  async obey(inbox: DigitInbox, perform: (entry: MenuEntry) => Promise<void>): Promise<void> {
    for (let dialled = ''; !this.signal.aborted;) {
      const digit = await inbox.next(dialled === '' ? forEver : sequenceTimeout, this.signal);
      if (this.signal.aborted) return;
      dialled += digit ?? '';
      const entry = this.#menu.find(({ digits }) => digits === dialled);
      const couldGrow = this.#menu.some(({ digits }) => digits.length > dialled.length && digits.startsWith(dialled));
      if (digit !== undefined && couldGrow) continue;
      dialled = '';
      if (entry !== undefined) await perform(entry);
    }
  }

  #reviewMusic(): void {
    if (!this.user.hasMusicWhenEmpty || this.#prompts > 0 || this.channel.isEnding) return;
    if (this.#isAlone) this.deps.sound().startMusic(this.channel, this.user.musicClass || undefined);
    else this.deps.sound().stopMusic(this.channel);
  }
}
