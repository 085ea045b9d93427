import type { Channel } from '../calls/channel';
import type { Backgrounds } from './backgrounds';
import type { SoundEnd, SoundPlay, SoundWish } from './channel-sound';
import { channelRate } from './listening-rate';
import type { MediaLegs } from './media-legs';
import type { Play, Plays } from './plays';
import type { FoundSource, SourceFinder } from './source-finder';

export interface ChannelPlayDeps {
  readonly legs: MediaLegs;
  readonly plays: Plays;
  readonly backgrounds: Backgrounds;
  readonly sources: SourceFinder;
}

/** One medium that a channel hears, from the search for it to its end. */
export class ChannelPlay implements SoundPlay {
  readonly over: Promise<SoundEnd>;
  #finish: (end: SoundEnd) => void = () => undefined;
  #play: Play | undefined;
  #isOver = false;

  constructor(
    private readonly channel: Channel,
    private readonly wish: SoundWish,
    private readonly deps: ChannelPlayDeps,
  ) {
    this.over = new Promise((resolve) => (this.#finish = resolve));
    void this.#begin();
  }

  readonly pause = (): void => this.#play?.pause();
  readonly resume = (): void => this.#play?.resume();
  readonly restart = (): void => this.#play?.restart();
  readonly seek = (milliseconds: number): void => this.#play?.seek(milliseconds);

  readonly stop = (): void => {
    this.#play?.stop();
    this.#end({ outcome: 'stopped' });
  };

  async #begin(): Promise<void> {
    try {
      const found = await this.#find();
      if (this.#isOver) return;
      if (found.outcome === 'found') this.#start(found);
      else this.#end({ outcome: 'failed', reason: found.reason });
    } catch (error) {
      this.#end({ outcome: 'failed', reason: error instanceof Error ? error.message : String(error) });
    }
  }

  async #find(): Promise<FoundSource> {
    const { language, toneZone: zone } = this.channel.traits;
    const place = { language: this.wish.language || language, zone, rate: channelRate(this.channel) };
    let first: FoundSource | undefined;
    for (const uri of this.wish.anyOf) {
      const found = await this.deps.sources.find(uri, place);
      if (found.outcome === 'found') return found;
      first ??= found;
    }
    return first ?? { outcome: 'missing', reason: 'there is nothing to play' };
  }

  #start({ source }: Extract<FoundSource, { outcome: 'found' }>): void {
    const { legs, plays, backgrounds } = this.deps;
    // Nobody hears what is played to such a call, and it would only keep it from ending.
    if (this.channel.isEnding) return this.#end({ outcome: 'failed', reason: 'the call is being hung up' });
    const target = legs.ofChannel(this.channel);
    if (target === undefined) return this.#end({ outcome: 'failed', reason: 'the channel carries no audio' });
    backgrounds.giveWay({ kind: 'channel', id: this.channel.id });
    this.#play = plays.start({
      target,
      source,
      offset: this.wish.offset ?? 0,
      onEnd: ({ failed }) =>
        this.#end(failed === undefined ? { outcome: 'heard' } : { outcome: 'failed', reason: failed }),
    });
  }

  #end(end: SoundEnd): void {
    this.#isOver = true;
    this.#finish(end);
  }
}
