import type { MediaClock } from './clock';
import { VirtualClock } from './clock';
import { MediaEngine } from './media-engine';
import { MediaListeners } from './media-link';
import { reasonOf } from './play';
import type { MediaCommand, MediaLink, MediaNotice } from './protocol';

/**
 * The audio side in this thread: for tests, which make it tick, and for programs that run from their sources. Notices
 * are given out at the end of a tick, as they are by the thread.
 */
export function inThreadMedia(clock: MediaClock = new VirtualClock()): MediaLink & { readonly tick: () => void } {
  const media = new InThreadMedia(clock);
  clock.start(() => media.tick());
  return media;
}

class InThreadMedia implements MediaLink {
  readonly #clock: MediaClock;
  readonly #listeners = new MediaListeners();
  #notices: MediaNotice[] = [];
  #engine = this.#makeEngine();
  #isClosed = false;

  constructor(clock: MediaClock) {
    this.#clock = clock;
  }

  readonly onNotice: MediaLink['onNotice'] = (listener) => this.#listeners.onNotice(listener);
  readonly onLost: MediaLink['onLost'] = (listener) => this.#listeners.onLost(listener);

  readonly send = (command: MediaCommand): void => {
    if (!this.#isClosed) this.#attempt(() => this.#engine.apply(command));
  };

  readonly tick = (): void => {
    if (this.#isClosed) return;
    this.#attempt(() => this.#engine.tick());
    this.#giveOut();
  };

  readonly close = async (): Promise<void> => {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#clock.stop();
    this.#engine.close();
    this.#giveOut();
  };

  #makeEngine(): MediaEngine {
    return new MediaEngine({
      tell: (notice) => void this.#notices.push(notice),
      now: () => performance.now(),
      missed: () => this.#clock.missed,
    });
  }

  /** A fault in the engine costs what is in it, as it does in a thread, and not the program. */
  #attempt(action: () => void): void {
    try {
      action();
    } catch (error) {
      const lost = this.#engine;
      this.#engine = this.#makeEngine();
      lost.close();
      this.#notices = [];
      this.#listeners.lost(reasonOf(error));
    }
  }

  #giveOut(): void {
    const notices = this.#notices;
    this.#notices = [];
    for (const notice of notices) this.#listeners.notice(notice);
  }
}
