import type { PlaySource } from './play-source';
import { SilenceSource } from './play-source';

export interface PlayEnd {
  /** Milliseconds. */
  readonly position: number;
  readonly failed?: string;
}

/** One source played to one target, from its start to its single end. */
export class Play {
  /** It only fills gaps: even audio of a bridge takes precedence. */
  readonly isSilence: boolean;
  readonly #source: PlaySource;
  readonly #onEnd: (end: PlayEnd) => void;
  #isPaused = false;
  #isOver = false;

  constructor(source: PlaySource, onEnd: (end: PlayEnd) => void) {
    this.isSilence = source instanceof SilenceSource;
    this.#source = source;
    this.#onEnd = onEnd;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** True when the frame holds its audio; false while paused or ended. */
  fill(frame: Int16Array): boolean {
    if (this.#isOver || this.#isPaused) return false;
    try {
      if (this.#source.fill(frame)) return true;
    } catch (error) {
      this.fail(reasonOf(error));
      return false;
    }
    this.stop();
    return false;
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
  }

  restart(): void {
    this.#attempt(() => this.#source.restart());
  }

  seek(by: number): void {
    this.#attempt(() => this.#source.seek(by));
  }

  retune(rate: number): void {
    this.#attempt(() => this.#source.retune(rate));
  }

  stop(): void {
    this.#end({ position: this.#source.position });
  }

  fail(reason: string): void {
    this.#end({ position: this.#source.position, failed: reason });
  }

  #attempt(action: () => void): void {
    if (this.#isOver) return;
    try {
      action();
    } catch (error) {
      this.fail(reasonOf(error));
    }
  }

  #end(end: PlayEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#source.close();
    this.#onEnd(end);
  }
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Undefined for anything but an error. */
export function stackOf(error: unknown): string | undefined {
  return error instanceof Error ? error.stack : undefined;
}
