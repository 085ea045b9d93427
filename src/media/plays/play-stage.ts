import type { Play } from './play';

/** A beep has the highest priority, then a foreground play, then the background. */
export type StageSlot = 'beep' | 'foreground' | 'background';

/**
 * What plays to one target. Each slot holds one play, and a second one stops the first: the main thread does the
 * queueing. A play that yields to another slot is suspended and continues from there.
 */
export class PlayStage {
  #beep: Play | undefined;
  #foreground: Play | undefined;
  #background: Play | undefined;

  get isEmpty(): boolean {
    return !this.holdsFloor && !isOn(this.#background);
  }

  /** There is a foreground play, even if paused. */
  get holdsFloor(): boolean {
    return isOn(this.#beep) || isOn(this.#foreground);
  }

  get hasMusic(): boolean {
    return isOn(this.#background) && this.#background?.isSilence === false;
  }

  put(play: Play, slot: StageSlot): void {
    const before = this.#in(slot);
    if (slot === 'beep') this.#beep = play;
    else if (slot === 'foreground') this.#foreground = play;
    else this.#background = play;
    before?.stop();
  }

  fillForeground(frame: Int16Array): boolean {
    if (isOn(this.#beep) && this.#beep?.fill(frame)) return true;
    return this.#foreground?.fill(frame) ?? false;
  }

  fillBackground(frame: Int16Array): boolean {
    return this.#background?.fill(frame) ?? false;
  }

  retune(rate: number): void {
    this.#each((play) => play.retune(rate));
  }

  fail(reason: string): void {
    this.#each((play) => play.fail(reason));
  }

  #in(slot: StageSlot): Play | undefined {
    if (slot === 'beep') return this.#beep;
    return slot === 'foreground' ? this.#foreground : this.#background;
  }

  #each(action: (play: Play) => void): void {
    for (const play of [this.#beep, this.#foreground, this.#background]) if (play !== undefined) action(play);
  }
}

function isOn(play: Play | undefined): boolean {
  return play !== undefined && !play.isOver;
}
