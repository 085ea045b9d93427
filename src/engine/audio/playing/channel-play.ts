import type { MediaTarget } from '../../../media/protocol';
import type { Bridge } from '../../calls/bridge/bridge';
import type { Channel } from '../../calls/channel/channel';
import type { Backgrounds } from './backgrounds';
import type { SoundEnd, SoundPlay, SoundRequest } from '../channel-sound';
import { bridgeRate, channelRate } from '../legs/listening-rate';
import type { MediaLegs } from '../legs/media-legs';
import type { Play, Plays } from './plays';
import type { FoundSource, SourceFinder } from '../sources/source-finder';

export interface ChannelPlayDeps {
  readonly legs: MediaLegs;
  readonly plays: Plays;
  readonly backgrounds: Backgrounds;
  readonly sources: SourceFinder;
}

/** Who is to hear something. */
interface Listener {
  readonly language: string;
  readonly zone: string;
  readonly rate: number;
  /** The target; a text is the reason why there is none. */
  readonly open: () => MediaTarget | string;
}

/** One medium that is heard, from the search for it to its end. */
export class SearchedPlay implements SoundPlay {
  readonly over: Promise<SoundEnd>;
  #finish: (end: SoundEnd) => void = () => undefined;
  #play: Play | undefined;
  #isOver = false;

  constructor(
    private readonly listener: Listener,
    private readonly request: SoundRequest,
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
    const { language, zone, rate } = this.listener;
    const place = { language: this.request.language || language, zone, rate };
    let first: FoundSource | undefined;
    for (const uri of this.request.anyOf) {
      const found = await this.deps.sources.find(uri, place);
      if (found.outcome === 'found') return found;
      first ??= found;
    }
    return first ?? { outcome: 'missing', reason: 'there is nothing to play' };
  }

  #start({ source }: Extract<FoundSource, { outcome: 'found' }>): void {
    const target = this.listener.open();
    if (typeof target === 'string') return this.#end({ outcome: 'failed', reason: target });
    this.#play = this.deps.plays.start({
      target,
      source,
      offset: this.request.offset ?? 0,
      onEnd: ({ failed }) =>
        this.#end(failed === undefined ? { outcome: 'heard' } : { outcome: 'failed', reason: failed }),
    });
  }

  #end(end: SoundEnd): void {
    this.#isOver = true;
    this.#finish(end);
  }
}

/** Plays to a channel, replacing its current music and tones. */
export function playToChannel(channel: Channel, request: SoundRequest, deps: ChannelPlayDeps): SoundPlay {
  const { language, toneZone: zone } = channel.attributes;
  const open = (): MediaTarget | string => {
    // A playback to such a call is not heard, and would only delay its end.
    if (channel.isEnding) return 'the call is being hung up';
    const target = deps.legs.ofChannel(channel);
    if (target === undefined) return 'the channel carries no audio';
    deps.backgrounds.giveWay({ kind: 'channel', id: channel.id });
    return target;
  };
  return new SearchedPlay({ language, zone, rate: channelRate(channel), open }, request, deps);
}

/** Plays to all members of a bridge. */
export function playToBridge(bridge: Bridge, request: SoundRequest, deps: ChannelPlayDeps): SoundPlay {
  const [member] = bridge.members();
  const open = (): MediaTarget | string => (bridge.size === 0 ? 'the bridge is empty' : deps.legs.ofBridge(bridge));
  const language = member?.attributes.language ?? '';
  return new SearchedPlay({ language, zone: '', rate: bridgeRate(bridge), open }, request, deps);
}
