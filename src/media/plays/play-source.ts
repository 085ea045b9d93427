/** Something that can be played, frame by frame, at the rate of its listener. */
export interface PlaySource {
  /** Fills the whole frame, with silence behind the end of the audio; false when nothing was left. May throw. */
  readonly fill: (frame: Int16Array) => boolean;
  /** Milliseconds played of the whole. */
  readonly position: number;
  /** Milliseconds forward, or back when negative. Ignored by sources that cannot seek. May throw. */
  readonly seek: (by: number) => void;
  readonly restart: () => void;
  /** The listener needs another rate from now on. */
  readonly retune: (rate: number) => void;
  readonly close: () => void;
}

/** Silence that never ends. */
export class SilenceSource implements PlaySource {
  #frames = 0;

  get position(): number {
    return this.#frames * 20;
  }

  fill(frame: Int16Array): boolean {
    frame.fill(0);
    this.#frames += 1;
    return true;
  }

  seek(): void {}

  restart(): void {
    this.#frames = 0;
  }

  retune(): void {}

  close(): void {}
}
