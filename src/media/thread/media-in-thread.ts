import type { MediaClock } from './clock';
import { VirtualClock } from './clock';
import { MediaEngine } from '../media-engine';
import { MediaListeners } from './media-link';
import { reasonOf, stackOf } from '../plays/play';
import type { MediaCommand, MediaLink, MediaNotice } from '../protocol';

export interface InThreadLink extends MediaLink {
  readonly tick: () => void;
  /** Resolves when all disk operations so far have completed; the next tick reports it. */
  readonly settled: () => Promise<void>;
}

/**
 * The media engine in this thread: for tests, which drive the ticks, and for programs that run from source. Notices are
 * delivered at the end of a tick, as by the thread.
 */
export function inThreadMedia(clock: MediaClock = new VirtualClock()): InThreadLink {
  const media = new InThreadMedia(clock);
  clock.start(() => media.tick());
  return media;
}

class InThreadMedia implements InThreadLink {
  readonly #clock: MediaClock;
  readonly #listeners = new MediaListeners();
  #notices: MediaNotice[] = [];
  #engine = this.#makeEngine();
  #closing: Promise<void> | undefined;
  #restarts = 0;
  #tickedAt = performance.now();
  /** Pending writes of failed engines. */
  #lost: Promise<unknown> = Promise.resolve();

  constructor(clock: MediaClock) {
    this.#clock = clock;
  }

  readonly on: MediaLink['on'] = (handlers) => this.#listeners.on(handlers);
  readonly onLost: MediaLink['onLost'] = (listener) => this.#listeners.onLost(listener);

  readonly send = (command: MediaCommand): void => {
    if (this.#closing === undefined) this.#attempt(() => this.#engine.apply(command));
  };

  readonly tick = (): void => {
    if (this.#closing !== undefined) return;
    this.#attempt(() => this.#engine.tick());
    this.#tickedAt = performance.now();
    this.#giveOut();
  };

  /** It runs in the calling thread, so it is alive. */
  readonly health: MediaLink['health'] = () => ({
    isUp: true,
    restarts: this.#restarts,
    silence: performance.now() - this.#tickedAt,
  });

  readonly settled = async (): Promise<void> => {
    await Promise.all([this.#lost, this.#engine.settled()]);
  };

  readonly close = (): Promise<void> => {
    this.#closing ??= this.#end();
    return this.#closing;
  };

  async #end(): Promise<void> {
    this.#clock.stop();
    await Promise.all([this.#lost, this.#engine.close()]);
    this.#giveOut();
  }

  #makeEngine(): MediaEngine {
    const engine: MediaEngine = new MediaEngine({
      // Results of a failed engine are ignored.
      tell: (notice) => void (engine === this.#engine && this.#notices.push(notice)),
      now: () => performance.now(),
      missed: () => this.#clock.missed,
    });
    return engine;
  }

  /** A fault in the engine loses its state, as in a thread, but does not end the program. */
  #attempt(action: () => void): void {
    try {
      action();
    } catch (error) {
      const lost = this.#engine;
      this.#engine = this.#makeEngine();
      this.#lost = Promise.all([this.#lost, lost.close()]);
      this.#notices = [];
      this.#restarts += 1;
      this.#listeners.lost(reasonOf(error), stackOf(error));
    }
  }

  #giveOut(): void {
    const notices = this.#notices;
    this.#notices = [];
    for (const notice of notices) this.#listeners.notice(notice);
  }
}
