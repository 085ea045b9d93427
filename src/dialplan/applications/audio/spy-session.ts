import type { Bridges } from '../../../engine/calls/bridge/bridges';
import type { Channel } from '../../../engine/calls/channel/channel';
import type { Channels } from '../../../engine/calls/channel/channels';
import type { ApplicationRun } from '../../../engine/calls/channel/dialplan-port';
import type { ListenRequest } from '../../../engine/audio/listening-in';
import type { ChannelSound } from '../../../engine/audio/channel-sound';
import type { EngineEventHub } from '../../../engine/engine-event';
import type { Clock } from '../../../shared/time/clock';
import type { Logger } from '../../../shared/logger';
import { linkedTo } from '../../../shared/scheduling/stop-signal';
import { DigitInbox } from '../../interaction/digit-inbox';
import { pause } from '../../runner/pause';
import { namedPrompts, Prompts } from '../../interaction/prompts';
import type { SpyMode, SpyOptions } from './spy-options';
import { maxVolume } from './spy-options';

export interface SpyDeps {
  readonly channels: Pick<Channels, 'list'>;
  readonly bridges: Pick<Bridges, 'of'>;
  readonly dialplan: { readonly hasExtension: (context: string, extension: string) => boolean };
  readonly sound: () => ChannelSound;
  readonly events: EngineEventHub;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface SpyCall {
  readonly channel: Channel;
  readonly options: SpyOptions;
  readonly matches: (other: Channel) => boolean;
  readonly run: ApplicationRun;
}

/** Milliseconds between two looks for a channel. */
const interval = 1000;
/** Longer than any call lasts. */
const forEver = 2 ** 31 - 1;
/** Decibels of one step of volume. */
const step = 3;
const modeDigits: Readonly<Record<string, SpyMode>> = { 4: 'listen', 5: 'whisper', 6: 'barge' };

/** `next`: continues with another channel. `leave`: stops listening. */
type Verdict = 'next' | 'leave';

/** One listener on the way from channel to channel. */
export class SpySession {
  readonly #prompts: Prompts;
  #volume: number;
  #mode: SpyMode;

  constructor(
    private readonly call: SpyCall,
    private readonly deps: SpyDeps,
  ) {
    this.#prompts = new Prompts(deps);
    this.#volume = call.options.volume;
    this.#mode = call.options.mode;
  }

  async perform(): Promise<void> {
    const { channel, options, run } = this.call;
    const inbox = new DigitInbox(channel, this.deps.clock);
    try {
      for (let verdict: Verdict = 'next'; verdict !== 'leave' && !run.signal.aborted;) {
        const found = this.#candidates();
        for (const spied of found) {
          verdict = await this.#listenTo(spied, inbox);
          if (verdict === 'leave' || run.signal.aborted) return;
        }
        if (options.stopsWhenAlone) return;
        if (found.length === 0) verdict = await this.#waitForChannel(inbox);
      }
    } finally {
      inbox.close();
    }
  }

  #candidates(): Channel[] {
    const { channel, options, matches } = this.call;
    return this.deps.channels.list().filter((other) => {
      if (other === channel || other.isEnding || other.line.audio === undefined || !matches(other)) return false;
      if (options.onlyBridged && this.deps.bridges.of(other) === undefined) return false;
      const groups = (other.variables.get('SPYGROUP') ?? '').split(':');
      if (options.groups.length > 0 && !options.groups.some((group) => groups.includes(group))) return false;
      return options.extensions.length === 0 || options.extensions.includes(other.position.place.extension);
    });
  }

  async #waitForChannel(inbox: DigitInbox): Promise<Verdict> {
    const digit = await inbox.next(interval, this.call.run.signal);
    return digit === undefined ? 'next' : this.#leaveBy(digit);
  }

  async #listenTo(spied: Channel, inbox: DigitInbox): Promise<Verdict> {
    const { channel, options, run } = this.call;
    if (spied.isEnding) return 'next';
    if (!options.isQuiet) await this.#prompts.play(channel, { prompts: namedPrompts('beep'), signal: run.signal });
    const over = linkedTo(run.signal);
    const release = spied.onDestroyed(over.abort);
    if (spied.isGone) over.abort();
    try {
      for (;;) {
        const listening = this.deps.sound().listenIn(channel, this.#request(spied));
        if (listening === undefined) {
          // Nothing is heard of it, now and later: others may come meanwhile.
          await pause(this.deps.clock, interval, over.signal);
          return 'next';
        }
        this.#report('spying-started', spied);
        const verdict = await this.#obey(inbox, { setVolume: listening.setVolume, signal: over.signal });
        listening.stop();
        this.#report('spying-stopped', spied);
        if (verdict !== 'switch') return verdict === 'gone' ? this.#afterwards() : verdict;
      }
    } finally {
      release();
      over.release();
    }
  }

  #report(type: 'spying-started' | 'spying-stopped', spied: Channel): void {
    const { events, clock } = this.deps;
    const facts = { spyer: this.call.channel.snapshot(), spied: spied.snapshot() };
    events.emit({ type, at: clock.now(), ...facts });
  }

  #afterwards(): Verdict {
    return this.call.options.stopsWithFirst ? 'leave' : 'next';
  }

  /** Does what the listener's digits say until one of them, or the end of the spied channel, ends it. */
  async #obey(
    inbox: DigitInbox,
    {
      setVolume,
      signal,
    }: { readonly setVolume: (decibels: number) => void; readonly signal: SpyCall['run']['signal'] },
  ): Promise<Verdict | 'gone' | 'switch'> {
    const { options } = this.call;
    for (;;) {
      const digit = await inbox.next(forEver, signal);
      if (digit === undefined) return 'gone';
      if (digit === options.nextDigit) return 'next';
      const mode = options.canSwitch ? modeDigits[digit] : undefined;
      if (mode !== undefined) {
        this.#mode = mode;
        return 'switch';
      }
      if (this.#leaveBy(digit) === 'leave') return 'leave';
      if (digit === '#') {
        this.#volume = this.#volume >= maxVolume ? -maxVolume : this.#volume + 1;
        setVolume(this.#volume * step);
      }
    }
  }

  #leaveBy(digit: string): Verdict {
    const { channel, options, run } = this.call;
    if (digit === options.exitDigit) return 'leave';
    const context = channel.variables.get('SPY_EXIT_CONTEXT') ?? channel.position.place.context;
    if (!options.canLeave || !this.deps.dialplan.hasExtension(context, digit)) return 'next';
    run.goTo({ context, extension: digit, priority: 1 });
    return 'leave';
  }

  #request(spied: Channel): ListenRequest {
    const { isDeaf, hearsOnlyIncoming } = this.call.options;
    const whispers = { listen: 'none', whisper: 'out', barge: 'both' } as const;
    return {
      spied,
      spy: isDeaf ? 'none' : hearsOnlyIncoming ? 'in' : 'both',
      whisper: whispers[this.#mode],
      volume: this.#volume * step,
    };
  }
}
