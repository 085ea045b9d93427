export type AudioDirection = 'in' | 'out' | 'both';

/** What is to be done with the sound of a channel, whether or not any flows yet. */
export class ChannelAudio {
  #mutedIn = false;
  #mutedOut = false;
  #generatesSilence = false;

  /** `in` is what comes from the far end, `out` what goes to it. */
  mute(direction: AudioDirection, isMuted: boolean): void {
    if (direction !== 'out') this.#mutedIn = isMuted;
    if (direction !== 'in') this.#mutedOut = isMuted;
  }

  generateSilence(isOn: boolean): void {
    this.#generatesSilence = isOn;
  }

  get settings(): { readonly mutedIn: boolean; readonly mutedOut: boolean; readonly silence: boolean } {
    return { mutedIn: this.#mutedIn, mutedOut: this.#mutedOut, silence: this.#generatesSilence };
  }
}
