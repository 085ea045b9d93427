import { frameLength } from '../samples/media-frames';

export interface SilenceListener {
  readonly onSilent: (milliseconds: number) => void;
  readonly onHeardAgain: () => void;
}

/** Reports once when no packet was received for too long, and when one arrives after that. */
export class SilenceWatch {
  /** Milliseconds; undefined for no limit. */
  #limit: number | undefined;
  #silence = 0;
  #isTold = false;

  constructor(private readonly listener: SilenceListener) {}

  /** Another limit counts from now on. */
  limitTo(limit: number | undefined): void {
    if (limit === this.#limit) return;
    this.#limit = limit;
    this.#silence = 0;
    this.#isTold = false;
  }

  heard(): void {
    this.#silence = 0;
    if (!this.#isTold) return;
    this.#isTold = false;
    this.listener.onHeardAgain();
  }

  /** 20 ms have gone by. */
  tick(): void {
    if (this.#limit === undefined || this.#isTold) return;
    this.#silence += frameLength;
    if (this.#silence < this.#limit) return;
    this.#isTold = true;
    this.listener.onSilent(this.#silence);
  }
}
