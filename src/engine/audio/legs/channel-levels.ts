import type { MediaLink, NoticeOf } from '../../../media/protocol';
import type { Channel } from '../../calls/channel/channel';
import type { MediaLegs } from './media-legs';

export interface ChannelLevelsDeps {
  readonly link: Pick<MediaLink, 'send' | 'onLost'>;
  readonly legs: MediaLegs;
}

/** How loud a channel is, in decibels of full scale: from -127, which is silence, to 0. */
export interface ChannelLevel {
  /** What comes from the far end. */
  readonly in: number;
  /** What goes to it. */
  readonly out: number;
}

type Listener = (level: ChannelLevel) => void;

interface Watched {
  readonly listeners: Set<Listener>;
  readonly release: () => void;
}

/** Tells how loud channels are, ten times a second, to those who want to know. Others are not measured. */
export class ChannelLevels {
  readonly #watched = new Map<Channel, Watched>();
  readonly #unsubscribe: readonly (() => void)[];

  /** To be made after the legs listen to the link: after a loss of the media thread, they are restored first. */
  constructor(private readonly deps: ChannelLevelsDeps) {
    const { link, legs } = deps;
    this.#unsubscribe = [
      link.onLost(() => {
        for (const channel of this.#watched.keys()) this.#meter(channel, true);
      }),
      legs.onReplaced((channel) => {
        if (this.#watched.has(channel)) this.#meter(channel, true);
      }),
    ];
  }

  /**
   * The result ends it; undefined when the channel carries no audio. Nothing is reported after the channel has ended.
   */
  watch(channel: Channel, listener: Listener): (() => void) | undefined {
    if (this.deps.legs.open(channel) === undefined) return undefined;
    const { listeners } = this.#watched.get(channel) ?? this.#begin(channel);
    // A separate entry, so that the same function can be registered twice.
    const entry: Listener = (level) => listener(level);
    listeners.add(entry);
    return () => {
      if (listeners.delete(entry) && listeners.size === 0) this.#end(channel);
    };
  }

  /** The audio side has measured. */
  tell({ leg, in: inward, out }: NoticeOf<'leg-level'>): void {
    const channel = this.deps.legs.channelOf(leg);
    const watched = channel === undefined ? undefined : this.#watched.get(channel);
    for (const listener of [...(watched?.listeners ?? [])]) listener({ in: inward, out });
  }

  /** Idempotent. */
  close(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    for (const { release } of this.#watched.values()) release();
    this.#watched.clear();
  }

  #begin(channel: Channel): Watched {
    const watched = {
      listeners: new Set<Listener>(),
      release: channel.onDestroyed(() => this.#watched.delete(channel)),
    };
    this.#watched.set(channel, watched);
    this.#meter(channel, true);
    return watched;
  }

  #end(channel: Channel): void {
    this.#watched.get(channel)?.release();
    if (this.#watched.delete(channel)) this.#meter(channel, false);
  }

  #meter(channel: Channel, on: boolean): void {
    const leg = this.deps.legs.idOf(channel);
    if (leg !== undefined) this.deps.link.send({ do: 'meter-leg', leg, on });
  }
}
