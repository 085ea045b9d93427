import type { AudioForm, MediaLink, MediaNotice, MediaSource, MediaTarget } from '../../../media/protocol';
import { TurnoverMap } from '../../../shared/collections/turnover-map';

export interface PlayRequest {
  readonly target: MediaTarget;
  readonly source: MediaSource;
  /** Milliseconds. */
  readonly offset?: number;
  /** The form in which it reaches its listeners, where that is not theirs. */
  readonly viaCodec?: AudioForm | undefined;
  readonly inBackground?: boolean;
  /** Called once when it ends by itself: not when it is stopped. */
  readonly onEnd: (end: PlayEnd) => void;
}

export interface PlayEnd {
  /** Why it could not be played to its end. */
  readonly failed: string | undefined;
  /** Whether it failed because the media thread was lost. */
  readonly isLost: boolean;
}

/** One medium being played. */
export interface Play {
  readonly pause: () => void;
  readonly resume: () => void;
  readonly restart: () => void;
  readonly seek: (milliseconds: number) => void;
  /** Idempotent, also after the end. */
  readonly stop: () => void;
}

/** Everything that plays at the moment, wherever it is heard. */
export class Plays {
  readonly #onEnd = new TurnoverMap<string, PlayRequest['onEnd']>();
  #made = 0;

  constructor(private readonly link: Pick<MediaLink, 'send'>) {}

  get size(): number {
    return this.#onEnd.size;
  }

  start({ target, source, offset = 0, viaCodec, inBackground = false, onEnd }: PlayRequest): Play {
    this.#made += 1;
    const play = `play-${this.#made}`;
    const { send } = this.link;
    this.#onEnd.set(play, onEnd);
    const extras = viaCodec === undefined ? {} : { viaCodec };
    send({ do: 'play', play, target, source, offset, inBackground, ...extras });
    const tell = (what: 'pause-play' | 'resume-play' | 'restart-play') => (): void => {
      if (this.#onEnd.has(play)) send({ do: what, play });
    };
    return {
      pause: tell('pause-play'),
      resume: tell('resume-play'),
      restart: tell('restart-play'),
      seek: (by) => {
        if (this.#onEnd.has(play)) send({ do: 'seek-play', play, by });
      },
      stop: () => {
        if (this.#onEnd.delete(play)) send({ do: 'stop-play', play });
      },
    };
  }

  /** Late notices about a stopped one are ignored. */
  ended({ play, failed }: Extract<MediaNotice, { tell: 'play-ended' }>): void {
    this.#end(play, { failed, isLost: false });
  }

  /** The audio side is gone, and all that played with it. */
  lost(reason: string): void {
    for (const play of [...this.#onEnd.keys()]) this.#end(play, { failed: reason, isLost: true });
  }

  #end(play: string, end: PlayEnd): void {
    const onEnd = this.#onEnd.get(play);
    if (onEnd === undefined) return;
    this.#onEnd.delete(play);
    onEnd(end);
  }
}
