export type AudioDirection = 'in' | 'out' | 'both';

/** What is to be done with the sound of a channel, whether or not any flows yet. */
export class ChannelAudio {
  #mutedIn = false;
  #mutedOut = false;
  #watcher: (() => void) | undefined;

  /** Called whenever what is muted changes. There is one who watches at most: whoever carries it out. */
  watch(watcher: () => void): () => void {
    this.#watcher = watcher;
    return () => {
      if (this.#watcher === watcher) this.#watcher = undefined;
    };
  }

  /** `in` is what comes from the far end, `out` what goes to it. */
  mute(direction: AudioDirection, isMuted: boolean): void {
    if (direction !== 'out') this.#mutedIn = isMuted;
    if (direction !== 'in') this.#mutedOut = isMuted;
    this.#watcher?.();
  }

  get settings(): { readonly mutedIn: boolean; readonly mutedOut: boolean } {
    return { mutedIn: this.#mutedIn, mutedOut: this.#mutedOut };
  }
}
